/** Checking a name takes 0.1 ms. */
const known = new Set<string>();
/** There are some 600 names; in other letter cases, any number of them. */
const MAXIMUM_KNOWN = 1000;

/** Whether this is the name of a known time zone, such as America/Chicago. */
export function isZone(zone: string): boolean {
  if (known.has(zone)) return true;
  try {
    new Intl.DateTimeFormat('en-US', { timeZone: zone });
    if (known.size < MAXIMUM_KNOWN) known.add(zone);
    return true;
  } catch {
    return false;
  }
}
