import { transition } from 'xstate';
import { judge } from '../law.ts';
import { mailingLifecycle, mailingSnapshot } from './mailing.lifecycle.ts';
import type { MailingEvent, MailingFacts, MailingState } from './mailing.lifecycle.ts';

/** One entry of a history, as the log keeps it. */
export interface MailingEntry {
  sequence: number;
  event: string;
  judged: unknown;
  facts: unknown;
  from_state: MailingState;
  to_state: MailingState;
}

/**
 * Folds a history through the law: where the mailbox stands after all that happened to it.
 *
 * @throws Error with the sequence number of the first entry that the law would not have allowed, that lands elsewhere
 * than it says, or that does not follow the one before it.
 */
export function replayMailing(entries: readonly MailingEntry[]): MailingState {
  let state: MailingState = 'unsubscribed';
  for (const [index, entry] of entries.entries()) {
    const wrong = (what: string) => new Error(`Entry ${entry.sequence} (${entry.event}): ${what}`);
    if (entry.sequence !== index + 1) throw wrong(`the sequence should be ${index + 1}.`);
    if (entry.from_state !== state) throw wrong('it does not begin where the one before it ended.');
    const event = entry.judged as MailingEvent;
    if (event.type !== entry.event) throw wrong(`what was judged is ${event.type}.`);
    const snapshot = mailingSnapshot(state, entry.facts as MailingFacts);
    if (!judge(snapshot, event).may) throw wrong(`the law does not allow it in ${state}.`);
    state = (transition(mailingLifecycle, snapshot, event)[0] as typeof snapshot).value;
    if (state !== entry.to_state) throw wrong(`it lands in ${state}, but the entry says ${entry.to_state}.`);
  }
  return state;
}
