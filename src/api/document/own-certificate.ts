import { readFile } from 'node:fs/promises';
import { packCertificate } from './seal.ts';
import type { Certificate } from './seal.ts';

/**
 * Converts the certificate in a PKCS #12 file to the form used for sealing documents: without its password, the key's
 * own certificate first.
 *
 * @throws Error with a sentence for the operator
 */
export async function openCertificate(
  { path, password }: { path: string; password: string },
  now = new Date(),
): Promise<Certificate> {
  const file = await readFile(path).catch((error: NodeJS.ErrnoException) => {
    throw new Error(`SEAL_CERTIFICATE cannot be read: ${path} (${error.code}).`);
  });
  const { default: forge } = await import('node-forge');
  const { oids } = forge.pki;
  const content = (() => {
    try {
      return forge.pkcs12.pkcs12FromAsn1(forge.asn1.fromDer(file.toString('latin1')), false, password);
    } catch {
      throw new Error(
        `SEAL_CERTIFICATE must be a file of PKCS #12 (.p12, .pfx) that SEAL_CERTIFICATE_PASSWORD opens, with an RSA key: ${path}.`,
      );
    }
  })();
  const bags = (bagType: string) => content.getBags({ bagType })[bagType] ?? [];
  const key = [...bags(oids.pkcs8ShroudedKeyBag), ...bags(oids.keyBag)][0]?.key;
  if (!key) throw new Error(`SEAL_CERTIFICATE has no RSA key: ${path}.`);
  const certificates = bags(oids.certBag).flatMap(({ cert }) => (cert ? [cert] : []));
  const own = certificates.find(({ publicKey }) => publicKey.n.equals(key.n));
  if (!own) throw new Error(`SEAL_CERTIFICATE has no certificate of its key: ${path}.`);
  const { notBefore, notAfter } = own.validity;
  if (now < notBefore || now > notAfter)
    throw new Error(
      `SEAL_CERTIFICATE is valid from ${day(notBefore)} to ${day(notAfter)} only: documents need one that is valid today.`,
    );
  const ordered = [own, ...certificates.filter((one) => one !== own)];
  return packCertificate(forge, key, ordered);
}

const day = (at: Date): string => at.toISOString().slice(0, 10);
