import type { Brokerage } from '#src/machines/settings/brokerage.ts';
import { WORK } from '#src/api/http/ceilings.ts';
import { sha256 } from '#src/api/database/ids.ts';
import type { AgreementRow } from './agreement.repository.ts';
import { htmlOf, nameOf } from './document.ts';
import type { PaperDocument } from './document.ts';
import { renderPdf } from './pdf.ts';
import type { PaperOptions } from './pdf.ts';
import { SIGNATURES_HEIGHT, drawCertificate, drawOnTheSpot, drawSignatures } from './pdf-signature.ts';
import type { OnTheSpot } from './pdf-signature.ts';

/** The signed agreement as a PDF: its text, both signatures, and the certificate. */
export async function agreementPdf(given: {
  brokerage: Brokerage;
  logo: Buffer | null;
  agreement: AgreementRow;
  party: string;
}): Promise<Buffer> {
  const { brokerage, logo, agreement, party } = given;
  const document = agreement.document;
  mustSayTheSame(agreement, document);
  const name = nameOf(document);
  const pages = { brokerage, agreement, name, party, image: await signatureImage(imageOf(agreement)) };
  return renderPdf({
    brokerage,
    logo,
    document,
    footer: name,
    createdAt: new Date(agreement.signed_at ?? agreement.created_at),
    closing: {
      height: SIGNATURES_HEIGHT,
      draw(sheet) {
        drawSignatures(sheet, pages);
        drawCertificate(sheet, pages);
      },
    },
  });
}

/** Any other paper, with the signature if someone signed it on the spot. */
export async function paperPdf({ signature, ...paper }: PaperOptions & { signature?: OnTheSpot }): Promise<Buffer> {
  if (!signature) return renderPdf(paper);
  const image = await signatureImage(signature.image);
  return renderPdf({
    ...paper,
    closing: { height: SIGNATURES_HEIGHT, draw: (sheet) => drawOnTheSpot(sheet, { ...signature, image }) },
  });
}

const imageOf = (agreement: AgreementRow): string | null | undefined =>
  ((agreement.signature ?? {}) as { image?: string | null }).image;

/** Only the words, so that changes to our markup between sending and signing don't matter. */
const wordsOf = (html: string): string =>
  html
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();

/**
 * Ensures that the sealed PDF matches what was signed: the text shown (by its hash) and the document it is rendered
 * from.
 */
function mustSayTheSame(agreement: AgreementRow, document: PaperDocument): void {
  if (sha256(agreement.html) !== agreement.document_hash)
    throw new Error(`The text of agreement ${agreement.id} is not the one that was signed.`);
  if (wordsOf(htmlOf(document)) !== wordsOf(agreement.html))
    throw new Error(`The document of agreement ${agreement.id} does not say what was signed.`);
}

/** A drawn signature cropped to its ink; null if it was typed, or if the image cannot be read. */
async function signatureImage(image: string | null | undefined): Promise<Buffer | null> {
  if (!image) return null;
  const { default: sharp } = await import('sharp');
  const drawn = Buffer.from(image.slice(image.indexOf(',') + 1), 'base64');
  try {
    return await sharp(drawn, { limitInputPixels: 20_000_000 })
      .trim()
      .resize({ width: 1200, height: 600, fit: 'inside', withoutEnlargement: true })
      .png()
      .timeout({ seconds: WORK.images.seconds })
      .toBuffer();
  } catch {
    // The name is shown instead; the certificate records who signed, when, and how in any case.
    return null;
  }
}
