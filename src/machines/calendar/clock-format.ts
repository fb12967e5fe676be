/**
 * Instants as `options` write them, in an IANA zone, or where the person sits without one. Of each zone one formatter is
 * made and kept: making it takes longer than drawing the row that needs it.
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
