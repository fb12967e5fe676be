import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generateKeyPair } from 'node:crypto';
import { promisify } from 'node:util';
import forge from 'node-forge';
import PDFDocument from 'pdfkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DAY } from '#src/machines/calendar/durations.ts';
import { flipSealedByte, sealsOf } from '#tests/platform/pdf.ts';
import { openCertificate } from './own-certificate.ts';
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
  const again = await loadCertificate(dataDir, 'Someone else');
  expect(again.equals(await readFile(join(dataDir, 'secrets', 'document-seal.p12')))).toBe(true);
  expect((await stat(join(dataDir, 'secrets', 'document-seal.p12'))).mode & 0o777).toBe(0o600);
});

test('the seal covers every byte, and one flipped byte breaks it', async () => {
  expect(await sealsOf(sealed)).toEqual([{ isValid: true, coversAll: true }]);
  expect(await sealsOf(flipSealedByte(sealed, 0.2))).toEqual([{ isValid: false, coversAll: true }]);
});

/** A brokerage's certificate issued by an authority, as a file with a password. */
async function ownCertificate({ until = new Date(Date.now() + DAY), password = 'open sesame' } = {}): Promise<string> {
  const [own, authority] = [await pair(), await pair()];
  const certificate = (name: string, issuer: string, publicKey: typeof own.publicKey) => {
    const made = forge.pki.createCertificate();
    made.publicKey = publicKey;
    made.serialNumber = '01';
    made.validity.notBefore = new Date(Date.now() - 2 * DAY);
    made.validity.notAfter = until;
    made.setSubject([{ name: 'commonName', value: name }]);
    made.setIssuer([{ name: 'commonName', value: issuer }]);
    made.sign(authority.key, forge.md.sha256.create());
    return made;
  };
  // The authority first: the key's certificate must be found by the key.
  const both = [
    certificate('Authority', 'Authority', authority.publicKey),
    certificate('Own', 'Authority', own.publicKey),
  ];
  const p12 = forge.pkcs12.toPkcs12Asn1(own.key, both, password, { algorithm: 'aes256' });
  const path = join(dataDir, `${both.length}-${until.getTime()}.p12`);
  await writeFile(path, Buffer.from(forge.asn1.toDer(p12).getBytes(), 'latin1'));
  return path;
}

async function pair() {
  const pem = await promisify(generateKeyPair)('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
  return { key: forge.pki.privateKeyFromPem(pem.privateKey), publicKey: forge.pki.publicKeyFromPem(pem.publicKey) };
}

test('a certificate of one’s own seals, with those that vouch for it; what was sealed before stays valid', async () => {
  const certificate = await openCertificate({ path: await ownCertificate(), password: 'open sesame' });
  const details = { name: 'Own', reason: 'Signed', location: 'Columbus, OH' };
  const now = await sealPdf(await makePdf(), certificate, details);
  expect(await sealsOf(now)).toEqual([{ isValid: true, coversAll: true }]);
  expect(await sealsOf(flipSealedByte(now, 0.2))).toEqual([{ isValid: false, coversAll: true }]);
  const written = Buffer.from(/\/Contents <([0-9a-f]+)>/.exec(now.toString('latin1'))![1]!, 'hex').toString('latin1');
  expect(written).toContain('Authority');
  expect(await sealsOf(sealed)).toEqual([{ isValid: true, coversAll: true }]);
});

test('a certificate that cannot seal is refused with a sentence', async () => {
  const open = (path: string, password = 'open sesame') => openCertificate({ path, password });
  await expect(open(join(dataDir, 'nowhere.p12'))).rejects.toThrow(/^SEAL_CERTIFICATE cannot be read: .*ENOENT/);
  await expect(open(await ownCertificate(), 'wrong')).rejects.toThrow(/SEAL_CERTIFICATE_PASSWORD opens/);
  await expect(open(await ownCertificate({ until: new Date(Date.now() - DAY) }))).rejects.toThrow(/valid today/);
  await writeFile(join(dataDir, 'text.p12'), 'no certificate');
  await expect(open(join(dataDir, 'text.p12'))).rejects.toThrow(/must be a file of PKCS #12/);
});
