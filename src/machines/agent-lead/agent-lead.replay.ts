import type { AgentLeadEvent } from './agent-lead.events.ts';
import type { AgentLeadFacts } from './agent-lead.facts.ts';
import { moveAgentLead } from './agent-lead.moves.ts';
import { START } from './agent-lead.place.ts';
import type { AgentLeadPlace, AgentLeadStage, AgentLeadTab } from './agent-lead.place.ts';

/** A row of the history, as the database keeps it. */
export interface RecordedEvent {
  sequence: number;
  event: string;
  /** The event as the law judged it, with the facts of that moment. */
  judged: unknown;
  facts: unknown;
  to_state: AgentLeadTab;
  to_stage: AgentLeadStage | null;
  is_archived: boolean;
}

/**
 * Folds the history of a lead through the law, strictly, and says where the lead must stand.
 * @throws Error naming the entry: the sequence has a gap, the law does not allow it, or it leads elsewhere
 */
export function replayAgentLead(entries: RecordedEvent[]): AgentLeadPlace {
  let place = START;
  for (const [index, entry] of entries.entries()) {
    const at = `Entry ${entry.sequence} (${entry.event})`;
    if (entry.sequence !== index + 1) throw new Error(`${at} stands where entry ${index + 1} should.`);
    if (index === 0 && entry.event !== 'lead.created') throw new Error(`${at} should be the creation.`);
    if (index > 0) {
      const outcome = moveAgentLead(place, entry.facts as AgentLeadFacts, entry.judged as AgentLeadEvent);
      if ('verdict' in outcome) throw new Error(`${at} is not allowed from ${place.state}: ${outcome.verdict.unmet.join('; ') || outcome.verdict.because}.`);
      place = outcome.next;
    }
    const { to_state: state, to_stage: stage, is_archived: isArchived } = entry;
    if (place.state !== state || place.stage !== stage || place.isArchived !== isArchived) throw new Error(`${at} leads to ${place.state}, not to ${state}.`);
  }
  return place;
}
