/**
 * The one table of ceilings: how often somebody may do what. They stand far above what people do and far below what a
 * program can, so that nobody who works here meets one. Which call has which stands in `call-ceilings.ts`.
 */

/** Whose requests are counted together: of one account (of guests: of one address), of one address, through one link. */
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

/** Counted in the memory of each node: requests as they come in, whatever is answered, refused ones too. */
export const CEILINGS = {
  /** One screen asks for up to twenty things, and again after every live change. */
  read: [person(1800)],
  /** As somebody types. */
  search: [person(600)],
  write: [person(300)],
  /** What sends mail, or makes a link to send. */
  mail: [person(60), person(1000, DAY)],
  upload: [person(60), person(2000, DAY)],
  /** The picture of an account, which is drawn anew. */
  picture: [person(10), person(100, DAY)],
  /** A lead page shows a preview of each photo. */
  file: [person(600)],
  archive: [person(30)],
  /** A document is rendered and sealed after it. */
  signing: [person(20)],
  /** What asks a service of somebody else: for payments, or for answers of the assistant. */
  payment: [person(60)],
  /** A browser says so every three seconds. */
  typing: [person(60)],
  /** Streams that are begun; how many are open at once stands in `OPEN_AT_ONCE`. */
  live: [person(300), address(1200)],
  /** Wrong passwords are counted apart, with far fewer. */
  signIn: [address(300)],
  refresh: [address(1200)],
  /** What mails a stranger's mailbox; `BUDGETS` has fewer. */
  guestMail: [address(120)],
  /** With the token of a mail. */
  mailToken: [address(120)],
  linkRead: [link(240), address(1200)],
  linkWrite: [link(60), address(300)],
  linkUpload: [link(40), link(600, DAY), address(300)],
  linkFile: [link(240), address(1200)],
  /** Papers that are drawn when they are asked for, one at a time for everybody. */
  linkDocument: [link(12), link(120, DAY), address(120)],
  linkSigning: [link(10), link(100, DAY), address(120)],
  linkPayment: [link(60), address(300)],
  linkTyping: [link(40), address(600)],
  reservation: [address(60)],
  intake: [address(3000)],
  webhook: [address(6000)],
  /** GraphQL: queries, writes and subscriptions that are begun, whatever they ask of the REST API. */
  operation: [person(1800), address(18_000)],
} satisfies Record<string, readonly Rate[]>;

export type CeilingName = keyof typeof CEILINGS;

/** Counted in the database, so that all nodes count together: what costs others something. */
export const BUDGETS = {
  /** Requests of guests that may send mail, of one address. */
  guestMails: { times: 20, seconds: HOUR },
  /** Mails of a kind to one mailbox; beyond them none is sent, and nobody learns of it. */
  mailbox: { times: 5, seconds: HOUR },
  /** Mails that a signed-in person causes to mailboxes of its own choice. */
  memberMails: { times: 20, seconds: HOUR },
  /** Leads of one provider. */
  providerLeads: { times: 2000, seconds: HOUR },
  /** Reservations from one address. */
  reservations: { times: 40, seconds: HOUR },
  /** Quotes that one member mails. */
  memberQuotes: { times: 120, seconds: DAY },
  /** Quotes of one business to one household. */
  businessQuotes: { times: 5, seconds: DAY },
  /** Mails that agents write to one household. */
  householdMails: { times: 20, seconds: DAY },
  /** Quotes to one household, of all businesses together. */
  householdQuotes: { times: 25, seconds: DAY },
} as const;

/** What may be open at the same time. */
export const OPEN_AT_ONCE = {
  /** Live streams at the REST API: each tab has one. */
  streamsOfPerson: 30,
  streamsOfLink: 10,
  streamsOfAddress: 600,
  /** Purchases of one address, and of one mailbox at it, that are not paid yet, and the shares that they hold. */
  reservationsOfEmail: 3,
  sharesOfEmail: 60,
  reservationsOfAddress: 5,
  sharesOfAddress: 75,
  /** Sign-ins from one address that are held back for a while. */
  delayedOfAddress: 5,
} as const;

/** Expensive work: how much of it at once, how much may wait for its turn, and for how long one piece may take. */
export const WORK = {
  /** Photos that are redrawn; each takes up to 200 MB. */
  images: { atOnce: 2, waiting: 40, seconds: 20 },
  /** Argon2 takes 19 MiB and a thread of the pool that also reads files. */
  passwords: { atOnce: 2, waiting: 200, seconds: 20 },
  /** Searches for places with slips of the finger, one at a time: each takes some 15 ms of the thread that serves everybody. */
  places: { atOnce: 1, waiting: 60, seconds: 3 },
  /** Documents that are rendered in their own thread, which ends with the document that wants more memory. */
  documents: { atOnce: 1, waiting: 200, seconds: 60, megabytes: 256 },
} as const;

/** A file of leads that an operator imports: beyond these it is a mistake, or to be sent in parts. */
export const IMPORT = { bytes: 100 * 1024 * 1024, rows: 200_000, bad: 5000 } as const;
