/** How often a mailbox is told of new leads; what comes between two mails comes together. */
export const MAIL_FREQUENCIES = ['at-once', 'daily', 'weekly'] as const;
export type MailFrequency = (typeof MAIL_FREQUENCIES)[number];

/** From this hour of the brokerage's day on, daily and weekly mails are sent. */
export const MAIL_HOUR = 7;
