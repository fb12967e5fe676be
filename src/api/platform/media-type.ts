import { open } from 'node:fs/promises';

const headBytes = 8_192;
const tailBytes = 65_536;
const unknown = 'application/octet-stream';

/**
 * What a file is by its content; its name and what the sender says about it are not asked. Only types that a browser
 * shows without running anything have a name here: HTML, SVG and XML are `application/octet-stream`.
 */
export async function sniffFile(path: string): Promise<string> {
  const file = await open(path, 'r');
  try {
    const { size } = await file.stat();
    const read = async (position: number, length: number): Promise<Buffer> => {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, position);
      return buffer.subarray(0, bytesRead);
    };
    const head = await read(0, Math.min(size, headBytes));
    const tail = size > headBytes ? await read(Math.max(0, size - tailBytes), Math.min(size, tailBytes)) : head;
    return sniff(head, tail, size > headBytes);
  } finally {
    await file.close();
  }
}

/** @param tail the end of the file, where a zip lists its entries */
export function sniff(head: Buffer, tail: Buffer = head, isCut = false): string {
  const starts = (...bytes: number[]): boolean => bytes.every((byte, index) => head[index] === byte);
  const ascii = (from: number, to: number): string => head.toString('latin1', from, to);

  if (starts(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)) return 'image/png';
  if (starts(0xff, 0xd8, 0xff)) return 'image/jpeg';
  if (ascii(0, 6) === 'GIF87a' || ascii(0, 6) === 'GIF89a') return 'image/gif';
  if (ascii(0, 4) === 'RIFF' && ascii(8, 12) === 'WEBP') return 'image/webp';
  if (ascii(0, 5) === '%PDF-') return 'application/pdf';
  if (ascii(4, 8) === 'ftyp') return sniffBrand(ascii(8, 12));
  if (starts(0x50, 0x4b, 0x03, 0x04) || starts(0x50, 0x4b, 0x05, 0x06)) return sniffZip(tail);
  return sniffText(head, isCut);
}

/** ISO base media files name their kind in a brand (ISO/IEC 23008-12 for HEIF). */
function sniffBrand(brand: string): string {
  if (['heic', 'heix', 'hevc', 'heim', 'heis', 'mif1', 'msf1'].includes(brand)) return 'image/heic';
  if (brand === 'avif' || brand === 'avis') return 'image/avif';
  return unknown;
}

function sniffZip(tail: Buffer): string {
  if (tail.includes('word/document.xml')) return 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
  if (tail.includes('xl/workbook.xml')) return 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
  return 'application/zip';
}

function sniffText(head: Buffer, isCut: boolean): string {
  let text: string;
  try {
    // In a cut sample the last character may lack its end.
    text = new TextDecoder('utf-8', { fatal: true }).decode(head, { stream: isCut });
  } catch {
    return unknown;
  }
  if (text.trim() === '') return head.length === 0 ? unknown : 'text/plain';
  // oxlint-disable-next-line no-control-regex
  if (/[\0-\x08\x0e-\x1a\x1c-\x1f]/.test(text)) return unknown;
  if (/^\s*</.test(text) || /<(!doctype|html|head|body|script|svg|iframe|\?xml)\b/i.test(text)) return unknown;
  return looksLikeCsv(text, isCut) ? 'text/csv' : 'text/plain';
}

/** Two lines or more with the same number of separators, outside of quotes. */
function looksLikeCsv(text: string, isCut: boolean): boolean {
  const lines = text.replaceAll(/"[^"]*"/g, '').split(/\r?\n/).filter((line) => line !== '');
  if (isCut) lines.pop();
  const sample = lines.slice(0, 6);
  return [',', ';'].some((separator) => {
    const counts = sample.map((line) => line.split(separator).length - 1);
    return sample.length >= 2 && (counts[0] ?? 0) > 0 && counts.every((count) => count === counts[0]);
  });
}
