import { constants, createPrivateKey, privateEncrypt } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import { Signer } from '@signpdf/utils';
import forge from 'node-forge';

/** The prefix of a SHA-256 hash that is signed (RFC 8017, 9.2, note 1). */
const SHA256_INFO = Buffer.from('3031300d060960864801650304020105000420', 'hex');

/**
 * Signs documents with a key and its certificate. The library's own signer opens the PKCS #12 anew for each document
 * and computes RSA in JavaScript, which takes longer than everything else; this one opens it once and signs with Node.
 */
export class SealSigner extends Signer {
  readonly #key: KeyObject;
  readonly #certificate: ReturnType<typeof forge.pki.createCertificate>;
  /** The certificates that vouch for it, up to one that readers trust. */
  readonly #chain: ReturnType<typeof forge.pki.createCertificate>[];

  /** @param p12 PKCS #12 with one key, its certificate, and the chain above it, without a password */
  constructor(p12: Buffer) {
    super();
    const { oids } = forge.pki;
    const content = forge.pkcs12.pkcs12FromAsn1(forge.asn1.fromDer(p12.toString('latin1')), false, '');
    const bags = (bagType: string) => content.getBags({ bagType })[bagType]!;
    this.#key = createPrivateKey(forge.pki.privateKeyToPem(bags(oids.pkcs8ShroudedKeyBag)[0]!.key));
    const [own, ...chain] = bags(oids.certBag).map(({ cert }) => cert!);
    this.#certificate = own!;
    this.#chain = chain;
  }

  /** @returns the detached signature as PKCS #7 in DER */
  override async sign(pdf: Buffer, at = new Date()): Promise<Buffer> {
    const { oids } = forge.pki;
    const data = forge.pkcs7.createSignedData();
    data.content = forge.util.createBuffer(pdf.toString('latin1'));
    for (const certificate of [this.#certificate, ...this.#chain]) data.addCertificate(certificate);
    data.addSigner({
      key: { sign: (digest) => this.#signed(Buffer.from(digest.digest().getBytes(), 'latin1')).toString('latin1') },
      certificate: this.#certificate,
      digestAlgorithm: oids.sha256,
      // European validators expect them in this order.
      authenticatedAttributes: [
        { type: oids.contentType, value: oids.data },
        { type: oids.signingTime, value: at },
        { type: oids.messageDigest },
      ],
    });
    data.sign({ detached: true });
    return Buffer.from(forge.asn1.toDer(data.toAsn1()).getBytes(), 'latin1');
  }

  #signed(hash: Buffer): Buffer {
    return privateEncrypt({ key: this.#key, padding: constants.RSA_PKCS1_PADDING }, Buffer.concat([SHA256_INFO, hash]));
  }
}
