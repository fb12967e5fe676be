import type { SignatureInput } from '#src/generated/graphql/graphql.ts';
import type { SigningDraft } from '#src/machines/agreement/signing.machine.ts';

/** What the server takes of a drawing, in bytes. */
const LIMIT = 200_000;

/** The signature as it is sent. A drawing from a large, sharp screen is made smaller until it fits. */
export async function signatureInput(draft: SigningDraft, documentHash: string): Promise<SignatureInput> {
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const image = draft.kind === 'drawn' && draft.image ? await dataUrl(await fitting(draft.image)) : null;
  return {
    kind: draft.kind,
    name: draft.name.trim(),
    ...(image && { image }),
    hasConsent: draft.hasConsent,
    documentHash,
    zone,
  };
}

async function fitting(image: Blob): Promise<Blob> {
  if (image.size <= LIMIT) return image;
  const bitmap = await createImageBitmap(image);
  const canvas = new OffscreenCanvas(Math.ceil(bitmap.width / 2), Math.ceil(bitmap.height / 2));
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  bitmap.close();
  return fitting(await canvas.convertToBlob({ type: 'image/png' }));
}

async function dataUrl(image: Blob): Promise<string> {
  const bytes = new Uint8Array(await image.arrayBuffer());
  let text = '';
  for (const byte of bytes) text += String.fromCharCode(byte);
  return `data:image/png;base64,${btoa(text)}`;
}
