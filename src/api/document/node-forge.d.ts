/** The part of node-forge that creates certificates and signatures; the package ships no types. */
declare module 'node-forge' {
  interface Attribute {
    name: string;
    value: string;
    valueTagClass?: number;
  }
  interface RsaKey {
    /** The modulus, which a private key and its public key share. */
    n: { equals(other: unknown): boolean };
  }
  interface Certificate {
    publicKey: RsaKey;
    serialNumber: string;
    validity: { notBefore: Date; notAfter: Date };
    setSubject(attributes: Attribute[]): void;
    setIssuer(attributes: Attribute[]): void;
    setExtensions(extensions: object[]): void;
    sign(key: unknown, digest: unknown): void;
  }
  /** `digest` ends the computation; the bytes are in a string. */
  interface Digest {
    digest(): { getBytes(): string };
  }
  interface SignedData {
    content: unknown;
    addCertificate(certificate: Certificate): void;
    addSigner(signer: {
      key: { sign(digest: Digest): string };
      certificate: Certificate;
      digestAlgorithm: string;
      authenticatedAttributes: { type: string; value?: unknown }[];
    }): void;
    sign(options: { detached: boolean }): void;
    toAsn1(): unknown;
  }
  type Oid =
    | 'certBag'
    | 'keyBag'
    | 'pkcs8ShroudedKeyBag'
    | 'sha256'
    | 'contentType'
    | 'data'
    | 'signingTime'
    | 'messageDigest';
  interface Bag {
    key: RsaKey | null;
    /** Null for a kind that forge does not support, such as a certificate with an elliptic-curve key. */
    cert: Certificate | null;
  }
  const forge: {
    asn1: { Type: { UTF8: number }; fromDer(bytes: string): unknown; toDer(value: unknown): { getBytes(): string } };
    md: { sha256: { create(): unknown } };
    util: { createBuffer(bytes: string): unknown };
    pki: {
      oids: Record<Oid, string>;
      createCertificate(): Certificate;
      privateKeyFromPem(pem: string): RsaKey;
      privateKeyToPem(key: unknown): string;
      publicKeyFromPem(pem: string): RsaKey;
    };
    pkcs7: { createSignedData(): SignedData };
    pkcs12: {
      toPkcs12Asn1(key: unknown, certificates: Certificate[], password: string, options: object): unknown;
      pkcs12FromAsn1(
        asn1: unknown,
        strict: boolean,
        password: string,
      ): { getBags(filter: { bagType: string }): Record<string, Bag[]> };
    };
  };
  export default forge;
}
