import type { AgentLeadEvent } from './agent-lead.events.ts';
import type { AgentLeadFacts } from './agent-lead.facts.ts';
import { moveAgentLead } from './agent-lead.moves.ts';
import { START } from './agent-lead.place.ts';
import type { AgentLeadPlace } from './agent-lead.place.ts';

/** One entry of a history, as the log keeps it. The first one is `lead.created`, which the law does not judge. */
export interface AgentLeadEntry {
  sequence: number;
  event: string;
  /** The event as it was judged, with what it carried. */
  judged: unknown;
  /** What the law looked at then. */
  facts: unknown;
  from_state: string | null;
  from_stage: string | null;
  to_state: string;
  to_stage: string | null;
  is_archived: boolean;
}

/**
 * Folds a history through the law: where the lead stands after all that happened to it.
 *
 * @throws Error with the sequence number of the first entry that the law would not have allowed, that lands elsewhere
 * than it says, or that does not follow the one before it.
 */
export function replayAgentLead(entries: readonly AgentLeadEntry[]): AgentLeadPlace {
  let place: AgentLeadPlace | null = null;
  for (const [index, entry] of entries.entries()) {
    const wrong = (what: string) => new Error(`Entry ${entry.sequence} (${entry.event}): ${what}`);
    if (entry.sequence !== index + 1) throw wrong(`the sequence should be ${index + 1}.`);
    if (place === null) {
      if (entry.event !== 'lead.created' || entry.from_state !== null) throw wrong('a history begins with the creation of the lead.');
      place = START;
    } else {
      place = follow(place, entry, wrong);
    }
    if (!isSame(place, { state: entry.to_state, stage: entry.to_stage, isArchived: entry.is_archived })) {
      throw wrong(`it lands in ${named(place)}, but the entry says ${named({ state: entry.to_state, stage: entry.to_stage, isArchived: entry.is_archived })}.`);
    }
  }
  if (place === null) throw new Error('A history without entries leads nowhere.');
  return place;
}

function follow(place: AgentLeadPlace, entry: AgentLeadEntry, wrong: (what: string) => Error): AgentLeadPlace {
  if (entry.from_state !== place.state || entry.from_stage !== place.stage) {
    throw wrong(`it leaves from ${entry.from_state}, but the lead stands in ${named(place)}.`);
  }
  const event = entry.judged as AgentLeadEvent;
  if (event.type !== entry.event) throw wrong(`what was judged is ${event.type}.`);
  const outcome = moveAgentLead(place, entry.facts as AgentLeadFacts, event);
  if ('verdict' in outcome) throw wrong(`the law does not allow it in ${named(place)}${outcome.verdict.unmet.length > 0 ? `: ${outcome.verdict.unmet.join('; ')}` : ''}.`);
  return outcome.next;
}

interface Named {
  state: string;
  stage: string | null;
  isArchived: boolean;
}

const isSame = (a: Named, b: Named): boolean => a.state === b.state && a.stage === b.stage && a.isArchived === b.isArchived;

const named = ({ state, stage, isArchived }: Named): string => `${state}${stage ? `/${stage}` : ''}${isArchived ? ' (archived)' : ''}`;
