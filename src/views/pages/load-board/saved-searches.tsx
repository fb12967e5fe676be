import { describeFilters } from '#src/views/carrier/load-filter-words.ts';
import { filterOf, type LoadFilters } from '#src/views/carrier/load-filters.ts';
import { hrefs } from '#src/views/hrefs.ts';
import { LoadSearches } from '#src/views/load-search/load-searches.tsx';
import { filtersOf } from './saved-filters.ts';

/** The saved searches, above the board whose filters they set. */
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
