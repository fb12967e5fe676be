/** Whether a carrier is mailed loads that fit a search, and when. */
export const LOAD_ALERTS = ['off', 'at-once', 'daily'] as const;
export type LoadAlert = (typeof LOAD_ALERTS)[number];

/** Where alerts go. A carrier without a device that can be told is mailed. */
export const LOAD_CHANNELS = ['mail', 'push', 'both'] as const;
export type LoadChannel = (typeof LOAD_CHANNELS)[number];

export const MOST_SEARCHES = 20;
/** At this hour of the brokerage's clock daily mails begin. */
export const DAILY_HOUR = 7;
