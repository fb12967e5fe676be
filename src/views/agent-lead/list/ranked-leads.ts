import type { AgentLeadsQuery } from '#src/generated/graphql/graphql.ts';

/** A lead in a list, with a string that sorts in the order of the list. */
export interface Ranked {
  lead: AgentLeadsQuery['agentLeads']['leads'][number];
  rank: string | null;
}

export const rankedRows = ({ agentLeads: { leads, ranks } }: AgentLeadsQuery): Ranked[] =>
  leads.map((lead, index) => ({ lead, rank: ranks[index] ?? null }));

export const withRanked = (answer: AgentLeadsQuery, rows: readonly Ranked[]): AgentLeadsQuery => ({
  ...answer,
  agentLeads: {
    ...answer.agentLeads,
    leads: rows.map(({ lead }) => lead),
    ranks: rows.map(({ rank }) => rank),
  },
});
