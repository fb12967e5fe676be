import { guardsOf } from '../lifecycle.ts';
import { graphOf, transitionsOf } from '../lifecycle-graph.ts';
import { agentLeadLifecycle } from './agent-lead.lifecycle.ts';
import type { AgentLeadPlace } from './agent-lead.types.ts';

/**
 * The lifecycle as a whole, for whoever counts what happens in it. A place is called by the path of its state in the lifecycle:
 * `live.quote-sent`, `live.open-contracts.in-progress`, `archived`.
 */
export const AGENT_LEAD_GRAPH = graphOf(agentLeadLifecycle.machine);
export const AGENT_LEAD_TRANSITIONS = transitionsOf(agentLeadLifecycle.machine);

/** The path in the lifecycle of a place as a row keeps it. */
export const pathOfPlace = ({ state, stage, isArchived }: AgentLeadPlace): string =>
  isArchived ? 'archived' : ['live', state, stage].filter(Boolean).join('.');

/** Where a lead has arrived for good (`done`), was set aside, or still has a way to go. */
export type Standing = 'done' | 'set-aside' | 'under-way';

export function standingAt(path: string): Standing {
  const [top] = path.split('.');
  if (top !== 'live') return 'set-aside';
  // A way that only leads back, such as a payment that is taken back, does not make a lead unfinished.
  const goesOn = AGENT_LEAD_GRAPH.edges.some(
    ({ from, to }) => from === path && to !== path && to.startsWith('live.') && DEPTHS.get(to)! >= DEPTHS.get(path)!,
  );
  return goesOn ? 'under-way' : 'done';
}

/** How many steps each place is away from the first one, at the least. */
const DEPTHS = (() => {
  const first = AGENT_LEAD_GRAPH.nodes[0]!.id;
  const depths = new Map([[first, 0]]);
  for (const [place, depth] of depths)
    for (const { from, to } of AGENT_LEAD_GRAPH.edges) if (from === place && !depths.has(to)) depths.set(to, depth + 1);
  return depths;
})();

/**
 * The places that a lead comes through where nothing is out of the ordinary, in order: the shortest way from the first
 * place to where it is done, by moves for which the lifecycle wants no reason.
 */
export function mainWay(): string[] {
  const wantsReason = new Set(
    guardsOf(agentLeadLifecycle.machine)
      .filter(({ guards }) => guards.includes('a reason is given'))
      .map(({ state, event }) => `${state} ${event}`),
  );
  const usual = AGENT_LEAD_GRAPH.edges.filter(({ from, event }) => !wantsReason.has(`${from} ${event}`));
  const ways = [[AGENT_LEAD_GRAPH.nodes[0]!.id]];
  const seen = new Set(ways[0]);
  for (const way of ways) {
    const last = way.at(-1)!;
    if (standingAt(last) === 'done') return way;
    for (const { from, to } of usual) {
      if (from !== last || seen.has(to)) continue;
      seen.add(to);
      ways.push([...way, to]);
    }
  }
  return [];
}

/**
 * The places of leads that are won: the client has signed. Read off the lifecycle: where a signature leads, and wherever a
 * lead goes from there, as long as the contract is not reopened.
 */
export const WON_PLACES: ReadonlySet<string> = (() => {
  const signed = ['contract.signed', 'contract.marked-signed'];
  const undone = ['contract.reopened', 'lead.archived'];
  const won = new Set(AGENT_LEAD_GRAPH.edges.filter(({ event }) => signed.includes(event)).map(({ to }) => to));
  for (const place of won)
    for (const { from, to, event } of AGENT_LEAD_GRAPH.edges)
      if (from === place && !undone.includes(event)) won.add(to);
  return won;
})();
