import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import PDFDocument from 'pdfkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { flipSealedByte, sealsOf } from '#tests/platform/pdf.ts';
import { loadCertificate, sealPdf } from './seal.ts';

let dataDir: string;
let sealed: Buffer;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'seal-'));
  const certificate = await loadCertificate(dataDir, 'Évergreen Van Lines');
  sealed = await sealPdf(await makePdf(), certificate, {
    name: 'Évergreen (Van) Lines',
    reason: 'Signed by Žižka) (',
    location: 'Columbus, OH',
  });
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

test('the certificate is made once, for the owner only', async () => {
  const again = await loadCertificate(dataDir, 'Somebody else');
  expect(again.equals(await readFile(join(dataDir, 'secrets', 'document-seal.p12')))).toBe(true);
  expect((await stat(join(dataDir, 'secrets', 'document-seal.p12'))).mode & 0o777).toBe(0o600);
});

test('the seal covers every byte, and one flipped byte breaks it', async () => {
  expect(await sealsOf(sealed)).toEqual([{ isValid: true, coversAll: true }]);
  expect(await sealsOf(flipSealedByte(sealed, 0.2))).toEqual([{ isValid: false, coversAll: true }]);
});
