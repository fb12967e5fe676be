/**
 * Calendars in the format of RFC 5545: lines of at most 75 octets, longer ones folded (3.1), texts escaped (3.3.11),
 * all-day events that end on the following day (3.6.1).
 */
export interface IcalEvent {
  uid: string;
  /** The revision number. */
  sequence: number;
  /** UTC ISO 8601 */
  changedAt: string;
  firstDay: string;
  dayAfter: string;
  summary: string;
  location: string;
  description: string;
  url: string;
}

const OCTETS = 75;

/** A calendar that programs should reload every hour. */
export function icalOf(name: string, events: readonly IcalEvent[]): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Lead platform//Calendar//EN',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    `NAME:${escaped(name)}`,
    `X-WR-CALNAME:${escaped(name)}`,
    'REFRESH-INTERVAL;VALUE=DURATION:PT1H',
    'X-PUBLISHED-TTL:PT1H',
    ...events.flatMap((event) => [
      'BEGIN:VEVENT',
      `UID:${event.uid}`,
      `DTSTAMP:${stampOf(event.changedAt)}`,
      `LAST-MODIFIED:${stampOf(event.changedAt)}`,
      `SEQUENCE:${event.sequence}`,
      `DTSTART;VALUE=DATE:${event.firstDay.replaceAll('-', '')}`,
      `DTEND;VALUE=DATE:${event.dayAfter.replaceAll('-', '')}`,
      `SUMMARY:${escaped(event.summary)}`,
      `LOCATION:${escaped(event.location)}`,
      `DESCRIPTION:${escaped(event.description)}`,
      `URL:${event.url}`,
      'STATUS:CONFIRMED',
      'TRANSP:TRANSPARENT',
      'END:VEVENT',
    ]),
    'END:VCALENDAR',
  ];
  return lines.map((line) => `${folded(line)}\r\n`).join('');
}

const escaped = (text: string): string =>
  text
    .replaceAll(/[\\;,]/g, (character) => `\\${character}`)
    .replaceAll(/\r\n|\r|\n/g, '\\n')
    // oxlint-disable-next-line no-control-regex
    .replaceAll(/[\u0000-\u0008\u000b-\u001f\u007f]/g, '');

/** "20261204T093000Z" */
const stampOf = (instant: string): string => `${new Date(instant).toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`;

/** Never splits a character; the leading space of a continuation line counts toward the 75 octets. */
function folded(line: string): string {
  const parts: string[] = [];
  let part = '';
  let octets = 0;
  for (const character of line) {
    const size = Buffer.byteLength(character);
    if (octets + size > OCTETS) {
      parts.push(part);
      part = ' ';
      octets = 1;
    }
    part += character;
    octets += size;
  }
  return [...parts, part].join('\r\n');
}
