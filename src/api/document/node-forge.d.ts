/** The part of node-forge that makes certificates; the package ships no types. */
declare module 'node-forge' {
  interface Attribute {
    name: string;
    value: string;
    valueTagClass?: number;
  }
  interface Certificate {
    publicKey: unknown;
    serialNumber: string;
    validity: { notBefore: Date; notAfter: Date };
    setSubject(attributes: Attribute[]): void;
    setIssuer(attributes: Attribute[]): void;
    setExtensions(extensions: object[]): void;
    sign(key: unknown, digest: unknown): void;
  }
  const forge: {
    asn1: { Type: { UTF8: number }; toDer(value: unknown): { getBytes(): string } };
    md: { sha256: { create(): unknown } };
    pki: {
      createCertificate(): Certificate;
      privateKeyFromPem(pem: string): unknown;
      publicKeyFromPem(pem: string): unknown;
    };
    pkcs12: { toPkcs12Asn1(key: unknown, certificates: Certificate[], password: string, options: object): unknown };
  };
  export default forge;
}
