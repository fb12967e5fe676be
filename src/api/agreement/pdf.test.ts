import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { loadCertificate } from '#src/api/document/seal.ts';
import { flipSealedByte, readPdf, sealsOf } from '#tests/platform/pdf.ts';
import { brokerage, estimate, lead, now, signed } from '#tests/platform/agreement-test-rows.ts';
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
    logo: null,
    agreement: signed(text, { name, kind: 'typed' }),
    party: 'Client',
    certificate: await loadCertificate(folder, brokerage.name),
    seal: { name: brokerage.name, reason: `Signed by ${name}`, location: brokerage.address },
    sealedAt: now,
  });
}, 30_000);

afterAll(() => rm(folder, { recursive: true }));

test('a signed agreement becomes a sealed, tagged PDF with embedded fonts', () => {
  const raw = sealed.toString('latin1');
  expect(raw.slice(0, 8)).toBe('%PDF-1.7');
  expect(raw).toContain('/ByteRange');
  expect(raw).toContain('/MarkInfo');
  expect(raw).toMatch(/\/BaseFont \/[A-Z]{6}\+Inter-Regular/);
});

test('what was changed after the signature is not sealed', async () => {
  const agreement = signed(text, { name, kind: 'typed' });
  await expect(
    agreementPdf({
      brokerage,
      logo: null,
      party: 'Client',
      agreement: { ...agreement, html: agreement.html.replace('L-10042', 'L-10043') },
    }),
  ).rejects.toThrow('is not the one that was signed');
  await expect(
    agreementPdf({
      brokerage,
      logo: null,
      party: 'Client',
      agreement: { ...agreement, document: { ...agreement.document, title: 'Other' } },
    }),
  ).rejects.toThrow('does not say what was signed');
});

test('a drawn signature is an image; one that cannot be read leaves the name', async () => {
  const stroke = Buffer.from(
    '<svg xmlns="http://www.w3.org/2000/svg" width="300" height="120"><path d="M20 60 L120 20 L200 90" stroke="black" stroke-width="4" fill="none"/></svg>',
  );
  const drawn = `data:image/png;base64,${(await sharp(stroke).png().toBuffer()).toString('base64')}`;
  const hasImage = async (image: string) =>
    (
      await agreementPdf({
        brokerage,
        logo: null,
        party: 'Client',
        agreement: signed(text, { name, kind: 'drawn', image }),
      })
    ).includes('/Subtype /Image');
  expect([await hasImage(drawn), await hasImage('data:image/png;base64,AAAA')]).toEqual([true, false]);
});

test('a logo stands in the letterhead, with the legal name beside it', async () => {
  const logo = await sharp({ create: { width: 600, height: 200, channels: 4, background: '#14633b' } })
    .png()
    .toBuffer();
  const pdf = await agreementPdf({
    brokerage,
    logo,
    party: 'Client',
    agreement: signed(text, { name, kind: 'typed' }),
  });
  expect(pdf.includes('/Subtype /Image')).toBe(true);
  const { pages } = await readPdf(pdf);
  expect(pages[0]!).toContain(brokerage.name);
});

test('a reader finds every word of the agreement, the certificate, and numbered pages', async () => {
  const words = (found: string) => new Set(found.normalize('NFC').split(/\s+/));
  const { pages } = await readPdf(sealed);
  const read = pages.join('\n');
  const found = words(read);
  const missing = [...words(linesOf(text.document).join(' '))].filter((word) => !found.has(word));
  expect(missing).toEqual([]);
  expect(read).toContain(name);
  expect(read).toContain('Certificate of signature');
  expect(read.replaceAll(/\s/g, '')).toContain(signed(text, { name, kind: 'typed' }).document_hash.slice(0, 32));
  expect(pages.length).toBeGreaterThan(5);
  for (const [index, page] of pages.entries()) expect(page).toContain(`Page ${index + 1} of ${pages.length}`);
});

test('a reader finds nothing to complain of in its structure', async () => {
  const complaints = vi.spyOn(console, 'warn');
  const { elements, roles } = await readPdf(sealed);
  expect(complaints.mock.calls).toEqual([]);
  complaints.mockRestore();
  // The lines of a paragraph form one text, with a space at each line break.
  expect(
    elements.find((element) =>
      element.text.includes(
        'between the broker and the client named below. “We” and “us” mean the broker; “you” means the client.',
      ),
    ),
  ).toMatchObject({ role: 'P' });
  expect([...roles]).toEqual(expect.arrayContaining(['H1', 'H2', 'Table', 'TH', 'LBody']));
});

test('its seal is valid, and broken after one flipped byte', async () => {
  expect(await sealsOf(sealed)).toEqual([{ isValid: true, coversAll: true }]);
  expect(await sealsOf(flipSealedByte(sealed, 0.1))).toEqual([{ isValid: false, coversAll: true }]);
});
