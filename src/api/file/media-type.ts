import { open } from 'node:fs/promises';

const headBytes = 8_192;
const unknown = 'application/octet-stream';

/** Types that a browser shows without running anything, and archives, which are recognized only to be refused. */
const KNOWN = new Set([
  'application/pdf',
  'application/zip',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  'image/png',
  'image/apng',
  'image/jpeg',
  'image/gif',
  'image/webp',
  'image/avif',
  'image/heic',
  'image/heif',
]);

/**
 * The type of a file by its content, regardless of its name and what the sender claims. HTML, SVG, XML, and programs
 * are `application/octet-stream`.
 */
export async function sniffFile(path: string): Promise<string> {
  const { fileTypeFromFile } = await import('file-type');
  const found = await fileTypeFromFile(path);
  if (found) return known(found.mime);
  const file = await open(path, 'r');
  try {
    const { size } = await file.stat();
    const { buffer, bytesRead } = await file.read(Buffer.alloc(headBytes), 0, headBytes, 0);
    return sniffText(buffer.subarray(0, bytesRead), size > headBytes);
  } finally {
    await file.close();
  }
}

export async function sniff(content: Buffer): Promise<string> {
  const { fileTypeFromBuffer } = await import('file-type');
  const found = await fileTypeFromBuffer(content);
  return found ? known(found.mime) : sniffText(content.subarray(0, headBytes), content.length > headBytes);
}

function known(type: string): string {
  const still = type.replace(/-sequence$/, '');
  return KNOWN.has(still) ? still : unknown;
}

/** Plain text has no signature for a library to recognize. */
function sniffText(head: Buffer, isCut: boolean): string {
  let text: string;
  try {
    // The sample may end within a character.
    text = new TextDecoder('utf-8', { fatal: true }).decode(head, { stream: isCut });
  } catch {
    return unknown;
  }
  if (text.trim() === '') return head.length === 0 ? unknown : 'text/plain';
  // oxlint-disable-next-line no-control-regex
  if (/[\0-\x08\x0e-\x1a\x1c-\x1f]/.test(text)) return unknown;
  if (/^\s*</.test(text) || text.startsWith('#!') || /<(!doctype|html|head|body|script|svg|iframe|\?xml)\b/i.test(text))
    return unknown;
  return looksLikeCsv(text, isCut) ? 'text/csv' : 'text/plain';
}

/** At least two lines with the same number of separators outside of quotes. */
function looksLikeCsv(text: string, isCut: boolean): boolean {
  const lines = text
    .replaceAll(/"[^"]*"/g, '')
    .split(/\r?\n/)
    .filter((line) => line !== '');
  if (isCut) lines.pop();
  const sample = lines.slice(0, 6);
  return [',', ';'].some((separator) => {
    const counts = sample.map((line) => line.split(separator).length - 1);
    return sample.length >= 2 && (counts[0] ?? 0) > 0 && counts.every((count) => count === counts[0]);
  });
}
