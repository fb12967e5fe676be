/** Lengths of time in milliseconds, as `Date` counts them. A day of people may be longer or shorter: see `days.ts`. */
export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;
