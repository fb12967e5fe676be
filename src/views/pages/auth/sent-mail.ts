/**
 * To whom a mail was sent from a page before the door, so that the next page can name the address, and send it again.
 * Kept in the tab and not in the address of the page, which ends up in histories and logs.
 */
export type MailKind = 'reset' | 'confirmation';

export interface SentMail {
  email: string;
  /** Milliseconds since 1970. */
  at: number;
}

const keyOf = (kind: MailKind) => `auth:sent-${kind}`;

export function readSentMail(kind: MailKind): SentMail | null {
  try {
    return JSON.parse(sessionStorage.getItem(keyOf(kind)) ?? 'null') as SentMail | null;
  } catch {
    return null;
  }
}

export function keepSentMail(kind: MailKind, email: string): void {
  try {
    sessionStorage.setItem(keyOf(kind), JSON.stringify({ email, at: Date.now() } satisfies SentMail));
  } catch {
    // The next page does without the address.
  }
}
