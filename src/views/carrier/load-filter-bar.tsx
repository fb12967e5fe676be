import { ArrowsUpDownIcon } from '@heroicons/react/16/solid';
import type { LoadSort } from '#src/generated/graphql/graphql.ts';
import { addDays, showDate, showDateRange, today } from '#src/views/ui/dates.ts';
import { FilterChip } from '#src/views/ui/filter-chip.tsx';
import { Menu } from '#src/views/ui/menu.tsx';
import { US_STATES } from '#src/machines/place/us-states.ts';
import { hasFilter, type LoadFilters } from './load-filters.ts';
import { KIND_NAMES } from './load-names.ts';

interface LoadFilterBarProps {
  filters: LoadFilters;
  onChange: (part: LoadFilters) => void;
}

const SORT_NAMES: Record<LoadSort, string> = { newest: 'Newest first', soonest: 'Soonest pick-up', nearest: 'Nearest to you' };
const states = Object.entries(US_STATES);

export function LoadFilterBar({ filters, onChange }: LoadFilterBarProps) {
  const { from, to, kind, sort = 'newest' } = filters;
  const options = (key: keyof LoadFilters, names: readonly (readonly [string, string])[]) =>
    names.map(([value, label]) => ({ label, onSelect: () => onChange({ [key]: value }) }));
  return (
    <div className="flex flex-wrap items-center gap-1.5 py-3">
      <FilterChip name="From" value={from ? US_STATES[from]! : null} options={options('from', states)} onClear={() => onChange({ from: undefined })} />
      <FilterChip name="To" value={to ? US_STATES[to]! : null} options={options('to', states)} onClear={() => onChange({ to: undefined })} />
      <PickUpChip filters={filters} onChange={onChange} />
      <FilterChip name="Kind" value={kind ? KIND_NAMES[kind] : null} options={options('kind', Object.entries(KIND_NAMES))} onClear={() => onChange({ kind: undefined })} />
      {hasFilter(filters) && (
        <button
          type="button"
          className="h-7 rounded-full px-2 text-gray-600 hover:text-gray-900 pointer-coarse:h-10"
          onClick={() => onChange({ from: undefined, to: undefined, kind: undefined, after: undefined, before: undefined })}
        >
          Clear all
        </button>
      )}
      <Menu
        className="btn btn-sm btn-ghost ml-auto"
        items={Object.entries(SORT_NAMES).map(([value, label]) => ({ label, onSelect: () => onChange({ sort: value === 'newest' ? undefined : (value as LoadSort) }) }))}
      >
        <ArrowsUpDownIcon aria-hidden />
        {SORT_NAMES[sort]}
      </Menu>
    </div>
  );
}

/** Windows that a truck is planned in. */
function PickUpChip({ filters: { after, before }, onChange }: LoadFilterBarProps) {
  const now = today();
  const windows: [string, number][] = [
    ['Next 7 days', 7],
    ['Next 14 days', 14],
    ['Next 30 days', 30],
  ];
  const value = after && before ? showDateRange(after, before) : after ? `from ${showDate(after)}` : before ? `until ${showDate(before)}` : null;
  return (
    <FilterChip
      name="Pick-up"
      value={value}
      options={[
        ...windows.map(([label, days]) => ({ label, onSelect: () => onChange({ after: now, before: addDays(now, days) }) })),
        { label: 'Later than 30 days', onSelect: () => onChange({ after: addDays(now, 31), before: undefined }) },
      ]}
      onClear={() => onChange({ after: undefined, before: undefined })}
    />
  );
}
