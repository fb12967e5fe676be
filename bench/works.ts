import { LEAD_SORTS } from '#src/api/agent-lead/agent-lead.list.schemas.ts';
import type { Work } from './load.ts';
import { MESSAGES } from './seed.ts';
import type { World } from './world.ts';

/** Relative to the baseline: with one connection, and with 32. */
export type Budget = readonly [alone: number, crowded: number];

const LEAD =
  'id reference state moveDate client { name email } origin { city state } destination { city state } quote { total validUntil } bids { id amount state carrier { id legalName } }';
const LOAD =
  'id reference origin { city state } destination { city state } moveDate distanceMiles weightLb mayBid bid { amount state }';
const OFFER = 'id origin { city state } destination { city state } miles size moveDate receivedAt price sharesLeft';
const MESSAGE = 'id sequence author authorName text at photos { id }';

export const documents = {
  list: `{ agentLeads(tab: award_carrier, limit: 50, sort: newest) { leads { ${LEAD} } } }`,
  one: `query One($id: ID!) { agentLead(id: $id) { ${LEAD} } }`,
  search: 'query Search($query: String!) { searchAgentLeads(query: $query) { id reference clientName state } }',
  followUp:
    'mutation FollowUp($id: ID!, $version: Int!) { followUp(leadId: $id, version: $version, date: "2099-01-01", reason: "Call") { id state version followUp { date reason } } }',
  loads: `{ loads(tab: available, limit: 50, sort: newest) { loads { ${LOAD} } } }`,
  shop: `{ shopLeads(limit: 24) { items { ${OFFER} } total } }`,
  chat: `query Chat($id: ID!, $before: Int!) { chatEarlier(id: $id, before: $before) { messages { ${MESSAGE} } hasEarlier } }`,
  counts: '{ agentLeadCounts { tabs { state all mine } archived } }',
  narrowed: `query Narrowed($sort: AgentLeadSort, $filter: AgentLeadFilter) { agentLeads(tab: award_carrier, limit: 50, sort: $sort, filter: $filter) { leads { ${LEAD} } } }`,
  archive: `{ agentLeads(archived: true, limit: 50) { leads { ${LEAD} } } }`,
  workflow: '{ workflow(days: 30) { places { place leads } } }',
} as const;

const SORTS = LEAD_SORTS.map((sort) => sort.replaceAll('-', '_'));
/** Each filter of the lists, with a value that some leads have. */
const FILTERS: Record<string, object> = {
  mine: { mine: true },
  kind: { kind: 'household-interstate' },
  source: { source: 'Bench' },
  states: { originState: 'OH,TX', destinationState: 'IL' },
  cities: { originCity: 'Col', destinationCity: 'Chi' },
  'move date': { moveDateFrom: '2020-01-01', moveDateTo: '2099-01-01' },
  price: { priceFrom: 100_000, priceTo: 900_000 },
  age: { ageFrom: 0, ageTo: 9000 },
  work: { work: 'bids_unseen' },
};

interface Compared {
  product: Work;
  floor: Work;
  budget: Budget;
}

/** What is measured against the baseline. */
export function comparedWorks(world: World): Record<string, Compared> {
  const { agent, carrier, floor } = world;
  const asked = worksOf(world);
  const plain = (path: string, cookie: string, body: () => object = () => ({})): Work => ({
    url: floor,
    path,
    headers: { cookie },
    body: () => JSON.stringify(body()),
  });
  // Product and baseline write to different leads.
  const half = Math.floor(world.open.length / 2);
  const untouched = inTurn(world.open.slice(half));
  const [id, query] = [inTurn(world.ids), inTurn(world.words)];
  return {
    'list of 50': { product: asked.list, floor: plain('/list', agent), budget: [0.6, 0.5] },
    'one lead': { product: asked.one, floor: plain('/one', agent, () => ({ id: id() })), budget: [0.45, 0.35] },
    search: { product: asked.search, floor: plain('/search', agent, () => ({ query: query() })), budget: [0.85, 0.8] },
    'follow-up': {
      product: asked.followUp,
      floor: plain('/follow-up', agent, () => ({ id: untouched().id })),
      budget: [0.35, 0.35],
    },
    "carrier's board": { product: asked.loads, floor: plain('/loads', carrier), budget: [0.4, 0.4] },
    marketplace: { product: asked.shop, floor: plain('/shop', ''), budget: [0.4, 0.4] },
    'page of a chat': {
      product: asked.chat,
      floor: plain('/chat', agent, () => ({ id: world.chat, before: MESSAGES - 50 })),
      budget: [0.4, 0.4],
    },
  };
}

/** What is measured at two sizes. */
export function scaledWorks(world: World): Record<string, Work> {
  const { list, one, search, followUp, counts, archive, workflow, loads, shop } = worksOf(world);
  const narrowed = (variables: object): Work => ({
    ...list,
    body: () => JSON.stringify({ query: documents.narrowed, variables }),
  });
  return {
    list,
    'one lead': one,
    search,
    'follow-up': followUp,
    counts,
    ...Object.fromEntries(SORTS.map((sort) => [`sort by ${sort}`, narrowed({ sort })])),
    ...Object.fromEntries(Object.entries(FILTERS).map(([name, filter]) => [`filter by ${name}`, narrowed({ filter })])),
    archive,
    'workflow page': workflow,
    "carrier's board": loads,
    marketplace: shop,
  };
}

function worksOf({ product, agent, carrier, ids, words, open, chat }: World) {
  const graphql = (query: string, cookie: string, variables: () => object = () => ({})): Work => ({
    url: product,
    path: '/graphql',
    headers: { cookie },
    body: () => JSON.stringify({ query, variables: variables() }),
  });
  const half = open.slice(0, Math.floor(open.length / 2));
  const versions = new Map(half.map((lead) => [lead.id, lead]));
  const [id, word, lead] = [inTurn(ids), inTurn(words), inTurn(half)];
  return {
    list: graphql(documents.list, agent),
    one: graphql(documents.one, agent, () => ({ id: id() })),
    search: graphql(documents.search, agent, () => ({ query: word() })),
    followUp: {
      ...graphql(documents.followUp, agent, lead),
      heard(text: string) {
        const { data } = JSON.parse(text) as { data: { followUp: { id: string; version: number } } };
        versions.get(data.followUp.id)!.version = data.followUp.version;
      },
    },
    loads: graphql(documents.loads, carrier),
    shop: graphql(documents.shop, ''),
    chat: graphql(documents.chat, agent, () => ({ id: chat, before: MESSAGES - 50 })),
    counts: graphql(documents.counts, agent),
    archive: graphql(documents.archive, agent),
    workflow: graphql(documents.workflow, agent),
  };
}

/** Returns the next element at each call. */
function inTurn<T>(list: readonly T[]): () => T {
  let turn = 0;
  return () => list[turn++ % list.length]!;
}
