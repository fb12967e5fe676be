import tzLookup from '@photostructure/tz-lookup';

/** Whether this names a time zone that the calendar knows, such as America/Chicago. */
export function isZone(zone: string): boolean {
  try {
    new Intl.DateTimeFormat('en-US', { timeZone: zone });
    return true;
  } catch {
    return false;
  }
}

/** The IANA zone of a place, from a map of zones that the package ships. */
export const zoneAt = ({ lat, lng }: { lat: number; lng: number }): string => tzLookup(lat, lng);
