/** Durations in milliseconds, as used by `Date`. A calendar day may be longer or shorter: see `days.ts`. */
export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;
