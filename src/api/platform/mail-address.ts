/** The message is a sentence for the person who gave the address. */
export class MailAddressRefused extends Error {
  constructor() {
    super('This is not one e-mail address.');
    this.name = 'MailAddressRefused';
  }
}

/**
 * One plain address: no name, no list, no group, no comment, no quoting (RFC 5322 allows far more, and all of it has
 * been used to smuggle in more recipients or headers).
 *
 * @throws MailAddressRefused
 */
export function checkedAddress(address: string): string {
  const plain = /^[^\s@<>()[\]\\,;:"\p{Cc}]{1,64}@[\p{L}\p{N}](?:[\p{L}\p{N}.-]{0,250}[\p{L}\p{N}])?$/u;
  if (address.length > 254 || !plain.test(address) || address.includes('..')) throw new MailAddressRefused();
  return address;
}

/** Text for a header: on one line, and no longer than a subject should be. */
export function headerText(text: string): string {
  return text.replaceAll(/[\p{Cc}\u2028\u2029\s]+/gu, ' ').trim().slice(0, 200);
}
