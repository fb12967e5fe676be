/** Who writes about a job: its carrier, or the brokerage. */
export const SIDES = ['carrier', 'broker'] as const;
export type Side = (typeof SIDES)[number];

/** The topic of a message, if the carrier chose one. */
export const TOPICS = ['payment'] as const;
export type Topic = (typeof TOPICS)[number];

export const LONGEST_MESSAGE = 4000;
/** The number of newest messages shown; there are hardly ever more for one move. */
export const MESSAGES_SHOWN = 300;
/** A carrier that has not read a message after this time is notified by email. */
export const MAILED_AFTER_MINUTES = 5;
/** While a message from within this time is unread, agents are not notified of another one. */
export const TOLD_AGAIN_MINUTES = 60;
