import { placeWords } from '#src/machines/place/place-words.ts';
import type { MergeField, MergeSideFragment } from '#src/generated/graphql/graphql.ts';
import { showCount } from '#src/machines/amount/amounts.ts';
import { showDateRange } from '#src/views/ui/dates.ts';
import { showPhone } from '#src/machines/phone/phone.ts';
import { KIND_NAMES } from '../lead-names.ts';

type Side = MergeSideFragment;

interface FieldOfMerge {
  name: string;
  /** The displayed value; null if there is none. */
  show: (lead: Side) => string | null;
  /** What is compared, if it is more than what is displayed. */
  whole?: (lead: Side) => unknown;
  /** The client agrees to it with the contract. */
  isAgreed?: true;
}

const PACKING = { none: 'None', partial: 'Partial', full: 'Full' };

/** Every field that can be taken over; a missing one does not compile. */
export const FIELDS: Record<MergeField, FieldOfMerge> = {
  client_name: { name: 'Client', show: ({ client }) => client.name },
  client_phone: { name: 'Phone', show: ({ client }) => client.phone && showPhone(client.phone) },
  client_email: { name: 'Email', show: ({ client }) => client.email },
  stops: {
    name: 'Route and dates',
    show: ({ stops, moveDate, moveDateLast }) =>
      [
        stops.map((stop) => [stop.address, placeWords(stop)].filter(Boolean).join(', ')).join(' → '),
        moveDate ? showDateRange(moveDate, moveDateLast ?? moveDate) : 'no date yet',
      ].join(' · '),
    whole: ({ stops }) => stops,
    isAgreed: true,
  },
  kind: { name: 'Kind', show: ({ kind }) => KIND_NAMES[kind] },
  inventory: {
    name: 'Inventory',
    show: ({ inventory, volumeCuft }) =>
      inventory.length === 0 ? null : `${showCount(inventory.length, 'line')} · ${volumeCuft ?? 0} ft³`,
    whole: ({ inventory }) => inventory,
    isAgreed: true,
  },
  move_size: { name: 'Size', show: ({ moveSize }) => moveSize, isAgreed: true },
  packing: { name: 'Packing', show: ({ packing }) => PACKING[packing], isAgreed: true },
  storage_days: {
    name: 'Storage',
    show: ({ storageDays }) => (storageDays === 0 ? null : showCount(storageDays, 'day')),
    isAgreed: true,
  },
  special_items: { name: 'Special items', show: ({ specialItems }) => specialItems, isAgreed: true },
  notes: { name: 'Notes', show: ({ notes }) => notes },
  source: { name: 'Source', show: ({ source }) => source },
  assigned_agent_id: {
    name: 'Agent',
    show: ({ assignedAgent }) => assignedAgent?.name ?? null,
    whole: ({ assignedAgent }) => assignedAgent?.id,
  },
};
export const FIELD_NAMES = Object.keys(FIELDS) as MergeField[];

/** The fields in which two leads differ. */
export const differing = (one: Side, other: Side): MergeField[] =>
  FIELD_NAMES.filter((field) => {
    const { show, whole = show } = FIELDS[field];
    return JSON.stringify(whole(one) ?? null) !== JSON.stringify(whole(other) ?? null);
  });
