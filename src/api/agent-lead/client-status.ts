import type { LeadRow } from './agent-lead.query.ts';
import type { AgentLeadTab } from '#src/machines/agent-lead/agent-lead.types.ts';

const STATUS: Record<AgentLeadTab, string> = {
  new: 'We are preparing your quote.',
  'follow-up': 'We will get back to you soon.',
  'quote-sent': 'Your quote is waiting for your answer.',
  'contract-sent': 'Your agreement is waiting for your signature.',
  contracted: 'Your agreement is signed. We are looking for your carrier.',
  'award-carrier': 'Your agreement is signed. We are looking for your carrier.',
  'open-contracts': 'Your carrier is chosen.',
  'completed-contracts': 'Your move is done.',
};

export const AGREEMENT_CHANGES = 'We are changing your agreement. We will send you the new one to sign.';
const AGREEMENT_EXPIRED = 'The time to sign your agreement has run out. We will send you a new one.';

/** The status of the move in the client's terms. */
export function clientStatus({
  state,
  stage,
  reopened_at,
  agreement_state,
}: Pick<LeadRow, 'state' | 'stage' | 'reopened_at' | 'agreement_state'>): string {
  if (reopened_at !== null) return AGREEMENT_CHANGES;
  if (state === 'contract-sent' && agreement_state === 'expired') return AGREEMENT_EXPIRED;
  return state === 'quote-sent' && stage === 'accepted'
    ? 'You accepted your quote. We are preparing your agreement.'
    : STATUS[state];
}
