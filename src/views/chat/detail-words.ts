import { showWhole } from '#src/machines/amount/amounts.ts';
import { accessWords } from '#src/machines/chat/chat-access.ts';
import type { ChatDetail } from '#src/machines/chat/chat-details.ts';
import { US_STATES } from '#src/machines/place/us-states.ts';
import { placeWords } from '#src/machines/place/place-words.ts';
import { showDateRange } from '#src/views/ui/dates.ts';
import { SIZE_NAMES } from '#src/views/ui/move-words.ts';
import { showPhone } from '#src/machines/phone/phone.ts';
import { type ChatAccess, type ChatValues, type DetailCorrection, valueKey } from './chat-types.ts';

export const PACKING_NAMES = {
  none: 'No packing by movers',
  partial: 'Partial packing',
  full: 'Full packing',
} as const;

/** Parses a place: a ZIP code, or a city and its state. Null if it is neither. */
export function readPlace(text: string): { zip: string } | { city: string; state: string } | null {
  const zip = /(?:^|\D)(\d{5})(?:-\d{4})?\s*$/.exec(text)?.[1];
  if (zip) return { zip };
  // Without a comma, the last words that name a state are the state: "Salt Lake City Utah", "Raleigh North Carolina".
  const words = text.trim().split(/[\s,]+/);
  for (const length of [1, 2, 3]) {
    const state = stateOf(words.slice(-length).join(' '));
    const city = words.slice(0, -length).join(' ');
    if (state && city && !(length === 1 && stateOf(words.slice(-2).join(' ')) && words.length > 2))
      return { city, state };
  }
  return null;
}

function stateOf(text: string): string | null {
  const wanted = text.toLowerCase();
  return (
    Object.entries(US_STATES).find(
      ([letters, name]) => letters.toLowerCase() === wanted || name.toLowerCase() === wanted,
    )?.[0] ?? null
  );
}

/** Each detail in words; null while it is unknown. */
export const DETAIL_WORDS: { [D in ChatDetail]: (values: ChatValues) => string | null } = {
  origin: ({ origin }) => origin && placeWords(origin),
  destination: ({ destination }) => destination && placeWords(destination),
  origin_access: ({ originAccess }) => accessText(originAccess),
  destination_access: ({ destinationAccess }) => accessText(destinationAccess),
  move_date: ({ moveDate }) => moveDate && showDateRange(moveDate.earliest, moveDate.latest),
  size: ({ size }) => size && SIZE_NAMES[size],
  inventory: ({ inventory }) => inventory && inventoryWords(inventory),
  packing: ({ packing }) => packing && PACKING_NAMES[packing],
  storage_days: ({ storageDays }) =>
    storageDays === null
      ? null
      : storageDays === 0
        ? 'None'
        : storageDays === 1
          ? '1 day'
          : `${showWhole(storageDays)} days`,
  special_items: ({ specialItems }) => specialItems,
  name: ({ name }) => name,
  email: ({ email }) => email,
  phone: ({ phone }) => phone && showPhone(phone),
};

const UNKNOWN: ChatValues = {
  origin: null,
  destination: null,
  originAccess: null,
  destinationAccess: null,
  moveDate: null,
  size: null,
  inventory: null,
  packing: null,
  storageDays: null,
  specialItems: null,
  name: null,
  email: null,
  phone: null,
};

/** A correction in words; null if it would clear the detail. */
export function correctionWords(detail: ChatDetail, typed: DetailCorrection): string | null {
  if (typed === null || typed === undefined) return null;
  if (Array.isArray(typed)) return typed.map(({ quantity, item }) => `${quantity} × ${item}`).join(', ');
  if (typeof typed === 'object' && !('earliest' in typed) && !('floor' in typed))
    return typed.zip ?? `${typed.city}, ${typed.state}`;
  return DETAIL_WORDS[detail]({ ...UNKNOWN, [valueKey(detail)]: typed });
}

function accessText(access: ChatAccess | null): string | null {
  if (!access) return null;
  const { hasElevator, longCarryFt, needsShuttle, ...same } = access;
  return (
    accessWords({ ...same, has_elevator: hasElevator, long_carry_ft: longCarryFt, needs_shuttle: needsShuttle }) || null
  );
}

function inventoryWords(items: NonNullable<ChatValues['inventory']>): string {
  const pieces = items.reduce((sum, { quantity }) => sum + quantity, 0);
  const volume = items.reduce((sum, { quantity, volumeCuft }) => sum + quantity * volumeCuft, 0);
  return `${showWhole(pieces)} ${pieces === 1 ? 'piece' : 'pieces'}, about ${showWhole(volume)} ft³`;
}
