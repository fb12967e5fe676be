/** Whether and when a carrier is notified of loads that match a search. */
export const LOAD_ALERTS = ['off', 'at-once', 'daily'] as const;
export type LoadAlert = (typeof LOAD_ALERTS)[number];

/** Where alerts are sent. A carrier without a device for push notifications is notified by email. */
export const LOAD_CHANNELS = ['mail', 'push', 'both'] as const;
export type LoadChannel = (typeof LOAD_CHANNELS)[number];

export const MOST_SEARCHES = 20;
/** The hour at the brokerage when daily emails start. */
export const DAILY_HOUR = 7;
