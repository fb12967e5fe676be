import type {
  AgentLeadLifecycleFragment,
  AgentLeadRowFragment,
  AgentLeadStage as GraphqlStage,
  AgentLeadTab as GraphqlTab,
  LeadWorkKind as GraphqlWork,
} from '#src/generated/graphql/graphql.ts';
import type {
  AgentLeadFacts,
  AgentLeadPlace,
  AgentLeadStage,
  AgentLeadTab,
} from '#src/machines/agent-lead/agent-lead.types.ts';
import type { LeadWorkKind } from '#src/machines/agent-lead/agent-lead.work.ts';

/** GraphQL enums cannot contain hyphens; the lifecycle, URLs, and REST use them. These are the only converters. */
export const tabOf = (tab: GraphqlTab | AgentLeadTab) => tab.replaceAll('_', '-') as AgentLeadTab;
export const stageOf = (stage: GraphqlStage | AgentLeadStage) => stage.replaceAll('_', '-') as AgentLeadStage;
export const graphqlTab = (tab: AgentLeadTab) => tab.replaceAll('-', '_') as GraphqlTab;
export const graphqlStage = (stage: AgentLeadStage) => stage.replaceAll('-', '_') as GraphqlStage;

export const workOf = (work: GraphqlWork | LeadWorkKind) => work.replaceAll('_', '-') as LeadWorkKind;
export const graphqlWork = (work: LeadWorkKind) => work.replaceAll('-', '_') as GraphqlWork;

/** A lead as lists and dialogs use it. */
export type LeadRow = AgentLeadRowFragment;

/** The state and facts that the lifecycle judges a lead by. */
export function lifecycleOf(lead: AgentLeadLifecycleFragment): { place: AgentLeadPlace; facts: AgentLeadFacts } {
  const { state, stage, isArchived, facts } = lead;
  return { place: { state: tabOf(state), stage: stage && stageOf(stage), isArchived }, facts };
}

/** Today's date at the brokerage, which decides what is due. */
export const todayOf = (lead: AgentLeadLifecycleFragment): string => lead.facts.today;
