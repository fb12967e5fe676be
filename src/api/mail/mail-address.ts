import { isPlainAddress } from '#src/machines/account/mail-address.ts';

/** The message is a sentence for the person who entered the address. */
export class MailAddressRefused extends Error {
  constructor() {
    super('Enter one email address.');
    this.name = 'MailAddressRefused';
  }
}

/** One plain address. @throws MailAddressRefused */
export function checkedAddress(address: string): string {
  if (!isPlainAddress(address)) throw new MailAddressRefused();
  return address;
}

/** Providers that ignore dots in mailbox names, by domain, with the canonical domain. */
const DOTLESS: Record<string, string> = { 'gmail.com': 'gmail.com', 'googlemail.com': 'gmail.com' };

/** Normalizes an address to its mailbox: no letter case, no `+tag`, and no dots where the provider ignores them. */
export function mailboxOf(address: string): string {
  const at = address.lastIndexOf('@');
  const domain = address.slice(at + 1).toLowerCase();
  const name = address.slice(0, at).toLowerCase().split('+')[0]!;
  const canonical = DOTLESS[domain];
  return canonical ? `${name.replaceAll('.', '')}@${canonical}` : `${name}@${domain}`;
}

/** Text for a header: on one line, and no longer than a subject should be. */
export function headerText(text: string): string {
  return text
    .replaceAll(/[\p{Cc}\u2028\u2029\s]+/gu, ' ')
    .trim()
    .slice(0, 200);
}
