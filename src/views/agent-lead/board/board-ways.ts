import type { AgentLeadFacts, AgentLeadTab } from '#src/machines/agent-lead/agent-lead.types.ts';
import { type AgentLeadMove, agentLeadMoves } from '#src/machines/agent-lead/agent-lead.moves.ts';
import { type LeadRow, lifecycleOf, tabOf } from '../lead-lifecycle.ts';
import { TAB_NAMES, whyOff } from '../lead-names.ts';
import { movesOf } from '../moves/lead-moves.ts';

export interface Ways {
  isElsewhere: boolean;
  /** The allowed transitions that lead there. */
  moves: AgentLeadMove[];
  /** Refused transitions that would lead there, with their reasons. */
  off: AgentLeadMove[];
  /** Why nothing leads there, in a sentence; null if something does. */
  whyNot: string | null;
}

/** Facts that satisfy every guard, to find out where a refused transition would lead. */
const ideal: AgentLeadFacts = {
  today: '2000-01-01',
  clientEmail: 'somebody',
  estimateTotal: 1,
  quote: { total: 1, validUntil: '2000-01-01' },
  hasOrigin: true,
  hasDestination: true,
  moveDate: '2000-01-01',
  activeBids: 1,
  awardableBids: 1,
  awardedCarrierId: 'somebody',
  awardedFromBoard: true,
  isCarrierPaid: false,
  balanceDue: 1,
};

/** The transitions of a lead to a tab, derived from the lifecycle alone. */
export function waysTo(lead: LeadRow, tab: AgentLeadTab): Ways {
  const { place, facts } = lifecycleOf(lead);
  const isElsewhere = tabOf(lead.state) !== tab;
  const all = movesOf(lead);
  const leadsThere = new Set(
    agentLeadMoves(place, { ...ideal, awardedFromBoard: facts.awardedFromBoard }).flatMap(({ event, to }) =>
      to?.state === tab && !to.isArchived ? [event] : [],
    ),
  );
  const moves = all.filter(({ isAllowed, event }) => isAllowed && leadsThere.has(event));
  const off = all.filter(({ isAllowed, event }) => !isAllowed && leadsThere.has(event));
  const whyNot =
    moves.length > 0
      ? null
      : off.length > 0
        ? off.map(({ label, unmet }) => `${label}: ${whyOff(unmet)}`).join('. ')
        : `No single step leads from “${TAB_NAMES[place.state]}” to “${TAB_NAMES[tab]}”`;
  return { isElsewhere, moves, off, whyNot };
}
