import tzLookup from '@photostructure/tz-lookup';

/** Whether this is the name of a known time zone, such as America/Chicago. */
export function isZone(zone: string): boolean {
  try {
    new Intl.DateTimeFormat('en-US', { timeZone: zone });
    return true;
  } catch {
    return false;
  }
}

/** The IANA time zone of a place, from a map that the package ships. */
export const zoneAt = ({ lat, lng }: { lat: number; lng: number }): string => tzLookup(lat, lng);
