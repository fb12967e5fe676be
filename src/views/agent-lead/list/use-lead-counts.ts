import { useQuery } from '@apollo/client/react';
import { AgentLeadCountsDocument, type AgentLeadFilter } from '#src/generated/graphql/graphql.ts';
import type { AgentLeadTab } from '#src/machines/agent-lead/agent-lead.types.ts';
import { useLive } from '#src/views/ui/live-context.ts';
import { tabOf } from '../lead-lifecycle.ts';

interface LeadCounts {
  /** Undefined until they are loaded. */
  of: (tab: AgentLeadTab, isMine: boolean) => number | undefined;
  total: number | undefined;
  archived: number | undefined;
}

/** Counts beside names are refreshed at most this often during continuous changes. */
const COUNTS_PACE_MS = 2000;

/**
 * How many leads each tab has, optionally of those that match a filter. The portal's frame keeps the unfiltered counts
 * up to date.
 */
export function useLeadCounts(filter?: AgentLeadFilter): LeadCounts {
  const isNarrowed = filter !== undefined && Object.keys(filter).length > 0;
  const {
    data: current,
    previousData,
    refetch,
  } = useQuery(AgentLeadCountsDocument, { variables: isNarrowed ? { filter } : {} });
  const data = current ?? previousData;
  // If a count cannot be reloaded, it stays as it was until the next change.
  useLive(
    'agent-lead',
    () => {
      if (filter === undefined || isNarrowed) void refetch().catch(() => {});
    },
    undefined,
    COUNTS_PACE_MS,
  );
  const counts = data?.agentLeadCounts;
  return {
    of: (tab, isMine) => counts?.tabs.find(({ state }) => tabOf(state) === tab)?.[isMine ? 'mine' : 'all'],
    total: counts?.tabs.reduce((sum, { all }) => sum + all, 0),
    archived: counts?.archived,
  };
}
