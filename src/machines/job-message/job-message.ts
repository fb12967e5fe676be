/** Who writes about a job: its carrier, or the brokerage. */
export const SIDES = ['carrier', 'broker'] as const;
export type Side = (typeof SIDES)[number];

/** What a message is about, where the carrier chose it. */
export const TOPICS = ['payment'] as const;
export type Topic = (typeof TOPICS)[number];

export const LONGEST_MESSAGE = 4000;
/** So many are shown, the newest; there are hardly ever more about one move. */
export const MESSAGES_SHOWN = 300;
/** A carrier that has not read a message after so long is mailed. */
export const MAILED_AFTER_MINUTES = 5;
/** Within this time of a message that nobody has read yet, agents are not told of another one. */
export const TOLD_AGAIN_MINUTES = 60;
