/** How long data is kept: the default days, and the minimum that operation requires. */
export const PERIODS = {
  requests: { variable: 'KEEP_REQUESTS_DAYS', days: 1095, minimum: 30 },
  purchases: { variable: 'KEEP_PURCHASES_DAYS', days: 2555, minimum: 180 },
  chats: { variable: 'KEEP_CHATS_DAYS', days: 730, minimum: 30 },
  mails: { variable: 'KEEP_MAILS_DAYS', days: 365, minimum: 7 },
  notices: { variable: 'KEEP_NOTICES_DAYS', days: 90, minimum: 1 },
  refusals: { variable: 'KEEP_REFUSALS_DAYS', days: 400, minimum: 1 },
  // Jobs record their effects in the same table, and retry for less than two days.
  keys: { variable: 'KEEP_KEYS_DAYS', days: 2, minimum: 2 },
} as const;

export type Kept = keyof typeof PERIODS;
/** Days by kind of data. */
export type Retention = Readonly<Record<Kept, number>>;

export const KEPT = Object.keys(PERIODS) as Kept[];
export const MAXIMUM_DAYS = 36_500;
