import { getDocument, OPS } from 'pdfjs-dist/legacy/build/pdf.mjs';
import type { PDFPageProxy } from 'pdfjs-dist';
import type { StructTreeNode } from 'pdfjs-dist/types/src/display/api.js';
import { ContentInfo, SignedData } from 'pkijs';

export interface ReadPdf {
  /** The text of each page, line by line. */
  pages: string[];
  /** The content of its tags: each element that contains text itself, in reading order. */
  elements: { role: string; text: string }[];
  /** The roles of all elements. */
  roles: Set<string>;
  /** How many signature fields its form has. */
  signatureFields: number;
}

/** A document as a PDF reader (PDF.js) sees it. Rejects if it cannot be opened. */
export async function readPdf(pdf: Uint8Array): Promise<ReadPdf> {
  const loading = getDocument({ data: new Uint8Array(pdf), verbosity: 1 });
  const read: ReadPdf = { pages: [], elements: [], roles: new Set(), signatureFields: 0 };
  try {
    const document = await loading.promise;
    for (let number = 1; number <= document.numPages; number++) {
      const page = await document.getPage(number);
      read.pages.push(await textOf(page));
      const tree = await page.getStructTree();
      if (tree) collect(tree, await markedTextOf(page), read);
      const annotations = (await page.getAnnotations()) as { fieldType?: string }[];
      read.signatureFields += annotations.filter(({ fieldType }) => fieldType === 'Sig').length;
    }
  } finally {
    await loading.destroy();
  }
  return read;
}

/** The lines of a page. */
async function textOf(page: PDFPageProxy): Promise<string> {
  const { items } = await page.getTextContent();
  return items.map((item) => ('str' in item ? item.str + (item.hasEOL ? '\n' : '') : '')).join('');
}

/** The text under each mark that the structure refers to, letter by letter: `getTextContent` would guess spaces. */
async function markedTextOf(page: PDFPageProxy): Promise<Map<string, string>> {
  const { fnArray, argsArray } = await page.getOperatorList();
  const texts = new Map<string, string>();
  const open: string[] = [];
  for (const [index, operator] of fnArray.entries()) {
    const args = argsArray[index] as unknown[];
    if (operator === OPS.beginMarkedContent) open.push('');
    if (operator === OPS.beginMarkedContentProps) open.push(`p${page.ref!.num}R_mc${String(args[1])}`);
    if (operator === OPS.endMarkedContent) open.pop();
    if (operator !== OPS.showText) continue;
    const written = (args[0] as (number | { unicode: string })[])
      .map((glyph) => (typeof glyph === 'number' ? '' : glyph.unicode))
      .join('');
    const mark = open.at(-1) ?? '';
    texts.set(mark, (texts.get(mark) ?? '') + written);
  }
  return texts;
}

function collect(node: StructTreeNode, texts: Map<string, string>, read: ReadPdf): void {
  read.roles.add(node.role);
  let text = '';
  for (const child of node.children) {
    if ('role' in child) collect(child, texts, read);
    else text += texts.get(child.id) ?? '';
  }
  if (text) read.elements.push({ role: node.role, text });
}

export interface Seal {
  /** The signature was made with the certificate, over exactly these bytes. */
  isValid: boolean;
  /** It covers every byte of the document except the signature itself. */
  coversAll: boolean;
}

/**
 * The signatures of a document, verified as a PDF reader does it (ISO 32000-1, 12.8; RFC 5652), using a library
 * (PKI.js).
 */
export async function sealsOf(pdf: Buffer): Promise<Seal[]> {
  const text = pdf.toString('latin1');
  const found = text.matchAll(/\/ByteRange \[(\d+) (\d+) (\d+) (\d+)\s*\]/g);
  return await Promise.all(
    [...found].map(async (match) => {
      const [from = 0, length = 0, next = 0, rest = 0] = match.slice(1).map(Number);
      // The gap contains the signature and nothing else.
      const signature = /^<([\da-f]*)>$/i.exec(text.slice(from + length, next))?.[1];
      const covered = Buffer.concat([pdf.subarray(from, from + length), pdf.subarray(next, next + rest)]);
      return {
        isValid: signature !== undefined && (await isSignatureOf(covered, Buffer.from(signature, 'hex'))),
        coversAll: from === 0 && next + rest === pdf.length,
      };
    }),
  );
}

/** After the signature, the gap is padded with zeros. */
async function isSignatureOf(covered: Buffer, filled: Buffer): Promise<boolean> {
  try {
    const { content } = ContentInfo.fromBER(new Uint8Array(filled));
    return await new SignedData({ schema: content as object }).verify({
      signer: 0,
      data: new Uint8Array(covered).buffer,
      checkChain: false,
    });
  } catch {
    return false;
  }
}

/**
 * The document with one bit changed among the bytes that its signature covers. @param share its relative position among
 * them, from 0 to 1
 */
export function flipSealedByte(pdf: Buffer, share: number): Buffer {
  const [, , length = 0, next = 0, rest = 0] =
    /\/ByteRange \[(\d+) (\d+) (\d+) (\d+)\s*\]/.exec(pdf.toString('latin1'))?.map(Number) ?? [];
  const place = Math.floor((length + rest) * share);
  const flipped = Buffer.from(pdf);
  const at = place < length ? place : place - length + next;
  flipped[at] = (flipped[at] ?? 0) ^ 1;
  return flipped;
}
