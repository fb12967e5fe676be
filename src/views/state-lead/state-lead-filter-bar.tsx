import type { ReactNode } from 'react';
import { addDays } from '#src/machines/calendar/days.ts';
import { US_STATES } from '#src/machines/place/us-states.ts';
import { showDate, showDateRange, today } from '#src/views/ui/dates.ts';
import { FilterBar, SortMenu } from '#src/views/ui/filter-bar.tsx';
import { FilterChip } from '#src/views/ui/filter-chip.tsx';
import { SearchFilter } from '#src/views/ui/search-filter.tsx';
import { SIZE_NAMES } from '#src/views/ui/move-words.ts';
import { hasFilter, SORTS, type StateLeadFilters } from './state-lead-filters.ts';
import { STATES } from './state-lead-names.ts';

interface StateLeadFilterBarProps {
  filters: StateLeadFilters;
  onChange: (part: StateLeadFilters) => void;
  /** Searching by name requires a subscription. */
  canSearch: boolean;
  children?: ReactNode;
}

const WINDOWS: [string, number][] = [
  ['Next 14 days', 14],
  ['Next 30 days', 30],
  ['Next 60 days', 60],
];
const ASSIGNED = { me: 'to me', nobody: 'to nobody' } as const;
const NONE: StateLeadFilters = {
  q: undefined,
  from: undefined,
  city: undefined,
  to: undefined,
  after: undefined,
  before: undefined,
  size: undefined,
  status: undefined,
  assigned: undefined,
};

export function StateLeadFilterBar({ filters, onChange, canSearch, children }: StateLeadFilterBarProps) {
  const { from, city, to, after, before, size, status, assigned, sort = 'newest' } = filters;
  const now = today();
  const set = (label: string, part: StateLeadFilters) => ({ label, onSelect: () => onChange(part) });
  const states = (key: 'from' | 'to') =>
    Object.entries(US_STATES).map(([code, name]) =>
      set(name, key === 'from' ? { from: code, city: undefined } : { to: code }),
    );
  return (
    <FilterBar
      search={
        canSearch && (
          <span className="max-sm:basis-full sm:w-44">
            <SearchFilter
              aria-label="Search leads"
              placeholder="Name, phone, city…"
              className="h-7 pointer-coarse:h-10"
              value={filters.q ?? ''}
              onChange={(q) => onChange({ q: q || undefined })}
            />
          </span>
        )
      }
      onClear={hasFilter(filters) ? () => onChange(NONE) : null}
      end={
        <>
          <SortMenu
            value={sort}
            names={SORTS}
            // The first one is the list's default.
            onChange={(value) => onChange({ sort: value === 'newest' ? undefined : value })}
          />
          {children}
        </>
      }
    >
      <FilterChip
        name="Status"
        value={status ? STATES[status].name : null}
        options={Object.entries(STATES).map(([value, { name }]) =>
          set(name, { status: value as StateLeadFilters['status'] }),
        )}
        onClear={() => onChange({ status: undefined })}
      />
      <FilterChip
        name="Assigned"
        value={assigned ? ASSIGNED[assigned] : null}
        options={[set(ASSIGNED.me, { assigned: 'me' }), set(ASSIGNED.nobody, { assigned: 'nobody' })]}
        onClear={() => onChange({ assigned: undefined })}
      />
      <FilterChip
        name="From"
        value={from ? (city ? `${city}, ${from}` : US_STATES[from]!) : null}
        options={states('from')}
        onClear={() => onChange({ from: undefined, city: undefined })}
      />
      <FilterChip
        name="To"
        value={to ? US_STATES[to]! : null}
        options={states('to')}
        onClear={() => onChange({ to: undefined })}
      />
      <FilterChip
        name="Move date"
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
          set('Later than 60 days', { after: addDays(now, 61), before: undefined }),
        ]}
        onClear={() => onChange({ after: undefined, before: undefined })}
      />
      <FilterChip
        name="Size"
        value={size ? SIZE_NAMES[size] : null}
        options={Object.entries(SIZE_NAMES).map(([value, name]) =>
          set(name, { size: value as StateLeadFilters['size'] }),
        )}
        onClear={() => onChange({ size: undefined })}
      />
    </FilterBar>
  );
}
