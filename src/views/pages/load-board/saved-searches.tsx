import type { LoadSearchFragment } from '#src/generated/graphql/graphql.ts';
import { describeFilters } from '#src/views/carrier/load-filter-words.ts';
import { filterOf, type LoadFilters } from '#src/views/carrier/load-filters.ts';
import { hrefs } from '#src/views/hrefs.ts';
import { LoadSearches } from '#src/views/load-search/load-searches.tsx';

/** A saved search as the address of the board has it. */
function filtersOf(saved: LoadSearchFragment['filter']): LoadFilters {
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

/** The saved searches over the board whose filters they are. */
export default function SavedSearches({ filters, onClose }: { filters: LoadFilters; onClose: () => void }) {
  const { mine: _bids, ...filter } = filterOf(filters);
  return (
    <LoadSearches
      filter={filter}
      described={describeFilters(filters)}
      shownAs={(saved) => {
        const shown = filtersOf(saved);
        return { href: hrefs.board.leads('available', { ...shown }), described: describeFilters(shown) };
      }}
      onClose={onClose}
    />
  );
}
