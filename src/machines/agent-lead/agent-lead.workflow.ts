import { graphOf, transitionsOf } from '../law-graph.ts';
import { agentLeadLifecycle } from './agent-lead.lifecycle.ts';
import type { AgentLeadPlace } from './agent-lead.place.ts';

/**
 * The law as a whole, for whoever counts what happens in it. A place is called by the path of its state in the law:
 * `live.quote-sent`, `live.open-contracts.in-progress`, `archived`.
 */
export const AGENT_LEAD_GRAPH = graphOf(agentLeadLifecycle);
export const AGENT_LEAD_TRANSITIONS = transitionsOf(agentLeadLifecycle);

/** The path in the law of a place as a row keeps it. */
export const pathOfPlace = ({ state, stage, isArchived }: AgentLeadPlace): string => (isArchived ? 'archived' : ['live', state, stage].filter(Boolean).join('.'));

/** Where a lead has arrived for good (`done`), was set aside, or still has a way to go. */
export type Standing = 'done' | 'set-aside' | 'under-way';

export function standingAt(path: string): Standing {
  const [top] = path.split('.');
  if (top !== 'live') return 'set-aside';
  return AGENT_LEAD_GRAPH.edges.some(({ from, to }) => from === path && to.startsWith('live.')) ? 'under-way' : 'done';
}
