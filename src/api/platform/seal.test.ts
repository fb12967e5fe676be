import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import forge from 'node-forge';
import PDFDocument from 'pdfkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadCertificate, sealPdf } from './seal.ts';

let dataDir: string;
let sealed: Buffer;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'seal-'));
  const certificate = await loadCertificate(dataDir, 'Évergreen Van Lines');
  sealed = await sealPdf(await makePdf(), certificate, { name: 'Évergreen (Van) Lines', reason: 'Signed by Žižka) (', location: 'Columbus, OH' });
});

afterAll(() => rm(dataDir, { recursive: true }));

async function makePdf(): Promise<Buffer> {
  const document = new PDFDocument({ info: { Title: 'Agreement' } });
  const chunks: Buffer[] = [];
  document.on('data', (chunk: Buffer) => chunks.push(chunk));
  const ended = new Promise((settle) => document.on('end', settle));
  document.text('First page').link(50, 50, 100, 20, 'https://example.test');
  document.addPage().text('Second page');
  document.end();
  await ended;
  return Buffer.concat(chunks);
}

/** The bytes that the signature covers, and the signature, read as a PDF reader does (ISO 32000-1, 12.8.1). */
function takeApart(pdf: Buffer): { covered: Buffer; signature: string } {
  const [, ...range] = /\/ByteRange \[(\d+) (\d+) (\d+) (\d+)\s*\]/.exec(pdf.toString('latin1')) ?? [];
  const [from = 0, length = 0, next = 0, rest = 0] = range.map(Number);
  const covered = Buffer.concat([pdf.subarray(from, from + length), pdf.subarray(next, next + rest)]);
  expect(next + rest).toBe(pdf.length);
  return { covered, signature: Buffer.from(pdf.toString('latin1', length + 1, next - 1), 'hex').toString('latin1') };
}

/** The digest that was signed, as the signature itself states it. */
function signedDigest(signature: string): string {
  const { asn1 } = forge as unknown as { asn1: { fromDer(bytes: string, options: object): Asn1 } };
  const find = (node: Asn1): string | null => {
    if (typeof node.value === 'string') return null;
    const [first, second] = node.value;
    // messageDigest, 1.2.840.113549.1.9.4
    if (first?.value === '\x2a\x86\x48\x86\xf7\x0d\x01\x09\x04') return String((second as { value: Asn1[] }).value[0]?.value);
    return node.value.map(find).find((found) => found !== null) ?? null;
  };
  return Buffer.from(find(asn1.fromDer(signature, { parseAllBytes: false })) ?? '', 'latin1').toString('hex');
}

interface Asn1 {
  value: string | Asn1[];
}

test('the certificate is made once, for the owner only', async () => {
  const again = await loadCertificate(dataDir, 'Somebody else');
  expect(again.equals(await readFile(join(dataDir, 'secrets', 'document-seal.p12')))).toBe(true);
  expect((await stat(join(dataDir, 'secrets', 'document-seal.p12'))).mode & 0o777).toBe(0o600);
});

test('the seal covers every byte, and one flipped byte breaks it', () => {
  const { covered, signature } = takeApart(sealed);
  expect(signedDigest(signature)).toBe(createHash('sha256').update(covered).digest('hex'));
  const flipped = Buffer.from(sealed);
  const at = flipped.indexOf('/Title') + 8;
  flipped[at] = (flipped[at] ?? 0) ^ 1;
  const changed = takeApart(flipped);
  expect(signedDigest(changed.signature)).not.toBe(createHash('sha256').update(changed.covered).digest('hex'));
});

const hasReader = (() => {
  try {
    execFileSync('pdfsig', ['-v'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
})();

test.runIf(hasReader)('another program finds the seal valid, and broken after a change', async () => {
  const path = join(dataDir, 'sealed.pdf');
  const check = async (pdf: Buffer): Promise<string> => {
    await writeFile(path, pdf);
    return execFileSync('pdfsig', [path], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  };
  expect(await check(sealed)).toContain('Signature Validation: Signature is Valid.');
  const flipped = Buffer.from(sealed);
  const at = flipped.indexOf('/Title') + 8;
  flipped[at] = (flipped[at] ?? 0) ^ 1;
  expect(await check(flipped)).toContain('Signature Validation: Digest Mismatch.');
});
