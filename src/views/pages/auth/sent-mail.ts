/**
 * The recipient of an email requested before sign-in, so that the next page can name the address and send it again.
 * Kept in the tab rather than the URL, which ends up in histories and logs.
 */
export type MailKind = 'reset' | 'confirmation';

export interface SentMail {
  email: string;
  /** Milliseconds since 1970. */
  at: number;
}

export const keyOf = (kind: MailKind) => `auth:sent-${kind}`;

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
    // Without it, the next page does not show the address.
  }
}
