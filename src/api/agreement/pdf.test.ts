import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadCertificate } from '#src/api/platform/seal.ts';
import { brokerage, estimate, lead, now, signed } from './agreement-test-rows.ts';
import { agreementPdf } from './agreement-pdf.ts';
import { renderBrokerShipper } from './broker-shipper.template.ts';
import { linesOf } from './document.ts';
import { printSealed } from './press.ts';

const name = 'Zoë Łukasz Παπά Иван';
const text = renderBrokerShipper({ brokerage, lead, estimate, now });

let folder: string;
let sealed: Buffer;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pdf-'));
  sealed = await printSealed({
    kind: 'agreement',
    brokerage,
    agreement: signed(text, { name, kind: 'typed' }),
    party: 'Client',
    certificate: await loadCertificate(folder, brokerage.name),
    seal: { name: brokerage.name, reason: `Signed by ${name}`, location: brokerage.address },
    sealedAt: now,
  });
}, 30_000);

afterAll(() => rm(folder, { recursive: true }));

const hasReader = (() => {
  try {
    execFileSync('pdfsig', ['-v'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
})();

async function read(program: string, pdf: Buffer, ...options: string[]): Promise<string> {
  const path = join(folder, 'read.pdf');
  await writeFile(path, pdf);
  return execFileSync(program, [...options, path, ...(program === 'pdftotext' ? ['-'] : [])], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
}

test('a signed agreement becomes a sealed, tagged PDF with embedded fonts', () => {
  const raw = sealed.toString('latin1');
  expect(raw.slice(0, 8)).toBe('%PDF-1.7');
  expect(raw).toContain('/ByteRange');
  expect(raw).toContain('/MarkInfo');
  expect(raw).toMatch(/\/BaseFont \/[A-Z]{6}\+Inter-Regular/);
});

test('what was changed after the signature is not sealed', async () => {
  const agreement = signed(text, { name, kind: 'typed' });
  await expect(agreementPdf({ brokerage, party: 'Client', agreement: { ...agreement, html: agreement.html.replace('L-10042', 'L-10043') } })).rejects.toThrow('is not the one that was signed');
  await expect(agreementPdf({ brokerage, party: 'Client', agreement: { ...agreement, document: { ...(agreement.document as object), title: 'Other' } } })).rejects.toThrow('does not say what was signed');
});

test('a drawn signature is an image; one that cannot be read leaves the name', async () => {
  const stroke = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="300" height="120"><path d="M20 60 L120 20 L200 90" stroke="black" stroke-width="4" fill="none"/></svg>');
  const drawn = `data:image/png;base64,${(await sharp(stroke).png().toBuffer()).toString('base64')}`;
  const hasImage = async (image: string) =>
    (await agreementPdf({ brokerage, party: 'Client', agreement: signed(text, { name, kind: 'drawn', image }) })).includes('/Subtype /Image');
  expect([await hasImage(drawn), await hasImage('data:image/png;base64,AAAA')]).toEqual([true, false]);
});

test.runIf(hasReader)('a reader finds every word of the agreement, the certificate, and numbered pages', async () => {
  const words = (found: string) => new Set(found.normalize('NFC').split(/\s+/));
  const read_ = await read('pdftotext', sealed, '-layout');
  const found = words(read_);
  const missing = [...words(linesOf(text.document).join(' '))].filter((word) => !found.has(word));
  expect(missing).toEqual([]);
  expect(read_).toContain(name);
  expect(read_).toContain('Certificate of signature');
  expect(read_.replaceAll(/\s/g, '')).toContain(signed(text, { name, kind: 'typed' }).document_hash.slice(0, 32));
  const pages = read_.split('\f').length - 1;
  expect(pages).toBeGreaterThan(5);
  for (let page = 1; page <= pages; page++) expect(read_).toContain(`Page ${page} of ${pages}`);
});

test.runIf(hasReader)('a reader finds nothing to complain of in its structure', async () => {
  const path = join(folder, 'structure.pdf');
  await writeFile(path, sealed);
  const { stdout, stderr } = spawnSync('pdfinfo', ['-struct-text', path], { encoding: 'utf8' });
  expect(stderr).toBe('');
  // Lines of one paragraph are one text, with a space where the line broke.
  expect(stdout).toContain('between the broker and the client named below. “We” and “us” mean the broker; “you” means the client.');
  for (const element of ['H1', 'H2', 'Table', 'TH', 'LBody']) expect(stdout).toContain(element);
});

test.runIf(hasReader)('another program finds the seal valid, and broken after one flipped byte', async () => {
  expect(await read('pdfsig', sealed)).toContain('Signature Validation: Signature is Valid.');
  const flipped = Buffer.from(sealed);
  const at = flipped.indexOf('/Title') + 12;
  flipped[at] = (flipped[at] ?? 0) ^ 1;
  expect(await read('pdfsig', flipped)).toContain('Signature Validation: Digest Mismatch.');
});
