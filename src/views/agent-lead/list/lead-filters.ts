import type { AgentLeadFilter, AgentLeadSort } from '#src/generated/graphql/graphql.ts';
import { stagesOf } from '#src/machines/agent-lead/agent-lead.lifecycle.ts';
import type { AgentLeadStage, AgentLeadTab } from '#src/machines/agent-lead/agent-lead.types.ts';
import type { LeadWorkKind } from '#src/machines/agent-lead/agent-lead.work.ts';
import { graphqlStage, graphqlWork } from '../lead-lifecycle.ts';
import { KIND_NAMES, WORK_NAMES } from '../lead-names.ts';
import { US_STATES } from '#src/machines/place/us-states.ts';

/** The filters of a list, as in the URL. Multiple values are separated by commas. */
export interface LeadFilters {
  mine?: '1';
  /** The ids of agents. */
  agent?: string;
  kind?: string;
  source?: string;
  from?: string;
  to?: string;
  /** Prefixes of city names. */
  fromCity?: string;
  toCity?: string;
  after?: string;
  before?: string;
  /** Of the quote, in cents. */
  priceMin?: string;
  priceMax?: string;
  /** Days since the lead came in. */
  ageMin?: string;
  ageMax?: string;
  stage?: AgentLeadStage;
  /** The kind of work that waits with the lead today. */
  work?: LeadWorkKind;
  sort?: AgentLeadSort;
  /** The columns of a saved view, if they are not one's own; the client's column always comes before them. */
  columns?: string;
  view?: 'board';
  /** The id of the saved view that is open. */
  saved?: string;
}

/** By column: the ascending and descending orders. */
export const SORTS: Readonly<Record<string, readonly [AgentLeadSort, AgentLeadSort]>> = {
  client: ['client', 'client_desc'],
  move: ['move_date', 'move_date_desc'],
  due: ['follow_up', 'follow_up_desc'],
  quote: ['price', 'price_desc'],
  source: ['source', 'source_desc'],
  since: ['newest', 'oldest'],
  route: ['route', 'route_desc'],
  agent: ['agent', 'agent_desc'],
};

/** A tab's default order: only a follow-up has a date of its own. */
export const usualSort = (tab: AgentLeadTab): AgentLeadSort =>
  tab === 'follow-up' ? 'follow_up' : tab === 'quote-sent' ? 'due' : 'newest';

const ID = /^[\da-f-]{36}$/;
const DATE = /^\d{4}-\d{2}-\d{2}$/;
const MOST = 20;

/** A URL may be typed by hand or old: invalid values are ignored. */
export function readFilters(search: string): LeadFilters {
  const params = new URLSearchParams(search);
  const one = <T extends string>(name: string, isRight: (text: string) => boolean) => {
    const text = params.get(name);
    return text !== null && isRight(text) ? (text as T) : undefined;
  };
  const some = (name: string, isRight: (text: string) => boolean) =>
    params.get(name)?.split(',').filter(isRight).slice(0, MOST).join() || undefined;
  const isText = (text: string) => text.trim() !== '' && text.length <= 80;
  const isState = (text: string) => text in US_STATES;
  const isAmount = (text: string) => /^\d{1,9}$/.test(text);
  const isDays = (text: string) => /^\d{1,4}$/.test(text);
  return {
    mine: one('mine', (text) => text === '1'),
    agent: some('agent', (text) => ID.test(text)),
    kind: some('kind', (text) => text in KIND_NAMES),
    source: some('source', isText),
    from: some('from', isState),
    to: some('to', isState),
    fromCity: one('fromCity', isText),
    toCity: one('toCity', isText),
    after: one('after', (text) => DATE.test(text)),
    before: one('before', (text) => DATE.test(text)),
    priceMin: one('priceMin', isAmount),
    priceMax: one('priceMax', isAmount),
    ageMin: one('ageMin', isDays),
    ageMax: one('ageMax', isDays),
    stage: one('stage', (text) => /^[a-z-]+$/.test(text)),
    work: one('work', (text) => text in WORK_NAMES),
    sort: one(
      'sort',
      (text) =>
        text === 'due' ||
        Object.values(SORTS)
          .flat()
          .includes(text as AgentLeadSort),
    ),
    columns: one('columns', (text) => /^[a-z,]{1,400}$/.test(text)),
    view: one('view', (text) => text === 'board'),
    saved: one('saved', (text) => ID.test(text)),
  };
}

/** The filter of the query. A stage of another tab is ignored. */
export function filterOf(filters: LeadFilters, tab: AgentLeadTab | null): AgentLeadFilter {
  const { mine, stage, work } = filters;
  return {
    ...(mine && { mine: true }),
    ...kept({
      assignedAgentId: filters.agent,
      kind: filters.kind?.replaceAll('_', '-'),
      source: filters.source,
      originState: filters.from,
      destinationState: filters.to,
      originCity: filters.fromCity,
      destinationCity: filters.toCity,
      moveDateFrom: filters.after,
      moveDateTo: filters.before,
      priceFrom: amount(filters.priceMin),
      priceTo: amount(filters.priceMax),
      ageFrom: amount(filters.ageMin),
      ageTo: amount(filters.ageMax),
      stage: stage && tab && stagesOf(tab).includes(stage) ? graphqlStage(stage) : undefined,
      work: work && graphqlWork(work),
    }),
  };
}

const amount = (text: string | undefined) => (text === undefined ? undefined : Number(text));
const kept = (fields: AgentLeadFilter): AgentLeadFilter =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));

/** Clears every filter, and the saved view they came from. */
export const UNFILTERED = Object.fromEntries(
  Object.keys(readFilters(''))
    .filter((name) => name !== 'sort' && name !== 'view')
    .map((name) => [name, undefined]),
) as LeadFilters;

export const hasFilter = (filters: LeadFilters, tab: AgentLeadTab | null) =>
  Object.keys(filterOf(filters, tab)).length > 0;
