/**
 * The one table of ceilings: how often someone may do what. They are far above what people do and far below what a
 * program can do, so that nobody working here reaches one. `call-ceilings.ts` assigns them to calls.
 */

/**
 * Whose requests are counted together: those of one account (for guests: one address), of one address, or through one
 * link.
 */
export type By = 'person' | 'address' | 'link';

export interface Rate {
  readonly by: By;
  readonly times: number;
  readonly seconds: number;
}

const MINUTE = 60;
const HOUR = 3600;
const DAY = 86_400;

/** An office has some thirty people behind one address; a link is opened by one household. */
const person = (times: number, seconds = MINUTE): Rate => ({ by: 'person', times, seconds });
const address = (times: number, seconds = MINUTE): Rate => ({ by: 'address', times, seconds });
const link = (times: number, seconds = MINUTE): Rate => ({ by: 'link', times, seconds });

/** Counted in each node's memory as requests come in, whatever the response, including refused ones. */
export const CEILINGS = {
  /** One screen makes up to twenty requests, and again after every live change. */
  read: [person(1800)],
  /** Search as you type. */
  search: [person(600)],
  write: [person(300)],
  /** Calls that send mail, or create a link to send. */
  mail: [person(60), person(1000, DAY)],
  upload: [person(60), person(2000, DAY)],
  /** An account's picture, which is re-encoded. */
  picture: [person(10), person(100, DAY)],
  /** A lead page shows a preview of each photo. */
  file: [person(600)],
  archive: [person(30)],
  /** A document is rendered and sealed afterwards. */
  signing: [person(20)],
  /** Calls to third parties: payments, or the assistant's responses. */
  payment: [person(60)],
  /** A browser reports it every three seconds. */
  typing: [person(60)],
  /** Streams that are opened; `OPEN_AT_ONCE` limits how many are open at once. */
  live: [person(300), address(1200)],
  /** Wrong passwords have a separate, much lower limit. */
  signIn: [address(300)],
  refresh: [address(1200)],
  /** Calls that send mail to a stranger; `BUDGETS` sets lower limits. */
  guestMail: [address(120)],
  /** With the token from an email. */
  mailToken: [address(120)],
  linkRead: [link(240), address(1200)],
  linkWrite: [link(60), address(300)],
  linkUpload: [link(40), link(600, DAY), address(300)],
  linkFile: [link(240), address(1200)],
  /** Documents that are rendered on request, one at a time for everyone. */
  linkDocument: [link(12), link(120, DAY), address(120)],
  linkSigning: [link(10), link(100, DAY), address(120)],
  linkPayment: [link(60), address(300)],
  linkTyping: [link(40), address(600)],
  reservation: [address(60)],
  intake: [address(3000)],
  webhook: [address(6000)],
  /** GraphQL queries, writes, and new subscriptions, whatever they request from the REST API. */
  operation: [person(1800), address(18_000)],
} satisfies Record<string, readonly Rate[]>;

export type CeilingName = keyof typeof CEILINGS;

/** Counted in the database, across all nodes: what costs other people something. */
export const BUDGETS = {
  /** Guests' requests that may send mail, per address. */
  guestMails: { times: 20, seconds: HOUR },
  /** Mails of one kind to one mailbox; beyond them none is sent, without notice. */
  mailbox: { times: 5, seconds: HOUR },
  /** Mails that a signed-in person causes to mailboxes of their choice. */
  memberMails: { times: 20, seconds: HOUR },
  /** Leads per provider. */
  providerLeads: { times: 2000, seconds: HOUR },
  /** Reservations per address. */
  reservations: { times: 40, seconds: HOUR },
  /** Quotes that one member sends by mail. */
  memberQuotes: { times: 120, seconds: DAY },
  /** Quotes from one business to one household. */
  businessQuotes: { times: 5, seconds: DAY },
  /** Mails from agents to one household. */
  householdMails: { times: 20, seconds: DAY },
  /** Quotes to one household, from all businesses together. */
  householdQuotes: { times: 25, seconds: DAY },
} as const;

/** What may be open at the same time. */
export const OPEN_AT_ONCE = {
  /** Live streams at the REST API: each tab has one. */
  streamsOfPerson: 30,
  streamsOfLink: 10,
  streamsOfAddress: 600,
  /** Unpaid purchases per address and per mailbox, and the shares that they hold. */
  reservationsOfEmail: 3,
  sharesOfEmail: 60,
  reservationsOfAddress: 5,
  sharesOfAddress: 75,
  /** Sign-ins from one address that are being delayed. */
  delayedOfAddress: 5,
} as const;

/** Expensive work: how much at once, how much may wait, and how long one piece may take. */
export const WORK = {
  /** Photos that are re-encoded; each takes up to 200 MB. */
  images: { atOnce: 2, waiting: 40, seconds: 20 },
  /** Argon2 takes 19 MiB and a thread of the pool that also reads files. */
  passwords: { atOnce: 2, waiting: 200, seconds: 20 },
  /** Searches for misspelled places, one at a time: each blocks the thread that serves everyone for some 15 ms. */
  places: { atOnce: 1, waiting: 60, seconds: 3 },
  /** Documents rendered in their own thread, which is terminated when a document exceeds the memory. */
  documents: { atOnce: 1, waiting: 200, seconds: 60, megabytes: 256 },
} as const;

/** A file of leads that an operator imports: anything beyond is a mistake, or must be split. */
export const IMPORT = { bytes: 100 * 1024 * 1024, rows: 200_000, bad: 5000 } as const;
