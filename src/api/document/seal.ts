import { generateKeyPair, randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import type forge from 'node-forge';
import { loadOrCreateFile } from '#src/api/configuration/secrets.ts';
import type { SealSigner } from './seal-signer.ts';
import { DAY } from '#src/machines/calendar/durations.ts';

/** A private key with its certificate, as PKCS #12. */
export type Certificate = Buffer;

export interface SealDetails {
  /** The sealing party: the brokerage. */
  readonly name: string;
  /** The reason, such as "Signed by Ann Miller on 2026-11-21". */
  readonly reason: string;
  /** The location, such as "Columbus, OH". */
  readonly location: string;
}

const fileName = 'document-seal.p12';
const years = 10;
/** Bytes reserved for the signature inside the document; ours takes about 2,600. */
const signatureLength = 8_192;

/**
 * The certificate that seals documents, generated on first use and kept in `dataDir/secrets` (0600). It is self-signed:
 * it proves to a reader that a document has not changed since, not that a third party vouches for us.
 *
 * @param issuer name of the brokerage
 */
export async function loadCertificate(dataDir: string, issuer: string): Promise<Certificate> {
  return await loadOrCreateFile(dataDir, fileName, () => makeCertificate(issuer));
}

/**
 * Adds an invisible signature over all bytes of the document (PAdES basic, `adbe.pkcs7.detached`), so that every PDF
 * reader shows any later change. Expects a document as pdfkit writes it, with a plain cross-reference table.
 */
export async function sealPdf(
  pdf: Buffer,
  certificate: Certificate,
  details: SealDetails,
  at = new Date(),
): Promise<Buffer> {
  const [{ plainAddPlaceholder }, { SealSigner }, { SignPdf }] = await Promise.all([
    import('@signpdf/placeholder-plain'),
    import('./seal-signer.ts'),
    import('@signpdf/signpdf'),
  ]);
  if (!opened?.certificate.equals(certificate)) opened = { certificate, signer: new SealSigner(certificate) };
  const prepared = plainAddPlaceholder({
    pdfBuffer: pdf,
    name: plainLetters(details.name, 200),
    reason: plainLetters(details.reason, 200),
    location: plainLetters(details.location, 200),
    contactInfo: '',
    signingTime: at,
    signatureLength,
  });
  return await new SignPdf().sign(prepared, opened.signer, at);
}

/** The last certificate used: opening it takes longer than signing. */
let opened: { certificate: Certificate; signer: SealSigner } | undefined;

async function makeCertificate(issuer: string): Promise<Certificate> {
  const { default: forge } = await import('node-forge');
  // Node generates the keys in another thread: forge would block for seconds.
  const pem = await promisify(generateKeyPair)('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
  const key = forge.pki.privateKeyFromPem(pem.privateKey);
  const certificate = forge.pki.createCertificate();
  certificate.publicKey = forge.pki.publicKeyFromPem(pem.publicKey);
  // Positive, as RFC 5280 requires: the first bit is 0.
  certificate.serialNumber = `01${randomBytes(15).toString('hex')}`;
  certificate.validity.notBefore = new Date(Date.now() - DAY);
  certificate.validity.notAfter = new Date(Date.now() + years * 365 * DAY);
  const name = { value: plainLetters(issuer, 64) || 'Brokerage', valueTagClass: forge.asn1.Type.UTF8 };
  const subject = [
    { name: 'commonName', ...name },
    { name: 'organizationName', ...name },
  ];
  certificate.setSubject(subject);
  certificate.setIssuer(subject);
  certificate.setExtensions([
    { name: 'basicConstraints', cA: false, critical: true },
    { name: 'keyUsage', digitalSignature: true, nonRepudiation: true, critical: true },
    { name: 'subjectKeyIdentifier' },
  ]);
  certificate.sign(key, forge.md.sha256.create());
  return packCertificate(forge, key, [certificate]);
}

/**
 * A key with its certificates, its own first, as PKCS #12. No password: it would have to be stored beside the file, which
 * only we can read anyway. So its key is derived once: repeating that would only delay opening it.
 */
export function packCertificate(
  { asn1, pkcs12 }: typeof forge,
  key: unknown,
  certificates: ReturnType<typeof forge.pki.createCertificate>[],
): Certificate {
  const packed = pkcs12.toPkcs12Asn1(key, certificates, '', { algorithm: 'aes256', count: 1 });
  return Buffer.from(asn1.toDer(packed).getBytes(), 'latin1');
}

/**
 * The libraries write non-ASCII letters in two encodings at once: readers would show garbage, or not find the
 * certificate at all. The document itself keeps every name unchanged.
 */
function plainLetters(text: string, longest: number): string {
  return text
    .normalize('NFKD')
    .replaceAll(/[^ -~]/g, '')
    .trim()
    .slice(0, longest);
}
