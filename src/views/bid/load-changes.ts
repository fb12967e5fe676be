import type { LoadBiddingFragment } from '#src/generated/graphql/graphql.ts';
import { placeWords } from '#src/machines/place/place-words.ts';
import { showWhole } from '#src/machines/amount/amounts.ts';
import { showDate, showDateRange } from '#src/views/ui/dates.ts';
import { sentence } from '#src/machines/phrases.ts';

/** The load that a bid is made for, as it was on the screen. */
export type SeenLoad = Pick<
  LoadBiddingFragment,
  | 'version'
  | 'moveDate'
  | 'moveDateLast'
  | 'deliveryDateLast'
  | 'distanceMiles'
  | 'moveSize'
  | 'volumeCuft'
  | 'weightLb'
  | 'packing'
  | 'storageDays'
  | 'specialItems'
  | 'stops'
  | 'inventory'
>;

export const seenOf = ({
  version,
  moveDate,
  moveDateLast,
  deliveryDateLast,
  distanceMiles,
  moveSize,
  volumeCuft,
  weightLb,
  packing,
  storageDays,
  specialItems,
  stops,
  inventory,
}: LoadBiddingFragment): SeenLoad => ({
  version,
  moveDate,
  moveDateLast,
  deliveryDateLast,
  distanceMiles,
  moveSize,
  volumeCuft,
  weightLb,
  packing,
  storageDays,
  specialItems,
  stops,
  inventory,
});

const NONE = 'none';
const count = (value: number | null, unit: string) => (value === null ? NONE : `${showWhole(value)} ${unit}`);

function stopText({
  role,
  city,
  state,
  zip,
  dwelling,
  floor,
  stairs,
  hasElevator,
  longCarryFt,
  needsShuttle,
  earliest,
  latest,
}: SeenLoad['stops'][number]): string {
  const access = [
    dwelling,
    floor && `floor ${floor}`,
    stairs && `${stairs} steps`,
    hasElevator && 'elevator',
    longCarryFt && `${longCarryFt} ft carry`,
    needsShuttle && 'shuttle truck',
  ];
  const days = earliest ? showDateRange(earliest, latest ?? earliest) : latest && showDate(latest);
  return [`${sentence(role.replace('_', '-'))}: ${placeWords({ city, state, zip })}`, ...access, days]
    .filter(Boolean)
    .join(', ');
}

const itemText = ({ room, item, quantity, volumeCuft, weightLb }: SeenLoad['inventory'][number]) =>
  [`${quantity} × ${item}`, room, volumeCuft !== null && `${volumeCuft} ft³`, weightLb !== null && `${weightLb} lb`]
    .filter(Boolean)
    .join(', ');

const FACTS: [string, (load: SeenLoad) => string][] = [
  ['Pick-up', ({ moveDate, moveDateLast }) => (moveDate ? showDateRange(moveDate, moveDateLast ?? moveDate) : NONE)],
  ['Deliver by', ({ deliveryDateLast }) => (deliveryDateLast ? showDate(deliveryDateLast) : NONE)],
  ['Distance', ({ distanceMiles }) => count(distanceMiles, 'miles')],
  ['Weight', ({ weightLb }) => count(weightLb, 'lb')],
  [
    'Volume',
    ({ volumeCuft, moveSize }) =>
      [volumeCuft !== null && count(volumeCuft, 'ft³'), moveSize].filter(Boolean).join(', ') || NONE,
  ],
  ['Packing', ({ packing }) => packing],
  ['Storage', ({ storageDays }) => count(storageDays, 'days')],
  ['Special items', ({ specialItems }) => specialItems ?? NONE],
];

const LISTS: [string, (load: SeenLoad) => string[]][] = [
  ['Stops', ({ stops }) => stops.map(stopText)],
  ['Items', ({ inventory }) => inventory.map(itemText)],
];

export interface LoadChange {
  name: string;
  was: string;
  now: string;
}

/** What has changed, in words: for lists, only the lines that differ. */
export function changesOfLoad(was: SeenLoad, now: SeenLoad): LoadChange[] {
  const facts = FACTS.map(([name, text]) => ({ name, was: text(was), now: text(now) }));
  const lists = LISTS.map(([name, lines]) => {
    const [before, after] = [lines(was), lines(now)];
    const without = (some: string[], others: string[]) =>
      some.filter((line) => !others.includes(line)).join('; ') || NONE;
    return { name, was: without(before, after), now: without(after, before) };
  });
  return [...facts, ...lists].filter((change) => change.was !== change.now);
}
