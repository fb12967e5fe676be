import type { AgentLeadLifecycleFragment } from '#src/generated/graphql/graphql.ts';
import type { AgentMove } from '#src/machines/agent-lead/agent-lead.moves.ts';
import type { LeadDetail } from './use-move.ts';
import { movesOf, whyAgreed } from './lead-moves.ts';

/** The step that satisfies a requirement: editing a detail, or another transition. */
interface Remedy {
  label: string;
  move: AgentMove;
  detail?: LeadDetail;
}

const edit = (label: string, detail: LeadDetail): Remedy => ({ label, move: 'lead.edited', detail });
const reopen: Remedy = { label: 'Reopen contract', move: 'contract.reopened' };

/** By the guard's phrase; what the client has agreed to changes only with its contract. */
export const REMEDIES: Readonly<Record<string, readonly Remedy[]>> = {
  'the client has an email address': [edit('Add email', 'email')],
  'the pick-up dates are known': [edit('Add dates', 'dates'), reopen],
  'the origin is known': [edit('Add pick-up', 'origin'), reopen],
  'the destination is known': [edit('Add drop-off', 'destination'), reopen],
  'the client has a quote that is still valid': [{ label: 'Send quote', move: 'quote.sent' }, reopen],
  'the move date is today or later': [reopen],
  'no carrier has the job': [
    { label: 'Withdraw award', move: 'award.withdrawn' },
    { label: 'Take the carrier off', move: 'carrier.dropped' },
  ],
};

/** The step available now for the first requirement that the person can satisfy; null if there is none. */
export function remedyOf(lead: AgentLeadLifecycleFragment, unmet: readonly string[]): Remedy | null {
  const allowed = new Set(movesOf(lead).flatMap(({ event, isAllowed }) => (isAllowed ? event : [])));
  const isAgreed = whyAgreed(lead) !== null;
  const can = ({ move, detail }: Remedy) => allowed.has(move) && (!detail || detail === 'email' || !isAgreed);
  return unmet.flatMap((phrase) => REMEDIES[phrase] ?? []).find(can) ?? null;
}
