import { replay } from '../replay.ts';
import type { ReplayedEntry } from '../replay.ts';
import { MAILING_MODEL_VERSION, mailingLifecycle, mailingSnapshot } from './mailing.lifecycle.ts';
import type { MailingState } from './mailing.lifecycle.ts';

/** One entry of a history, as the log keeps it. */
export interface MailingEntry extends Omit<ReplayedEntry<MailingState>, 'from' | 'to'> {
  from_state: MailingState;
  to_state: MailingState;
}

const law = {
  what: 'the mailbox',
  machine: mailingLifecycle,
  version: MAILING_MODEL_VERSION,
  start: 'unsubscribed' as MailingState,
  snapshot: mailingSnapshot,
  placeOf: (snapshot: { value: MailingState }) => snapshot.value,
  nameOf: (state: MailingState) => state,
};

/** Where the mailbox stands after all that happened to it. @throws Error as `replay` does */
export const replayMailing = (entries: readonly MailingEntry[]): MailingState => replay(law, entries.map((entry) => ({ ...entry, from: entry.from_state, to: entry.to_state })));
