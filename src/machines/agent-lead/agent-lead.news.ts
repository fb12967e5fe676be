import { LEAD_CREATED } from './agent-lead.events.ts';
import type { AgentLeadEventType } from './agent-lead.events.ts';
import { AGENT_LEAD_EVENT_TYPES, AGENT_LEAD_EVENTS } from './agent-lead.moves.ts';

/** What others are told of a lead: that there is one, and each event from then on. */
type AgentLeadNews = typeof LEAD_CREATED | AgentLeadEventType;

export const AGENT_LEAD_NEWS: readonly AgentLeadNews[] = [LEAD_CREATED, ...AGENT_LEAD_EVENT_TYPES];

export const newsLabel = (news: AgentLeadNews): string =>
  news === LEAD_CREATED ? 'Create lead' : AGENT_LEAD_EVENTS[news].label;
