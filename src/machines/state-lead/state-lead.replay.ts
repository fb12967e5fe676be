import { replay } from '../replay.ts';
import type { ReplayedEntry } from '../replay.ts';
import { standingOf, STATE_LEAD_MODEL_VERSION, stateLeadLifecycle, stateLeadSnapshot } from './state-lead.lifecycle.ts';
import type { StateLeadStanding, StateLeadState } from './state-lead.lifecycle.ts';

/** One entry of a history, as the log keeps it. */
export interface StateLeadEntry extends Omit<ReplayedEntry<StateLeadStanding>, 'from' | 'to'> {
  from_state: StateLeadState;
  to_state: StateLeadState;
  /** After the entry. */
  is_archived: boolean;
}

const law = {
  what: 'the lead',
  machine: stateLeadLifecycle,
  version: STATE_LEAD_MODEL_VERSION,
  start: { state: 'fresh', isArchived: false } as StateLeadStanding,
  snapshot: stateLeadSnapshot,
  placeOf: standingOf,
  nameOf: ({ state, isArchived }: StateLeadStanding) => `${state}${isArchived ? ' (archived)' : ''}`,
};

/** Where the record stands after all that happened to it. @throws Error as `replay` does */
export const replayStateLead = (entries: readonly StateLeadEntry[]): StateLeadStanding =>
  replay(
    law,
    entries.map((entry, index) => ({
      ...entry,
      from: { state: entry.from_state, isArchived: entries[index - 1]?.is_archived ?? false },
      to: { state: entry.to_state, isArchived: entry.is_archived },
    })),
  );
