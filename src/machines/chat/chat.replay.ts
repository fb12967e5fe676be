import { replay } from '../replay.ts';
import type { ReplayedEntry } from '../replay.ts';
import { chatLifecycle } from './chat.lifecycle.ts';
import type { ChatStanding } from './chat.lifecycle.ts';

/** One entry of a history, as the log keeps it. */
export interface ChatEntry extends Omit<ReplayedEntry<ChatStanding>, 'from' | 'to'> {
  from_stage: ChatStanding['stage'];
  from_owner: ChatStanding['owner'];
  to_stage: ChatStanding['stage'];
  to_owner: ChatStanding['owner'];
}

/** Where the conversation stands after all that happened to it. @throws Error as `replay` does */
export const replayChat = (entries: readonly ChatEntry[]): ChatStanding =>
  replay(
    chatLifecycle,
    entries.map((entry) => ({
      ...entry,
      from: { stage: entry.from_stage, owner: entry.from_owner },
      to: { stage: entry.to_stage, owner: entry.to_owner },
    })),
  );
