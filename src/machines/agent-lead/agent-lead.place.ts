import { agentLeadLifecycle } from './agent-lead.lifecycle.ts';
import type { AgentLeadFacts } from './agent-lead.facts.ts';

/**
 * Where a lead stands, as a row keeps it: the tab, the stage inside the two tabs that have stages, and whether it
 * is archived. The lists below are read off the law; nothing else lists the states.
 */
const live = agentLeadLifecycle.root.states.live!;
const tabNodes = Object.values(live.states).filter((node) => node.type !== 'history');

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

export const AGENT_LEAD_STAGES = ['awaiting-carrier', 'in-progress', 'closed', 'invoiced', 'paid'] as const;
export type AgentLeadStage = (typeof AGENT_LEAD_STAGES)[number];

export interface AgentLeadPlace {
  state: AgentLeadTab;
  stage: AgentLeadStage | null;
  isArchived: boolean;
}

/** A state's own stages, in the order of the law; empty for a state without stages. */
export function stagesOf(tab: AgentLeadTab): AgentLeadStage[] {
  return Object.keys(tabNodes.find((node) => node.key === tab)!.states) as AgentLeadStage[];
}

export const START: AgentLeadPlace = { state: 'new', stage: null, isArchived: false };

function liveValue(place: AgentLeadPlace) {
  return place.stage ? { [place.state]: place.stage } : place.state;
}

/** The snapshot of the law for a lead in this place with these facts. */
export function agentLeadSnapshot(place: AgentLeadPlace, facts: AgentLeadFacts) {
  const value = place.isArchived ? 'archived' : { live: liveValue(place) };
  const leaf = place.stage ? live.states[place.state]!.states[place.stage]! : live.states[place.state]!;
  return agentLeadLifecycle.resolveState({
    value: value as never,
    context: facts,
    historyValue: place.isArchived ? { 'agent-lead.live.place': [leaf] } : {},
  });
}
export type AgentLeadSnapshot = ReturnType<typeof agentLeadSnapshot>;

/** The place of a snapshot of the law. */
export function placeOf(snapshot: AgentLeadSnapshot): AgentLeadPlace {
  const isArchived = snapshot.value === 'archived';
  const kept = (snapshot.historyValue as Record<string, { path: string[] }[]>)['agent-lead.live.place'];
  const path = isArchived ? kept!.at(-1)!.path : deepest(snapshot.value);
  return {
    state: path[1] as AgentLeadTab,
    stage: (path[2] as AgentLeadStage | undefined) ?? null,
    isArchived,
  };
}

function deepest(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  const [[key, inner]] = Object.entries(value as Record<string, unknown>) as [[string, unknown]];
  return [key, ...deepest(inner)];
}
