/** How often a mailbox is notified of new leads; leads between two emails are combined. */
export const MAIL_FREQUENCIES = ['at-once', 'daily', 'weekly'] as const;
export type MailFrequency = (typeof MAIL_FREQUENCIES)[number];

/** The hour at the brokerage from which daily and weekly emails are sent. */
export const MAIL_HOUR = 7;
