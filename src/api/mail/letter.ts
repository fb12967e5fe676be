/** The content of one mail; the plain text and the HTML say the same. */
export interface Letter {
  subject: string;
  text: string;
  html: string;
}

/** Name and value, and a URL for details. */
export type Fact = readonly [name: string, value: string, url?: string];

export interface LetterParts {
  subject: string;
  greeting: string;
  paragraphs: string[];
  /** Label and value pairs, shown as a small table. */
  facts?: readonly Fact[];
  /** Several of a kind, such as leads: each name gets its own line, because a route is longer than a label. */
  list?: readonly Fact[];
  button?: { label: string; url: string };
  /** Below the button: when the link expires, and what to do otherwise. */
  after?: string[];
}

/** Renders a mail. Everything is text and is escaped; nothing that a person wrote becomes markup. */
export function letter(given: LetterParts): Letter {
  const { greeting, paragraphs, facts = [], list = [], button, after = [] } = given;
  const text = [
    greeting,
    ...paragraphs,
    ...[list, facts].filter(({ length }) => length > 0).map(linesOf),
    ...(button ? [`${button.label}:\n${button.url}`] : []),
    ...after,
  ].join('\n\n');
  const html = [
    paragraph(greeting),
    ...paragraphs.map(paragraph),
    list.length ? table(list.map(item)) : '',
    facts.length ? table(facts.map(fact)) : '',
    button ? buttonTable(button) : '',
    ...after.map((line) => `<p class="quiet" style="${QUIET}">${linked(line)}</p>`),
  ].join('\n');
  return { subject: given.subject.replaceAll(/\s+/g, ' ').trim(), text, html };
}

/** The styles of every mail; `class` marks what the frame changes on dark screens. */
export const FONT = `font-family:system-ui,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif`;
const INK = `margin:0 0 16px;color:#111827;${FONT};font-size:16px;line-height:24px`;
const QUIET = `margin:0 0 12px;color:#4b5563;${FONT};font-size:14px;line-height:21px`;
const CELL = `${FONT};font-size:15px;line-height:22px;padding:10px 14px;vertical-align:top`;
const GREEN = '#15803d';

const paragraph = (line: string) => `<p class="ink" style="${INK}">${written(line)}</p>`;

const linesOf = (facts: readonly Fact[]) =>
  facts.map(([label, value, url]) => `${value ? `${label}: ${value}` : label}${url ? ` ${url}` : ''}`).join('\n');

/** Keeps a phone number or a reference on one line; an email address breaks after its @ rather than within a word. */
const unbroken = (text: string) =>
  escapeHtml(text)
    .replaceAll(/\(\d{3}\) \d{3}-\d{4}|\b[A-Z]{1,2}-\d+\b/g, '<span style="white-space:nowrap">$&</span>')
    .replaceAll(/(?<=\S)@(?=\S)/g, '@<wbr>');

const written = (text: string) => unbroken(text).replaceAll('\n', '<br>');

const line = (index: number) => (index === 0 ? '' : ';border-top:1px solid #e5e7eb');

const opens = (url: string | undefined) => (url ? `<br>${link(url, 'Open')}` : '');

const fact = ([label, value, url]: Fact, index: number) =>
  `<tr><td class="quiet line" width="32%" style="${CELL};color:#4b5563${line(index)}">${written(label)}</td><td class="ink line" style="${CELL};word-break:break-word;color:#111827;font-weight:700${line(index)}">${written(value)}${opens(url)}</td></tr>`;

/** An item without a value is a remark about the list. */
const item = ([name, value, url]: Fact, index: number) => {
  const quiet = (text: string) => `<div class="quiet" style="color:#4b5563">${written(text)}</div>`;
  const words = value ? `<div style="font-weight:700">${written(name)}</div>${quiet(value)}` : quiet(name);
  return `<tr><td class="ink line" style="${CELL};word-break:break-word;color:#111827${line(index)}">${words}${url ? link(url, 'Open') : ''}</td></tr>`;
};

/** Rows as a separate card. */
const table = (rows: readonly string[]) =>
  `<table role="presentation" class="box" width="100%" cellpadding="0" cellspacing="0" border="0" style="width:100%;margin:8px 0 20px;background-color:#f9fafb;border:1px solid #e5e7eb;border-collapse:separate;border-radius:8px">${rows.join('')}</table>`;

/** The cell has the color, too, because Outlook gives a link no padding of its own. */
function buttonTable({ label, url }: { label: string; url: string }): string {
  return `<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:8px 0 24px"><tr><td bgcolor="${GREEN}" style="background-color:${GREEN};border-radius:8px"><a href="${escapeHtml(url)}" style="display:inline-block;padding:13px 22px;border:1px solid ${GREEN};border-radius:8px;color:#ffffff;${FONT};font-size:16px;line-height:20px;font-weight:700;text-decoration:none">${escapeHtml(label)}</a></td></tr></table>`;
}

const link = (url: string, words: string, style = '') =>
  `<a class="link" href="${escapeHtml(url)}" style="color:${GREEN}${style}">${escapeHtml(words)}</a>`;

/**
 * Makes URLs in our own texts clickable: a URL after a colon at the end of a sentence is linked with that sentence as
 * its text, any other as it is written, without a period that follows it.
 */
function linked(line: string): string {
  const [, before = '', words, at] = /^(.*[.?!] )?([^.?!]+): (https?:\/\/\S*[^\s.,;:!?)])$/.exec(line) ?? [];
  if (words && at) return unbroken(before) + link(at, words);
  return line
    .split(/(https?:\/\/[^\s<]*[^\s<.,;:!?)])/)
    .map((part, index) => (index % 2 === 1 ? link(part, part, ';word-break:break-all') : unbroken(part)))
    .join('');
}

export function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}

const calendarDay = new Intl.DateTimeFormat('en-US', {
  weekday: 'short',
  month: 'short',
  day: 'numeric',
  year: 'numeric',
  timeZone: 'UTC',
});

/** "Fri, Dec 4, 2026" for a calendar date. */
export const longDate = (date: string): string => calendarDay.format(new Date(`${date}T12:00:00Z`));

/** The days of a window, or its only day. */
export const longDays = (first: string, last: string | null): string =>
  last === null || last === first ? longDate(first) : `${longDate(first)} to ${longDate(last)}`;
