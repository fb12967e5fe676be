import { replay } from '../replay.ts';
import type { ReplayedEntry } from '../replay.ts';
import { agentLeadLifecycle } from './agent-lead.lifecycle.ts';
import type { AgentLeadPlace } from './agent-lead.place.ts';

/** One entry of a history, as the log keeps it. The first one is `lead.created`, which the lifecycle does not judge. */
export interface AgentLeadEntry extends Omit<ReplayedEntry<AgentLeadPlace>, 'from' | 'to'> {
  from_state: string | null;
  from_stage: string | null;
  to_state: string;
  to_stage: string | null;
  /** After the entry. */
  is_archived: boolean;
}

/** Where the lead stands after all that happened to it. @throws Error as `replay` does */
export function replayAgentLead(entries: readonly AgentLeadEntry[]): AgentLeadPlace {
  const at = (state: string, stage: string | null, isArchived: boolean) =>
    ({ state, stage, isArchived }) as AgentLeadPlace;
  return replay(
    agentLeadLifecycle,
    entries.map((entry, index) => ({
      ...entry,
      from:
        entry.from_state === null
          ? null
          : at(entry.from_state, entry.from_stage, entries[index - 1]?.is_archived ?? false),
      to: at(entry.to_state, entry.to_stage, entry.is_archived),
    })),
  );
}
