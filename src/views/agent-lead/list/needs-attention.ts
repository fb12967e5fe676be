import type { AgentLeadTab } from '#src/machines/agent-lead/agent-lead.types.ts';
import { DAY } from '#src/machines/calendar/durations.ts';
import { type LeadRow, todayOf } from '../lead-lifecycle.ts';

/** Whether a lead waits for a person today. */
export const needsAttention: Record<AgentLeadTab, (lead: LeadRow) => boolean> = {
  new: (lead) => Date.now() - Date.parse(lead.enteredStateAt) > DAY,
  'follow-up': (lead) => (lead.followUp?.date ?? '9999') <= todayOf(lead),
  'quote-sent': (lead) => lead.stage === 'accepted' || (lead.quote?.validUntil ?? '9999') < todayOf(lead),
  'contract-sent': (lead) =>
    (lead.contract.followUpDate ?? '9999') <= todayOf(lead) || lead.contract.agreementState === 'expired',
  contracted: (lead) => Date.now() - Date.parse(lead.enteredStateAt) > DAY,
  'award-carrier': (lead) => lead.unseenBidCount > 0,
  'open-contracts': (lead) =>
    lead.stage === 'awaiting_carrier' && Date.now() - Date.parse(lead.enteredStateAt) > 2 * DAY,
  'completed-contracts': (lead) =>
    lead.stage === 'closed' || (lead.stage === 'invoiced' && (lead.invoice?.dueOn ?? '9999') < todayOf(lead)),
};
