/**
 * Whether this is one plain address: no name, list, group, comment, or quoting. RFC 5322 allows far more, and all of it
 * has been used to smuggle in more recipients or headers.
 */
export function isPlainAddress(address: string): boolean {
  const plain = /^[^\s@<>()[\]\\,;:"\p{Cc}]{1,64}@[\p{L}\p{N}](?:[\p{L}\p{N}.-]{0,250}[\p{L}\p{N}])?$/u;
  return address.length <= 254 && plain.test(address) && !address.includes('..');
}
