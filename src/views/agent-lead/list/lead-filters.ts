import type { AgentLeadFilter, AgentLeadKind, AgentLeadSort } from '#src/generated/graphql/graphql.ts';
import { stagesOf } from '#src/machines/agent-lead/agent-lead.lifecycle.ts';
import type { AgentLeadStage, AgentLeadTab } from '#src/machines/agent-lead/agent-lead.place.ts';
import type { LeadWorkKind } from '#src/machines/agent-lead/agent-lead.work.ts';
import { graphqlStage, graphqlWork } from '../lead-lifecycle.ts';
import { KIND_NAMES, WORK_NAMES } from '../lead-names.ts';
import { US_STATES } from '#src/machines/place/us-states.ts';

/** What narrows a list, as the address says it. */
export interface LeadFilters {
  mine?: '1';
  /** The id of an agent. */
  agent?: string;
  kind?: AgentLeadKind;
  from?: string;
  to?: string;
  after?: string;
  before?: string;
  stage?: AgentLeadStage;
  /** What waits with the lead today. */
  work?: LeadWorkKind;
  sort?: AgentLeadSort;
  view?: 'board';
  /** The id of the saved view that was opened. */
  saved?: string;
}

const ID = /^[\da-f-]{36}$/;
const DATE = /^\d{4}-\d{2}-\d{2}$/;
const SORTS: readonly AgentLeadSort[] = ['due', 'newest', 'move_date', 'client'];

/** An address may be typed by hand or be old: what it says wrongly is left out. */
export function readFilters(search: string): LeadFilters {
  const params = new URLSearchParams(search);
  const one = <T extends string>(name: string, isRight: (text: string) => boolean) => {
    const text = params.get(name);
    return text !== null && isRight(text) ? (text as T) : undefined;
  };
  return {
    mine: one('mine', (text) => text === '1'),
    agent: one('agent', (text) => ID.test(text)),
    kind: one('kind', (text) => text in KIND_NAMES),
    from: one('from', (text) => text in US_STATES),
    to: one('to', (text) => text in US_STATES),
    after: one('after', (text) => DATE.test(text)),
    before: one('before', (text) => DATE.test(text)),
    stage: one('stage', (text) => /^[a-z-]+$/.test(text)),
    work: one('work', (text) => text in WORK_NAMES),
    sort: one('sort', (text) => SORTS.includes(text as AgentLeadSort)),
    view: one('view', (text) => text === 'board'),
    saved: one('saved', (text) => ID.test(text)),
  };
}

/** The filter of the query. A stage of another tab narrows nothing. */
export function filterOf(
  { mine, agent, kind, from, to, after, before, stage, work }: LeadFilters,
  tab: AgentLeadTab | null,
): AgentLeadFilter {
  return {
    ...(mine && { mine: true }),
    ...(agent && { assignedAgentId: agent }),
    ...(kind && { kind }),
    ...(from && { originState: from }),
    ...(to && { destinationState: to }),
    ...(after && { moveDateFrom: after }),
    ...(before && { moveDateTo: before }),
    ...(stage && tab && stagesOf(tab).includes(stage) && { stage: graphqlStage(stage) }),
    ...(work && { work: graphqlWork(work) }),
  };
}

export const hasFilter = (filters: LeadFilters, tab: AgentLeadTab | null) =>
  Object.keys(filterOf(filters, tab)).length > 0;
