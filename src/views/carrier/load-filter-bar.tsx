import { useState } from 'react';
import type { LoadSort } from '#src/generated/graphql/graphql.ts';
import { addDays } from '#src/machines/calendar/days.ts';
import { US_STATES } from '#src/machines/place/us-states.ts';
import { showDate, showDateRange, today } from '#src/views/ui/dates.ts';
import { FilterBar, SortMenu } from '#src/views/ui/filter-bar.tsx';
import { FilterChip } from '#src/views/ui/filter-chip.tsx';
import type { Asked } from './load-filter-dialog.tsx';
import { pickUpText, aroundText, type Range, rangeText } from './load-filter-words.ts';
import { hasFilter, type LoadFilters, unfiltered } from './load-filters.ts';
import { KIND_NAMES } from './load-names.ts';
import { lazy, LazyBoundary } from '#src/views/ui/lazy.tsx';

const LoadFilterDialog = lazy(() => import('./load-filter-dialog.tsx'));

interface LoadFilterBarProps {
  filters: LoadFilters;
  onChange: (part: LoadFilters) => void;
}

const RADII = [50, 100, 250];
const WINDOWS: [string, number][] = [
  ['Next 7 days', 7],
  ['Next 14 days', 14],
  ['Next 30 days', 30],
];
const SIZES: Range[] = [[undefined, 2000], [2000, 5000], [5000, 10_000], [10_000]];
const DISTANCES: Range[] = [[undefined, 100], [100, 500], [500, 1500], [1500]];

export function LoadFilterBar({ filters, onChange }: LoadFilterBarProps) {
  const { near, to, dropNear, dropRadius, after, before, lbMin, lbMax, miMin, miMax, kind, sort = 'newest' } = filters;
  const [asked, ask] = useState<Asked | null>(null);
  const now = today();
  const set = (label: string, part: LoadFilters) => ({ label, onSelect: () => onChange(part) });
  const other = (label: string, what: Asked) => ({ label, onSelect: () => ask(what) });
  const noPickUp = { from: undefined, near: undefined, radius: undefined, box: undefined };
  const noDropOff = { to: undefined, dropNear: undefined, dropRadius: undefined };
  const sorts: Record<LoadSort, string> = {
    newest: 'Newest first',
    nearest: near ? `Nearest to ${near}` : 'Nearest to you',
    soonest: 'Soonest pick-up',
    best_paid: 'Best paid per mile',
  };
  return (
    <FilterBar
      onClear={hasFilter({ ...filters, mine: undefined }) ? () => onChange(cleared(filters)) : null}
      end={
        <SortMenu
          value={sort}
          names={sorts}
          onChange={(value) => onChange({ sort: value === 'newest' ? undefined : value })}
        />
      }
    >
      <FilterChip
        name="From"
        value={pickUpText(filters)}
        options={[
          ...RADII.map((miles) => set(`Within ${miles} miles of your base`, { ...noPickUp, radius: miles })),
          other('Near another place…', 'pick-up'),
          other('Several states…', 'states'),
          ...Object.entries(US_STATES).map(([code, name]) => set(name, { ...noPickUp, from: code })),
        ]}
        onClear={() => onChange(noPickUp)}
      />
      <FilterChip
        name="To"
        value={to ? US_STATES[to]! : aroundText(dropNear, dropRadius)}
        options={[
          ...RADII.map((miles) => set(`Within ${miles} miles of your base`, { ...noDropOff, dropRadius: miles })),
          other('Near another place…', 'drop-off'),
          ...Object.entries(US_STATES).map(([code, name]) => set(name, { ...noDropOff, to: code })),
        ]}
        onClear={() => onChange(noDropOff)}
      />
      <FilterChip
        name="Pick-up"
        value={
          after && before
            ? showDateRange(after, before)
            : after
              ? `from ${showDate(after)}`
              : before
                ? `until ${showDate(before)}`
                : null
        }
        options={[
          ...WINDOWS.map(([label, days]) => set(label, { after: now, before: addDays(now, days) })),
          set('Later than 30 days', { after: addDays(now, 31), before: undefined }),
          other('Other days…', 'dates'),
        ]}
        onClear={() => onChange({ after: undefined, before: undefined })}
      />
      <FilterChip
        name="Size"
        value={rangeText('lb', [lbMin, lbMax])}
        options={[
          ...SIZES.map((range) => set(rangeText('lb', range)!, { lbMin: range[0], lbMax: range[1] })),
          other('Other size…', 'size'),
        ]}
        onClear={() => onChange({ lbMin: undefined, lbMax: undefined })}
      />
      <FilterChip
        name="Distance"
        value={rangeText('miles', [miMin, miMax])}
        options={[
          ...DISTANCES.map((range) => set(rangeText('miles', range)!, { miMin: range[0], miMax: range[1] })),
          other('Other distance…', 'distance'),
        ]}
        onClear={() => onChange({ miMin: undefined, miMax: undefined })}
      />
      <FilterChip
        name="Kind"
        value={kind ? KIND_NAMES[kind] : null}
        options={Object.entries(KIND_NAMES).map(([value, name]) => set(name, { kind: value as LoadFilters['kind'] }))}
        onClear={() => onChange({ kind: undefined })}
      />
      {asked && (
        <LazyBoundary>
          <LoadFilterDialog asked={asked} filters={filters} onChange={onChange} onClose={() => ask(null)} />
        </LazyBoundary>
      )}
    </FilterBar>
  );
}

/** Lists every filter as undefined, because a change contains only what changes. */
const cleared = (filters: LoadFilters): LoadFilters => ({
  ...Object.fromEntries(Object.keys(filters).map((key) => [key, undefined])),
  ...unfiltered(filters),
  // Selected by a tab, not by a filter.
  mine: filters.mine,
});
