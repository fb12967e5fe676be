/**
 * Blanks in the emails that agents write to clients: `{{client first name}}` in a subject or text is replaced with data
 * from the lead. The list is closed, so that an email cannot contain data that is not meant for the client.
 */
export const MAIL_BLANKS = {
  'client first name': 'Casey',
  'client name': 'Casey Morgan',
  route: 'Columbus, OH to Austin, TX',
  'pick-up city': 'Columbus, OH',
  'drop-off city': 'Austin, TX',
  'pick-up date': 'Fri, Dec 4, 2026',
  reference: 'L-10482',
  'quote total': '$4,250.00',
  'quote valid until': 'Mon, Nov 30, 2026',
  'balance due': '$3,950.00',
  'agent name': 'Dana Whitfield',
  'agent phone': '(614) 555-0123',
  'brokerage name': 'Northstar Moving Brokers',
  'brokerage phone': '(614) 555-0100',
} as const;

export type MailBlank = keyof typeof MAIL_BLANKS;
/** Null: the lead has no value for it. */
export type BlankValues = Readonly<Record<MailBlank, string | null>>;

export const MAIL_NAME_LENGTH = 80;
export const MAIL_SUBJECT_LENGTH = 200;
export const MAIL_TEXT_LENGTH = 10_000;

const BLANK = /\{\{([^{}]*)\}\}/g;
const nameOf = (written: string): string => written.trim().replaceAll(/\s+/g, ' ').toLowerCase();
const isBlank = (name: string): name is MailBlank => Object.hasOwn(MAIL_BLANKS, name);

/** Errors in the blanks of a text, one sentence each. */
export function wrongBlanks(text: string): string[] {
  const unknown = [...text.matchAll(BLANK)].map(([, written]) => written!).filter((name) => !isBlank(nameOf(name)));
  const sentences = [...new Set(unknown)].map((name) => `“{{${name.trim()}}}” isn’t a known blank.`);
  if (/\{\{|\}\}/.test(text.replaceAll(BLANK, '')))
    sentences.push('A blank is missing its opening or closing braces. Write it as {{client name}}.');
  return sentences;
}

/** The text as one client reads it. A blank without a value stays as it is, and is listed in `missing`. */
export function fillBlanks(text: string, values: BlankValues): { text: string; missing: MailBlank[] } {
  const missing = new Set<MailBlank>();
  const filled = text.replaceAll(BLANK, (written, inner: string) => {
    const name = nameOf(inner);
    if (!isBlank(name)) return written;
    const value = values[name];
    if (value === null) missing.add(name);
    return value ?? written;
  });
  return { text: filled, missing: [...missing] };
}
