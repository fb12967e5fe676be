import { ArrowsUpDownIcon } from '@heroicons/react/16/solid';
import type { ShopPlacesQuery } from '#src/generated/graphql/graphql.ts';
import { showWhole } from '#src/machines/amount/amounts.ts';
import { addDays } from '#src/machines/calendar/days.ts';
import { hasShopFilter, type ShopFilters, type ShopSort, unfiltered } from '#src/machines/marketplace/shop-filters.ts';
import { US_STATES } from '#src/machines/place/us-states.ts';
import { MOVE_SIZES, moveSizes } from '#src/machines/state-lead/move-sizes.ts';
import { showDate, showDateRange, today } from '#src/views/ui/dates.ts';
import { FilterChip } from '#src/views/ui/filter-chip.tsx';
import { Menu } from '#src/views/ui/menu.tsx';

interface ShopFilterBarProps {
  filters: ShopFilters;
  onChange: (part: Partial<ShopFilters>) => void;
  /** The states that have leads; null while nobody knows. */
  places: ShopPlacesQuery['shopPlaces']['states'] | null;
}

const WINDOWS: [string, number][] = [
  ['Next 14 days', 14],
  ['Next 30 days', 30],
  ['Next 60 days', 60],
];
type Range = readonly [number?, number?];
const DISTANCES: readonly Range[] = [[undefined, 99], [100, 499], [500, 1499], [1500]];
const SORTS: Record<ShopSort, string> = { newest: 'Newest first', cheapest: 'Cheapest first', soonest: 'Soonest move' };

export function ShopFilterBar({ filters, onChange, places }: ShopFilterBarProps) {
  const { states, sizes, from, to, minMiles, maxMiles, sort } = filters;
  const now = today();
  const set = (label: string, part: Partial<ShopFilters>) => ({ label, onSelect: () => onChange(part) });
  const offered = places?.filter(({ state, count }) => count > 0 && !states.includes(state)) ?? [];
  return (
    <div className="flex flex-wrap items-center gap-1.5 py-3">
      <FilterChip
        name="From"
        value={placesText(filters)}
        options={offered.map(({ state, name, count }) =>
          set(`${states.length > 0 ? 'Also ' : ''}${name} (${count})`, { states: [...states, state] }),
        )}
        onClear={() => onChange({ states: [], cities: [] })}
      />
      <FilterChip
        name="Move date"
        value={
          from && to ? showDateRange(from, to) : from ? `from ${showDate(from)}` : to ? `until ${showDate(to)}` : null
        }
        options={[
          ...WINDOWS.map(([label, days]) => set(label, { from: now, to: addDays(now, days) })),
          set('Later than 60 days', { from: addDays(now, 61), to: undefined }),
        ]}
        onClear={() => onChange({ from: undefined, to: undefined })}
      />
      <FilterChip
        name="Size"
        value={
          sizes.length === 0
            ? null
            : sizes.length > 2
              ? `${sizes.length} sizes`
              : sizes.map((size) => MOVE_SIZES[size].name).join(', ')
        }
        options={moveSizes
          .filter((size) => !sizes.includes(size))
          .map((size) =>
            set(`${sizes.length > 0 ? 'Also ' : ''}${MOVE_SIZES[size].name}`, { sizes: [...sizes, size] }),
          )}
        onClear={() => onChange({ sizes: [] })}
      />
      <FilterChip
        name="Distance"
        value={milesText([minMiles, maxMiles])}
        options={DISTANCES.map((range) => set(milesText(range)!, { minMiles: range[0], maxMiles: range[1] }))}
        onClear={() => onChange({ minMiles: undefined, maxMiles: undefined })}
      />
      {hasShopFilter(filters) && (
        <button
          type="button"
          className="h-7 rounded-full px-2 text-gray-600 hover:text-gray-900 pointer-coarse:h-10"
          onClick={() =>
            onChange({
              from: undefined,
              to: undefined,
              minMiles: undefined,
              maxMiles: undefined,
              ...unfiltered(filters),
            })
          }
        >
          Clear all
        </button>
      )}
      <Menu
        className="btn btn-sm btn-ghost ml-auto"
        items={Object.entries(SORTS).map(([value, label]) => set(label, { sort: value as ShopSort }))}
      >
        <ArrowsUpDownIcon aria-hidden />
        {SORTS[sort]}
      </Menu>
    </div>
  );
}

/** "Ohio, Columbus, TX"; many are counted. A city stands for itself, not beside its whole state. */
function placesText({ states, cities }: ShopFilters): string | null {
  const cityNames = cities.map((place) => `${place.slice(3)}, ${place.slice(0, 2)}`);
  const stateNames = states
    .filter((code) => !cities.some((place) => place.startsWith(`${code}:`)))
    .map((code) => US_STATES[code]!);
  const names = [...stateNames, ...cityNames];
  if (names.length === 0) return null;
  return names.length > 2 ? `${names.length} places` : names.join('; ');
}

function milesText([least, most]: Range): string | null {
  if (least !== undefined && most !== undefined) return `${showWhole(least)} – ${showWhole(most)} miles`;
  if (most !== undefined) return `up to ${showWhole(most)} miles`;
  return least === undefined ? null : `${showWhole(least)} miles or more`;
}
