/** One mail as a person reads it; the plain text and the HTML say the same. */
export interface Letter {
  subject: string;
  text: string;
  html: string;
}

export interface LetterParts {
  subject: string;
  greeting: string;
  paragraphs: string[];
  /** Label and value pairs, set as a small table. */
  facts?: [string, string][];
  button?: { label: string; url: string };
  /** Below the button: when the link ends, what to do otherwise. */
  after?: string[];
}

/** Writes a mail. Everything is text and is escaped; nothing that a person wrote becomes markup. */
export function letter(given: LetterParts): Letter {
  const { greeting, paragraphs, facts = [], button, after = [] } = given;
  const text = [
    greeting,
    ...paragraphs,
    ...(facts.length ? [facts.map(([label, value]) => `${label}: ${value}`).join('\n')] : []),
    ...(button ? [`${button.label}:\n${button.url}`] : []),
    ...after,
  ].join('\n\n');
  const html = [
    paragraph(greeting),
    ...paragraphs.map(paragraph),
    facts.length
      ? `<table role="presentation" style="border-collapse:collapse;margin:16px 0">${facts
          .map(
            ([label, value]) =>
              `<tr><td style="padding:4px 16px 4px 0;color:#4b5563">${escapeHtml(label)}</td><td style="padding:4px 0">${escapeHtml(value)}</td></tr>`,
          )
          .join('')}</table>`
      : '',
    button
      ? `<p style="margin:24px 0"><a href="${escapeHtml(button.url)}" style="background:#15803d;color:#ffffff;padding:12px 20px;border-radius:8px;text-decoration:none;font-weight:600;display:inline-block">${escapeHtml(button.label)}</a></p>`
      : '',
    ...after.map((line) => `<p style="margin:0 0 12px;color:#4b5563;font-size:14px">${linked(line)}</p>`),
  ].join('');
  return { subject: given.subject.replaceAll(/\s+/g, ' ').trim(), text, html };
}

const paragraph = (line: string) => `<p style="margin:0 0 16px">${escapeHtml(line).replaceAll('\n', '<br>')}</p>`;

/** Addresses in what we write ourselves can be pressed; the full stop behind one is the sentence’s. */
const linked = (line: string): string =>
  escapeHtml(line).replaceAll(/https?:\/\/[^\s<]*[^\s<.,;:!?)]/g, (url) => `<a href="${url}">${url}</a>`);

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
