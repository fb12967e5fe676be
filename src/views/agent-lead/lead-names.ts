import type { AgentLeadKind, AgreementState, Packing } from '#src/generated/graphql/graphql.ts';
import type { AgentLeadStage, AgentLeadTab } from '#src/machines/agent-lead/agent-lead.types.ts';
import type { LeadWorkKind } from '#src/machines/agent-lead/agent-lead.work.ts';
import type { Tone } from '#src/views/ui/badge.tsx';
import { sentence } from '#src/machines/phrases.ts';

/** Display names, the same in every list, menu, and filter. */
export const TAB_NAMES: Record<AgentLeadTab, string> = {
  new: 'New',
  'follow-up': 'Follow-up',
  'quote-sent': 'Quote sent',
  'contract-sent': 'Contract sent',
  contracted: 'Contracted',
  'award-carrier': 'Bidding',
  'open-contracts': 'Booked',
  'completed-contracts': 'Completed',
};

export const TAB_TONES: Record<AgentLeadTab, Tone> = {
  new: 'blue',
  'follow-up': 'amber',
  'quote-sent': 'blue',
  'contract-sent': 'blue',
  contracted: 'green',
  'award-carrier': 'amber',
  'open-contracts': 'green',
  'completed-contracts': 'gray',
};

export const STAGE_NAMES: Record<AgentLeadStage, string> = {
  waiting: 'Awaiting answer',
  accepted: 'Accepted',
  'awaiting-carrier': 'Awaiting carrier',
  'in-progress': 'In progress',
  closed: 'Closed',
  invoiced: 'Invoiced',
  paid: 'Paid',
};

export const STAGE_TONES: Record<AgentLeadStage, Tone> = {
  waiting: 'blue',
  accepted: 'amber',
  'awaiting-carrier': 'amber',
  'in-progress': 'green',
  closed: 'amber',
  invoiced: 'blue',
  paid: 'green',
};

/** The kinds of work that wait with a lead. */
export const WORK_NAMES: Record<LeadWorkKind, string> = {
  question: 'Questions from clients',
  'dates-asked': 'Date change requests',
  'dates-accepted': 'Dates to change',
  'quote-accepted': 'Accepted quotes',
  'new-lead': 'New leads',
  'follow-up-due': 'Follow-ups due',
  'quote-ending': 'Quotes ending soon',
  'contract-unsigned': 'Contracts waiting for a signature',
  'load-unposted': 'Ready for the load board',
  'bids-unseen': 'New bids',
  'job-unsigned': 'Carriers that haven’t signed',
  'papers-ending': 'Carrier insurance or papers ending',
  'invoice-unsent': 'Ready to invoice',
  'invoice-overdue': 'Overdue invoices',
};

export const KIND_NAMES: Record<AgentLeadKind, string> = {
  household_interstate: 'Household, interstate',
  household_intrastate: 'Household, intrastate',
  local: 'Local',
  commercial: 'Commercial',
  freight: 'Freight',
};

export const PACKING_NAMES: Record<Packing, string> = {
  none: 'No packing',
  partial: 'Partial packing',
  full: 'Full packing',
};

export const AGREEMENT_NAMES: Record<AgreementState, string> = {
  draft: 'Draft',
  sent: 'Sent, not opened',
  opened: 'Opened',
  signed: 'Signed',
  declined: 'Declined',
  voided: 'Voided',
  expired: 'Link expired',
};

export const AGREEMENT_TONES: Record<AgreementState, Tone> = {
  draft: 'gray',
  sent: 'gray',
  opened: 'blue',
  signed: 'green',
  declined: 'red',
  voided: 'gray',
  expired: 'amber',
};

/** "Booked · Awaiting carrier", "Quote sent · archived". A history may name states that the lifecycle no longer has. */
export function placeName({
  state,
  stage,
  isArchived,
}: {
  state: string;
  stage?: string | null;
  isArchived: boolean;
}): string {
  const names: Record<string, string> = { ...TAB_NAMES, ...STAGE_NAMES };
  const named = (key: string) => names[key] ?? sentence(key.replaceAll('-', ' '));
  return [named(state), stage && named(stage), isArchived && 'archived'].filter(Boolean).join(' · ');
}

/** "Possible once the client has an email address and the estimate has a total above zero". */
export function whyOff(unmet: readonly string[]): string {
  return `Possible once ${unmet.join(' and ')}`;
}
