import { useState } from 'react';
import { ShopCountsDocument, type ShopPlacesQuery } from '#src/generated/graphql/graphql.ts';
import { showWhole } from '#src/machines/amount/amounts.ts';
import { addDays } from '#src/machines/calendar/days.ts';
import {
  FRESH_DAYS,
  hasShopFilter,
  SHOP_CONTACTS,
  type ShopFilters,
  type ShopSort,
  SOLD_SHARES,
  unfiltered,
} from '#src/machines/marketplace/shop-filters.ts';
import { MOVE_SIZES, moveSizes } from '#src/machines/state-lead/move-sizes.ts';
import { showDate, showDateRange, today } from '#src/views/ui/dates.ts';
import { FilterBar, SortMenu } from '#src/views/ui/filter-bar.tsx';
import { FilterChip } from '#src/views/ui/filter-chip.tsx';
import { lazy, LazyBoundary } from '#src/views/ui/lazy.tsx';
import { useAnswer } from '#src/views/ui/use-answer.ts';
import type { AskedPlace } from './shop-filter-dialog.tsx';
import { ageWords, CONTACT_WORDS, originText, placesText, qualityText, soldWords } from './shop-filter-words.ts';
import { filterOf } from './use-shop.ts';

const ShopFilterDialog = lazy(() => import('./shop-filter-dialog.tsx'));

interface ShopFilterBarProps {
  filters: ShopFilters;
  onChange: (part: Partial<ShopFilters>) => void;
  /** The states that have leads; null until they are loaded. */
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
  const { states, toStates, toCities, verified, sizes, from, to, minMiles, maxMiles, sort } = filters;
  const [asked, setAsked] = useState<AskedPlace | null>(null);
  const counts = useAnswer(ShopCountsDocument, { filter: filterOf(filters) }).data?.shopCounts ?? null;
  const now = today();
  const other = (label: string, what: AskedPlace) => ({ label, onSelect: () => setAsked(what) });
  const nowhere = { near: undefined, radius: undefined };
  const many = (label: string, count: number | undefined) => (count === undefined ? label : `${label} (${count})`);
  const set = (label: string, part: Partial<ShopFilters>) => ({ label, onSelect: () => onChange(part) });
  const offered = places?.filter(({ state, count }) => count > 0 && !states.includes(state)) ?? [];
  return (
    <FilterBar
      onClear={hasShopFilter(filters) ? () => onChange(unfiltered(filters)) : null}
      end={<SortMenu value={sort} names={SORTS} onChange={(value) => onChange({ sort: value })} />}
    >
      <FilterChip
        name="From"
        value={originText(filters)}
        options={[
          other('Near a place…', 'near'),
          other('Several states…', 'from-states'),
          ...offered.map(({ state, name, count }) =>
            set(`${states.length > 0 ? 'Also ' : ''}${name} (${count})`, { ...nowhere, states: [...states, state] }),
          ),
        ]}
        onClear={() => onChange({ ...nowhere, states: [], cities: [] })}
      />
      <FilterChip
        name="To"
        value={placesText(toStates, toCities)}
        options={[
          other('A city…', 'to-city'),
          other('Several states…', 'to-states'),
          ...(counts?.destinations ?? [])
            .filter(({ state }) => !toStates.includes(state))
            .map(({ state, name, count }) =>
              set(`${toStates.length > 0 ? 'Also ' : ''}${name} (${count})`, { toStates: [...toStates, state] }),
            ),
        ]}
        onClear={() => onChange({ toStates: [], toCities: [] })}
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
      <FilterChip
        name="Quality"
        value={qualityText(filters)}
        options={[
          ...SHOP_CONTACTS.filter((contact) => !verified.includes(contact)).map((contact) =>
            set(many(CONTACT_WORDS[contact], counts?.[`${contact}Verified`]), {
              verified: SHOP_CONTACTS.filter((one) => one === contact || verified.includes(one)),
            }),
          ),
          ...FRESH_DAYS.map((days, index) =>
            set(many(ageWords(days), counts?.ages[index]?.count), { maxAgeDays: days }),
          ),
          ...SOLD_SHARES.map((most, index) =>
            set(many(soldWords(most), counts?.sold[index]?.count), { maxSold: most }),
          ),
        ]}
        onClear={() => onChange({ verified: [], maxAgeDays: undefined, maxSold: undefined })}
      />
      {asked && (
        <LazyBoundary>
          <ShopFilterDialog
            key={asked}
            asked={asked}
            filters={filters}
            onChange={onChange}
            onClose={() => setAsked(null)}
          />
        </LazyBoundary>
      )}
    </FilterBar>
  );
}

function milesText([least, most]: Range): string | null {
  if (least !== undefined && most !== undefined) return `${showWhole(least)}–${showWhole(most)} miles`;
  if (most !== undefined) return `Up to ${showWhole(most)} miles`;
  return least === undefined ? null : `${showWhole(least)} miles or more`;
}
