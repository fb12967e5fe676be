import { showPhone } from '#src/machines/phone/phone.ts';
import { placeWords } from '#src/machines/place/place-words.ts';
import { toldStop } from '#src/api/agent-lead/guessed-zip.ts';
import { showNumber } from '#src/machines/amount/amounts.ts';
import type { Brokerage } from '#src/machines/settings/brokerage.ts';
import { longDate } from '#src/api/mail/letter.ts';
import { blank, facts } from './document.ts';
import type { Block, Words } from './document.ts';
import type { RowOf } from '#src/api/database/tables.ts';

/** The fields of a lead that agreements use. */
export type MoveRow = Pick<
  RowOf<'agent_lead'>,
  | 'reference'
  | 'kind'
  | 'client_name'
  | 'client_email'
  | 'client_phone'
  | 'stops'
  | 'origin_city'
  | 'origin_state'
  | 'destination_city'
  | 'destination_state'
  | 'move_date'
  | 'move_date_last'
  | 'delivery_date_last'
  | 'distance_miles'
  | 'is_interstate'
  | 'move_size'
  | 'inventory'
  | 'volume_cuft'
  | 'weight_lb'
  | 'packing'
  | 'storage_days'
  | 'special_items'
>;

interface Stop {
  role: 'pick-up' | 'drop-off' | 'extra';
  address?: string | null;
  city: string;
  state: string;
  zip: string;
  dwelling?: string | null;
  floor?: number | null;
  stairs?: number | null;
  has_elevator?: boolean | null;
  long_carry_ft?: number | null;
  needs_shuttle?: boolean | null;
  earliest?: string | null;
  latest?: string | null;
  note?: string | null;
}

interface Item {
  room: string;
  item: string;
  quantity: number;
  volume_cuft: number;
  weight_lb: number;
}

export const route = (lead: MoveRow): string =>
  `${lead.origin_city}, ${lead.origin_state} to ${lead.destination_city}, ${lead.destination_state}`;

export const isHousehold = (lead: MoveRow): boolean => lead.kind !== 'commercial' && lead.kind !== 'freight';

const unbroken = (text: string): string => text.replaceAll(' ', '\u00a0');

/** "Fri, Dec 4, 2026", or "Fri, Dec 4 to Mon, Dec 7, 2026"; a date never wraps. */
export function windowOf(first: string | null | undefined, last: string | null | undefined): string | null {
  if (!first && !last) return null;
  const [from, to] = [first ?? last!, last ?? first!];
  if (from === to) return unbroken(longDate(from));
  const start = from.slice(0, 4) === to.slice(0, 4) ? longDate(from).slice(0, -', 2026'.length) : longDate(from);
  return `${unbroken(start)} to ${unbroken(longDate(to))}`;
}

export function brokerageFacts(brokerage: Brokerage): Block {
  return facts(
    ['Broker', brokerage.name],
    ['Address', brokerage.address],
    ['Registration', `USDOT ${brokerage.usdot} · ${brokerage.mc}`],
    ['Telephone', showPhone(brokerage.phone)],
    ['Email', brokerage.email],
  );
}

const ROLES = { 'pick-up': 'Pick-up', 'drop-off': 'Delivery', extra: 'Extra stop' } as const;

/** Pick-up and delivery. Without streets, only the city, state, and ZIP are shown; a guessed ZIP never. */
export function stopsTable(lead: MoveRow, { withStreets }: { withStreets: boolean }): Block {
  const stops = lead.stops as Stop[];
  return {
    type: 'table',
    caption: 'Stops and dates',
    columns: [
      { label: 'Stop', share: 0.14 },
      { label: 'Place', share: 0.32 },
      { label: 'Dates', share: 0.28 },
      { label: 'Access', share: 0.26 },
    ],
    rows: stops.map((stop) => [
      ROLES[stop.role],
      [
        withStreets && stop.address ? `${stop.address}, ` : '',
        blank(`${ROLES[stop.role].toLowerCase()} place`, placeWords(toldStop(stop))),
      ],
      datesOf(stop),
      accessOf(stop),
    ]),
  };
}

function datesOf(stop: Stop): Words {
  const dates = windowOf(stop.earliest, stop.latest);
  if (stop.role === 'pick-up') return [blank('pick-up dates', dates)];
  return dates ?? 'As agreed with the carrier';
}

function accessOf(stop: Stop): string {
  const parts = [
    stop.dwelling,
    stop.floor === null || stop.floor === undefined ? null : `floor ${stop.floor}`,
    stop.has_elevator ? 'elevator' : null,
    stop.stairs ? `${stop.stairs} steps` : null,
    stop.long_carry_ft ? `carry of ${stop.long_carry_ft} ft` : null,
    stop.needs_shuttle ? 'shuttle truck' : null,
  ].filter(Boolean);
  return parts.length > 0 ? parts.join(', ') : 'No special access reported';
}

/** What is moved, by room, or in one line if no inventory was taken. */
export function inventoryBlocks(lead: MoveRow): Block[] {
  const items = lead.inventory as Item[];
  const summary = facts(
    lead.move_size ? ['Size', lead.move_size] : null,
    lead.volume_cuft === null ? null : ['Volume', `${showNumber(lead.volume_cuft)} cubic feet`],
    lead.weight_lb === null ? null : ['Estimated weight', `${showNumber(lead.weight_lb)} lb`],
    lead.distance_miles === null ? null : ['Distance', `${showNumber(lead.distance_miles)} miles`],
    [
      'Packing by the carrier',
      { none: 'None', partial: 'Partial', full: 'Full' }[lead.packing as 'none'] ?? lead.packing,
    ],
    ['Storage in transit', lead.storage_days > 0 ? `Up to ${lead.storage_days} days` : 'None'],
    lead.special_items ? ['Special items', lead.special_items] : null,
  );
  if (items.length === 0) return [summary];
  const rooms = [...Map.groupBy(items, (item) => item.room)];
  return [
    summary,
    {
      type: 'table',
      caption: 'Inventory',
      columns: [
        { label: 'Room', share: 0.2 },
        { label: 'Items', share: 0.52 },
        { label: 'Pieces', share: 0.12, isNumber: true },
        { label: 'Cubic feet', share: 0.16, isNumber: true },
      ],
      rows: rooms.map(([room, inside]) => [
        room,
        inside.map((item) => `${item.quantity}\u00a0×\u00a0${item.item}`).join('; '),
        showNumber(inside.reduce((sum, item) => sum + item.quantity, 0)),
        showNumber(inside.reduce((sum, item) => sum + item.quantity * item.volume_cuft, 0)),
      ]),
    },
  ];
}
