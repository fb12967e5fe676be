import { guardsOf } from '../lifecycle.ts';
import { graphOf, transitionsOf } from '../lifecycle-graph.ts';
import { agentLeadLifecycle } from './agent-lead.lifecycle.ts';
import type { AgentLeadPlace } from './agent-lead.types.ts';

/**
 * The whole lifecycle, for counting what happens in it. A place is identified by its state path in the lifecycle:
 * `live.quote-sent`, `live.open-contracts.in-progress`, `archived`.
 */
export const AGENT_LEAD_GRAPH = graphOf(agentLeadLifecycle.machine);
export const AGENT_LEAD_TRANSITIONS = transitionsOf(agentLeadLifecycle.machine);

/** The state path of a place as stored in a row. */
export const pathOfPlace = ({ state, stage, isArchived }: AgentLeadPlace): string =>
  isArchived ? 'archived' : ['live', state, stage].filter(Boolean).join('.');

/** Whether a lead is finished (`done`), set aside, or still under way. */
export type Standing = 'done' | 'set-aside' | 'under-way';

export function standingAt(path: string): Standing {
  const [top] = path.split('.');
  if (top !== 'live') return 'set-aside';
  // Transitions that only lead back, such as reverting a payment, do not make a lead unfinished.
  const goesOn = AGENT_LEAD_GRAPH.edges.some(
    ({ from, to }) => from === path && to !== path && to.startsWith('live.') && DEPTHS.get(to)! >= DEPTHS.get(path)!,
  );
  return goesOn ? 'under-way' : 'done';
}

/** The minimum number of steps from the first place to each place. */
const DEPTHS = (() => {
  const first = AGENT_LEAD_GRAPH.nodes[0]!.id;
  const depths = new Map([[first, 0]]);
  for (const [place, depth] of depths)
    for (const { from, to } of AGENT_LEAD_GRAPH.edges) if (from === place && !depths.has(to)) depths.set(to, depth + 1);
  return depths;
})();

/**
 * The places that a lead normally passes through, in order: the shortest path from the first place to a finished one,
 * using only transitions for which the lifecycle requires no reason.
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
 * The places of won leads: the client has signed. Derived from the lifecycle: where a signature leads, and all places
 * reachable from there without reopening the contract.
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
