import { useQuery } from '@apollo/client/react';
import { AgentLeadCountsDocument } from '#src/generated/graphql/graphql.ts';
import type { AgentLeadTab } from '#src/machines/agent-lead/agent-lead.place.ts';
import { useLive } from '#src/views/ui/live-context.ts';
import { tabOf } from '../lead-lifecycle.ts';

interface LeadCounts {
  /** Undefined until they are known. */
  of: (tab: AgentLeadTab, isMine: boolean) => number | undefined;
  total: number | undefined;
  archived: number | undefined;
}

/** How many leads stand where, kept up to date. */
export function useLeadCounts(): LeadCounts {
  const { data, refetch } = useQuery(AgentLeadCountsDocument);
  // A count that cannot be read again stays as it was until the next change.
  useLive('agent-lead', () => void refetch().catch(() => {}));
  const counts = data?.agentLeadCounts;
  return {
    of: (tab, isMine) => counts?.tabs.find(({ state }) => tabOf(state) === tab)?.[isMine ? 'mine' : 'all'],
    total: counts?.tabs.reduce((sum, { all }) => sum + all, 0),
    archived: counts?.archived,
  };
}
