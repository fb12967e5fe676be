import tzLookup from '@photostructure/tz-lookup';

/** The IANA time zone of a place, from a map that the package ships. */
export const zoneAt = ({ lat, lng }: { lat: number; lng: number }): string => tzLookup(lat, lng);
