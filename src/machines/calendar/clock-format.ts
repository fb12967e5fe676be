/**
 * Formats instants with `options` in an IANA zone, by default in the browser's own. One formatter per zone is cached,
 * because creating one takes longer than rendering the row that needs it.
 */
export function clockFormat(options: Intl.DateTimeFormatOptions, locale = 'en-US') {
  const made = new Map<string | undefined, Intl.DateTimeFormat>();
  return (timeZone?: string): Intl.DateTimeFormat => {
    const known = made.get(timeZone);
    if (known) return known;
    const format = new Intl.DateTimeFormat(locale, timeZone === undefined ? options : { ...options, timeZone });
    made.set(timeZone, format);
    return format;
  };
}
