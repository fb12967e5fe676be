import { useEffect, useEffectEvent } from 'react';
import type { AgentLeadsQueryVariables } from '#src/generated/graphql/graphql.ts';
import { hrefs } from '#src/views/hrefs.ts';
import { dropDraft, keepDraft, readDraft } from '#src/views/ui/draft-storage.ts';

/** The list from which leads are opened, as it was shown: the lead's page steps through it. */
export interface LeadTrail {
  /** In the order of the list; later changes to a lead do not reorder it. */
  ids: readonly string[];
  /** The cursor and query to continue the list; null if all of it was shown. */
  after: string | null;
  wanted: Omit<AgentLeadsQueryVariables, 'after'>;
  /** The total number, if known. */
  total: number | undefined;
}

const KEY = 'lead-trail';
const SHAPE = 1;

// Someone who typed a URL, or followed a link from elsewhere, did not come from this tab's previous list.
const [arrival] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
if (arrival?.type === 'navigate') dropDraft(KEY, 'tab');

export const readTrail = (): LeadTrail | null => readDraft<LeadTrail>(KEY, SHAPE, 'tab');
export const keepTrail = (trail: LeadTrail): void => keepDraft(KEY, SHAPE, trail, 'tab');

/** A list lasts from its rows through the lead pages; navigating anywhere else ends it. */
export function useTrailEnd(): void {
  useEffect(
    () => () => {
      if (!location.pathname.startsWith(hrefs.agent.leadPages)) dropDraft(KEY, 'tab');
    },
    [],
  );
}

/** Remembers the list that is shown, for the lead pages opened from it. */
export function useTrail({
  rows,
  after,
  wanted,
  total,
}: Omit<LeadTrail, 'ids'> & { rows: readonly { id: string }[] | undefined }): void {
  const keep = useEffectEvent(() => {
    if (rows) keepTrail({ ids: rows.map(({ id }) => id), after, wanted, total });
  });
  useEffect(() => keep(), [rows, after, total]);
  useTrailEnd();
}
