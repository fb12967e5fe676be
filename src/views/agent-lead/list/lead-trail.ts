import { useEffect, useEffectEvent } from 'react';
import type { AgentLeadsQueryVariables } from '#src/generated/graphql/graphql.ts';
import { hrefs } from '#src/views/hrefs.ts';
import { dropDraft, keepDraft, readDraft } from '#src/views/ui/draft-storage.ts';

/** The list that leads are opened from, as it was shown: the lead's page walks along it. */
export interface LeadTrail {
  /** In the order of the list; what is done to a lead meanwhile does not move it. */
  ids: readonly string[];
  /** Where the list goes on, and what it lists; null where all of it was shown. */
  after: string | null;
  wanted: Omit<AgentLeadsQueryVariables, 'after'>;
  /** How many there are in all, where that is known. */
  total: number | undefined;
}

const KEY = 'lead-trail';
const SHAPE = 1;

// Whoever typed an address, or followed a link from elsewhere, did not come from the list that the tab had before.
const [arrival] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
if (arrival?.type === 'navigate') dropDraft(KEY, 'tab');

export const readTrail = (): LeadTrail | null => readDraft<LeadTrail>(KEY, SHAPE, 'tab');
export const keepTrail = (trail: LeadTrail): void => keepDraft(KEY, SHAPE, trail, 'tab');

/** A list lasts from its rows through the pages of leads; whoever goes elsewhere has left it. */
export function useTrailEnd(): void {
  useEffect(
    () => () => {
      if (!location.pathname.startsWith(hrefs.agent.leadPages)) dropDraft(KEY, 'tab');
    },
    [],
  );
}

/** Keeps the list that is shown, for the page of a lead that is opened from it. */
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
