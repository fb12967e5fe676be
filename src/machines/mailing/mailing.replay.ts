import { replay } from '../replay.ts';
import type { ReplayedEntry } from '../replay.ts';
import { mailingLifecycle } from './mailing.lifecycle.ts';
import type { MailingState } from './mailing.lifecycle.ts';

/** One entry of a history, as the log keeps it. */
export interface MailingEntry extends Omit<ReplayedEntry<MailingState>, 'from' | 'to'> {
  from_state: MailingState;
  to_state: MailingState;
}

/** Where the mailbox stands after all that happened to it. @throws Error as `replay` does */
export const replayMailing = (entries: readonly MailingEntry[]): MailingState =>
  replay(
    mailingLifecycle,
    entries.map((entry) => ({ ...entry, from: entry.from_state, to: entry.to_state })),
  );
