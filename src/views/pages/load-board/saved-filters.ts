import type { LoadSearchFragment } from '#src/generated/graphql/graphql.ts';
import type { LoadFilters } from '#src/views/carrier/load-filters.ts';

/** A saved search as URL parameters of the board. */
export function filtersOf(saved: LoadSearchFragment['filter']): LoadFilters {
  const given: LoadFilters = {
    from: saved.originState ?? undefined,
    near: saved.near ?? undefined,
    radius: saved.radiusMiles ?? undefined,
    to: saved.destinationState ?? undefined,
    dropNear: saved.dropNear ?? undefined,
    dropRadius: saved.dropRadiusMiles ?? undefined,
    box: saved.box ?? undefined,
    after: saved.moveDateFrom ?? undefined,
    before: saved.moveDateTo ?? undefined,
    lbMin: saved.weightMin ?? undefined,
    lbMax: saved.weightMax ?? undefined,
    miMin: saved.distanceMin ?? undefined,
    miMax: saved.distanceMax ?? undefined,
    kind: saved.kind ?? undefined,
  };
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
}
