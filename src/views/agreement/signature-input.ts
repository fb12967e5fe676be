import type { SignatureInput } from '#src/generated/graphql/graphql.ts';
import { drawingUrl } from '#src/views/ui/drawing-url.ts';
import type { SigningDraft } from '#src/machines/agreement/signing.machine.ts';

/** The signature as it is sent. */
export async function signatureInput(draft: SigningDraft, documentHash: string): Promise<SignatureInput> {
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const image = draft.kind === 'drawn' && draft.image ? await drawingUrl(draft.image) : null;
  return {
    kind: draft.kind,
    name: draft.name.trim(),
    ...(image && { image }),
    hasConsent: draft.hasConsent,
    documentHash,
    zone,
  };
}
