/** The message is a sentence for the person who sent the PDF. */
export class PdfRefused extends Error {
  override readonly name = 'PdfRefused';
}

const DAMAGED = 'This PDF is damaged and cannot be opened. Save it again and send the new copy.';
/** Readers look for the end of the file in its last kilobyte (ISO 32000-1, annex H.3, note 18). */
const END_BYTES = 2048;
const TRAILER_BYTES = 8192;

/**
 * Checks that a PDF opens without a password, as its trailer says (ISO 32000-1, 7.5.4 to 7.5.8): the end names a
 * cross-reference table or stream, and that names the catalog. Actions in it are not removed, because a PDF is served
 * as a download only.
 *
 * @throws PdfRefused
 */
export function checkPdf(content: Buffer): void {
  if (!/^%PDF-[12]\.\d/.test(content.toString('latin1', 0, 8))) throw new PdfRefused(DAMAGED);
  const end = content.toString('latin1', Math.max(0, content.length - END_BYTES));
  const [, offset] = /startxref\s+(\d{1,10})\s+%%EOF(?![^]*startxref)/.exec(end) ?? [];
  if (offset === undefined) throw new PdfRefused(DAMAGED);
  const trailer = trailerAt(content, Number(offset));
  if (!/\/Root\s+\d+\s+\d+\s+R/.test(trailer)) throw new PdfRefused(DAMAGED);
  if (/\/Encrypt\b/.test(trailer))
    throw new PdfRefused('This PDF is protected by a password. Send a copy without protection.');
}

/** The dictionary that ends a cross-reference table, or begins a cross-reference stream. */
function trailerAt(content: Buffer, offset: number): string {
  const start = content.toString('latin1', offset, offset + 40);
  if (/^\s*xref\b/.test(start)) {
    const at = content.indexOf('trailer', offset, 'latin1');
    return at < 0 ? '' : until(content, at, 'startxref');
  }
  return /^\s*\d+\s+\d+\s+obj\b/.test(start) ? until(content, offset, 'stream') : '';
}

function until(content: Buffer, from: number, word: string): string {
  const text = content.toString('latin1', from, from + TRAILER_BYTES);
  const end = text.indexOf(word);
  return end < 0 ? text : text.slice(0, end);
}
