import { replay } from '../replay.ts';
import type { ReplayedEntry } from '../replay.ts';
import { stateLeadLifecycle } from './state-lead.lifecycle.ts';
import type { StateLeadStanding, StateLeadState } from './state-lead.lifecycle.ts';

/** One entry of a history, as the log keeps it. */
export interface StateLeadEntry extends Omit<ReplayedEntry<StateLeadStanding>, 'from' | 'to'> {
  from_state: StateLeadState;
  to_state: StateLeadState;
  /** After the entry. */
  is_archived: boolean;
}

/** Where the record stands after all that happened to it. @throws Error as `replay` does */
export const replayStateLead = (entries: readonly StateLeadEntry[]): StateLeadStanding =>
  replay(
    stateLeadLifecycle,
    entries.map((entry, index) => ({
      ...entry,
      from: { state: entry.from_state, isArchived: entries[index - 1]?.is_archived ?? false },
      to: { state: entry.to_state, isArchived: entry.is_archived },
    })),
  );
