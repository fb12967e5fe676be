import type { MailingState } from '#src/machines/mailing/mailing.lifecycle.ts';
import type { Generated } from './columns.ts';

/** A mailbox that somebody asked mails about new leads for. */
export interface MailingMemberTable {
  id: string;
  /** In small letters. */
  email: string;
  state: MailingState;
  /** Whose leads it is mailed about, by postal letters: what its owner confirmed last. */
  states: Generated<string[]>;
  asked_at: string | null;
  confirmed_at: string | null;
  left_at: string | null;
  /** Leads that were received until then it was told of, or did not want to be. */
  told_until: string | null;
  told_at: string | null;
  /** The brokerage's day of the last mail about leads, and how many there were on it. */
  told_day: string | null;
  told_that_day: Generated<number>;
  history_length: Generated<number>;
  version: Generated<number>;
  model_version: number;
  created_at: string;
}
