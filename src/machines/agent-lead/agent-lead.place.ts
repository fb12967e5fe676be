/**
 * Where a lead stands, as a row keeps it: the tab, the stage inside the tabs that have stages, and whether it is
 * archived.
 */
export const AGENT_LEAD_TABS = [
  'new',
  'follow-up',
  'quote-sent',
  'contract-sent',
  'contracted',
  'award-carrier',
  'open-contracts',
  'completed-contracts',
] as const;
export type AgentLeadTab = (typeof AGENT_LEAD_TABS)[number];

export const AGENT_LEAD_STAGES = [
  'waiting',
  'accepted',
  'awaiting-carrier',
  'in-progress',
  'closed',
  'invoiced',
  'paid',
] as const;
export type AgentLeadStage = (typeof AGENT_LEAD_STAGES)[number];

export interface AgentLeadPlace {
  state: AgentLeadTab;
  stage: AgentLeadStage | null;
  isArchived: boolean;
}

export const START: AgentLeadPlace = { state: 'new', stage: null, isArchived: false };
