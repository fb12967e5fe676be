import type { CreateLead } from '#src/api/agent-lead/agent-lead.schemas.ts';
import { milesBetween } from '#src/api/place/distance.ts';
import { placeOfZip } from '#src/api/place/places.ts';
import type { Place } from '#src/api/place/places.ts';
import { addDays } from '#src/machines/calendar/days.ts';
import type { Chance } from './chance.ts';
import { MOVE_SIZES, businessInventoryOf, inventoryOf } from './demo-inventory.ts';
import { AREA_CODES, HOME_ZIPS, STREETS, zoneOfState } from './demo-places.ts';
import { FIRST_NAMES, LAST_NAMES, NOTES, SOURCES, SPECIAL_ITEMS } from './demo-words.ts';

export interface LeadWish {
  /** First day of the pick-up; null if the client has not given it. */
  moveDate: string | null;
  hasEmail: boolean;
  hasInventory: boolean;
}

/** A household, sometimes an office or a shipper, that wants to move. */
export function makeLead(chance: Chance, wish: LeadWish): CreateLead {
  const origin = placeOfZip(chance.pick(HOME_ZIPS))!;
  const destination = destinationOf(chance, origin);
  const business = chance.hits(0.1) ? chance.pick(['commercial', 'freight'] as const) : null;
  const size = chance.pick(MOVE_SIZES);
  const inventory = !wish.hasInventory
    ? []
    : business
      ? businessInventoryOf(chance, business)
      : inventoryOf(chance, size);
  const client = clientOf(chance, origin, wish.hasEmail, business !== null);
  return {
    client,
    stops: stopsOf(chance, origin, destination, wish.moveDate),
    inventory,
    ...(business ? { kind: business } : {}),
    source: chance.pick(SOURCES),
    move_size: business ? null : size,
    packing: chance.pick(['none', 'none', 'partial', 'full']),
    storage_days: chance.hits(0.12) ? chance.pick([15, 30, 45]) : 0,
    special_items: chance.hits(0.22) ? chance.pick(SPECIAL_ITEMS) : null,
    notes: chance.hits(0.35) ? chance.pick(NOTES) : null,
  };
}

/** The last day of the pick-up window; null if the client has not given it. */
export const lastPickUpDay = ({ stops }: CreateLead): string | null => stops[0]!.latest ?? null;

/** Usually in another state; otherwise another place in the same one. */
function destinationOf(chance: Chance, origin: Place): Place {
  const places = HOME_ZIPS.filter((zip) => zip !== origin.zip).map((zip) => placeOfZip(zip)!);
  const near = places.filter((place) => place.state === origin.state);
  return near.length > 0 && chance.hits(0.45) ? chance.pick(near) : chance.pick(places);
}

function clientOf(chance: Chance, origin: Place, hasEmail: boolean, isBusiness: boolean) {
  const [first, last] = [chance.pick(FIRST_NAMES), chance.pick(LAST_NAMES)];
  const letters = (name: string) =>
    name
      .normalize('NFKD')
      .replaceAll(/[^A-Za-z]/g, '')
      .toLowerCase();
  const domain = isBusiness
    ? `${letters(last)}-office.example`
    : chance.pick(['mail.example', 'post.example', 'inbox.example', 'home.example']);
  return {
    name: isBusiness
      ? `${first} ${last} (${last} ${chance.pick(['Design', 'Dental', 'Partners', 'Supply', 'Studio'])})`
      : `${first} ${last}`,
    email: hasEmail
      ? `${letters(first)}.${letters(last)}${chance.hits(0.3) ? chance.between(2, 98) : ''}@${domain}`
      : null,
    // Without any contact, it would not be a lead.
    phone:
      chance.hits(0.94) || !hasEmail
        ? `+1${AREA_CODES[origin.state] ?? '614'}55501${String(chance.between(0, 99)).padStart(2, '0')}`
        : null,
    zone: zoneOfState(origin.state),
  };
}

function stopsOf(chance: Chance, origin: Place, destination: Place, first: string | null) {
  const last = first && addDays(first, chance.pick([0, 1, 2, 4]));
  const transit = 1 + Math.ceil(milesBetween(origin, destination) / 450);
  const earliest = first && addDays(first, transit);
  const latest = last && addDays(last, transit + chance.between(1, 5));
  return [
    { role: 'pick-up' as const, ...place(origin), ...dwelling(chance), earliest: first, latest: last },
    { role: 'drop-off' as const, ...place(destination), ...dwelling(chance), earliest, latest },
  ];

  function place({ city, state, zip }: Place) {
    return { address: `${chance.between(12, 9800)} ${chance.pick(STREETS)}`, city, state, zip };
  }
}

function dwelling(chance: Chance) {
  if (chance.hits(0.5))
    return {
      dwelling: 'House',
      stairs: chance.hits(0.3) ? chance.between(3, 16) : null,
      long_carry_ft: chance.hits(0.15) ? chance.pick([80, 120, 150]) : null,
    };
  const floor = chance.between(1, 14);
  return { dwelling: 'Apartment', floor, has_elevator: floor > 3 || chance.hits(0.4) };
}
