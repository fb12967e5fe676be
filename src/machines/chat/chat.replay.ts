import { transition } from 'xstate';
import { judge } from '../law.ts';
import { chatLifecycle, chatSnapshot, chatStandingOf } from './chat.lifecycle.ts';
import type { ChatEvent, ChatFacts, ChatStanding } from './chat.lifecycle.ts';

/** One entry of a history, as the log keeps it. */
export interface ChatEntry {
  sequence: number;
  event: string;
  judged: unknown;
  facts: unknown;
  from_stage: ChatStanding['stage'];
  from_owner: ChatStanding['owner'];
  to_stage: ChatStanding['stage'];
  to_owner: ChatStanding['owner'];
}

/**
 * Folds a history through the law: where the conversation stands after all that happened to it.
 *
 * @throws Error with the sequence number of the first entry that the law would not have allowed, that lands elsewhere
 * than it says, or that does not follow the one before it.
 */
export function replayChat(entries: readonly ChatEntry[]): ChatStanding {
  let standing: ChatStanding = { stage: 'collecting', owner: 'assistant' };
  for (const [index, entry] of entries.entries()) {
    const wrong = (what: string) => new Error(`Entry ${entry.sequence} (${entry.event}): ${what}`);
    if (entry.sequence !== index + 1) throw wrong(`the sequence should be ${index + 1}.`);
    if (entry.from_stage !== standing.stage || entry.from_owner !== standing.owner) throw wrong('it does not begin where the one before it ended.');
    const event = entry.judged as ChatEvent;
    if (event.type !== entry.event) throw wrong(`what was judged is ${event.type}.`);
    const snapshot = chatSnapshot(standing, entry.facts as ChatFacts);
    if (!judge(snapshot, event).may) throw wrong(`the law does not allow it in ${standing.stage}, ${standing.owner}.`);
    standing = chatStandingOf(transition(chatLifecycle, snapshot, event)[0] as typeof snapshot);
    if (standing.stage !== entry.to_stage || standing.owner !== entry.to_owner) throw wrong(`it lands in ${standing.stage}, ${standing.owner}, but the entry says ${entry.to_stage}, ${entry.to_owner}.`);
  }
  return standing;
}
