import type { AgentLeadLifecycleFragment } from '#src/generated/graphql/graphql.ts';
import { agentLeadLifecycle } from '#src/machines/agent-lead/agent-lead.lifecycle.ts';
import { type AgentLeadMove, agentLeadMoves, type AgentMove } from '#src/machines/agent-lead/agent-lead.moves.ts';
import type { MenuEntry } from '#src/views/ui/menu.tsx';
import { type LeadRow, lifecycleOf } from '../lead-lifecycle.ts';
import { whyOff } from '../lead-names.ts';

/** All transitions an agent can request for the lead, with reasons for those that are refused. */
export function movesOf(lead: AgentLeadLifecycleFragment): AgentLeadMove[] {
  const { place, facts } = lifecycleOf(lead);
  return agentLeadMoves(place, facts);
}

/** What ends the award of the carrier that has the job; undefined if nothing does now. */
export const endOfAward = (moves: readonly AgentLeadMove[]): AgentLeadMove | undefined =>
  moves.find(({ event, isAllowed }) => isAllowed && (event === 'award.withdrawn' || event === 'carrier.dropped'));

export const firstEnd = ({ label }: AgentLeadMove): string => `${label} first; then the contract can be reopened.`;

/** Why stops, dates, items, and price cannot change; null if they can. */
export function whyAgreed(lead: AgentLeadLifecycleFragment): string | null {
  const { place, facts } = lifecycleOf(lead);
  if (agentLeadLifecycle.judge(place, facts, { type: 'lead.edited', by: 'agent', changesAgreed: true }).may)
    return null;
  if (place.isArchived) return 'The lead is archived. Restore it to change anything.';
  const moves = movesOf(lead);
  if (moves.some(({ event, isAllowed }) => event === 'contract.reopened' && isAllowed))
    return 'The client has agreed to them. Reopen the contract to change them.';
  const end = endOfAward(moves);
  return `The client has agreed to them, and a carrier has the job.${end ? ` ${firstEnd(end)}` : ''}`;
}

/**
 * How a menu shows each transition; a new one without an entry does not compile. `forward`: the first allowed one of
 * these is the primary action. `aside`: not a step forward, so it is shown below the line.
 */
const LOOKS: Record<AgentMove, readonly ('forward' | 'aside' | 'grave')[]> = {
  'payment.recorded': ['forward'],
  'contract.closed': ['forward'],
  'carrier.awarded': ['forward'],
  'load.posted': ['forward'],
  'contract.marked-signed': ['forward'],
  'contract.sent': ['forward'],
  'quote.sent': ['forward'],
  'invoice.sent': ['forward'],
  'lead.followed-up': ['forward'],
  'lead.restored': ['forward', 'aside'],
  'carrier.special-awarded': [],
  'load.taken-off': ['grave'],
  'award.withdrawn': ['grave'],
  'carrier.dropped': ['grave'],
  'contract.reopened': ['grave'],
  'contract.corrected': ['grave'],
  'price.reduced': [],
  'lead.edited': ['aside'],
  'lead.archived': ['aside', 'grave'],
};
const forward = Object.keys(LOOKS).filter((event) => LOOKS[event as AgentMove].includes('forward'));

export interface MoveMenu {
  /** The next step, or null if there is none. */
  primary: AgentLeadMove | null;
  /** All of them, with reasons for those that are refused, ready for a menu. */
  items: MenuEntry[];
}

/** What an agent can do with this lead, from the lifecycle. */
export function moveMenu(lead: LeadRow, open: (move: AgentMove) => void): MoveMenu {
  const moves = movesOf(lead);
  const isGrave = ({ event }: AgentLeadMove) => LOOKS[event].includes('grave');
  const entry = (move: AgentLeadMove): MenuEntry => ({
    label: move.event === 'lead.edited' ? 'Edit lead' : move.label,
    danger: isGrave(move),
    offBecause: move.isAllowed ? null : whyOff(move.unmet),
    onSelect: () => open(move.event),
  });
  // A menu opened by its key starts on the first entry, which Enter must not undo a step with.
  const onWay = moves
    .filter(({ event }) => !LOOKS[event].includes('aside'))
    .toSorted((a, b) => Number(isGrave(a)) - Number(isGrave(b)));
  const aside = moves.filter(({ event }) => LOOKS[event].includes('aside'));
  // A payment may arrive any time after the agreement; it is the next step only if the invoice is waiting for it. A
  // contract has the price of the quote; if the estimate has changed since, the client needs a new quote first.
  const isNext = ({ event, isAllowed }: AgentLeadMove) =>
    isAllowed &&
    (event !== 'payment.recorded' || lead.stage === 'invoiced') &&
    (event !== 'contract.sent' || lead.facts.estimateTotal === lead.facts.quote?.total);
  const primary =
    forward.map((event) => moves.find((move) => move.event === event && isNext(move))).find(Boolean) ?? null;
  return {
    primary,
    items: [
      ...onWay.map(entry),
      ...(onWay.length > 0 && aside.length > 0 ? (['separator'] as const) : []),
      ...aside.map(entry),
    ],
  };
}
