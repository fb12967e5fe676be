import { isDeepStrictEqual } from 'node:util';
import type { Insertable } from 'kysely';
import { roadMiles } from '#src/api/place/distance.ts';
import { isZipArea, middleZipOf, placeOfZip } from '#src/api/place/places.ts';
import { problem } from '#src/api/http/problem.ts';
import type { FieldProblem } from '#src/api/http/problem.ts';
import type { CreateLead, GivenStop, StopInput } from './agent-lead.schemas.ts';
import { GUESSED, withGuess, withoutGuess } from './guessed-zip.ts';
import { zoneAt } from '#src/api/place/zone.ts';
import { isZone } from '#src/machines/calendar/zone.ts';
import type { Tables } from '#src/api/database/tables.ts';

/** Household goods without a given weight count 7 lb per ft³, as is usual in the industry. */
const LB_PER_CUFT = 7;

interface LocatedStop extends StopInput {
  lat: number | null;
  lng: number | null;
}
export type LeadFields = Partial<Insertable<Tables['agent_lead']>>;
/** The data of a lead that a person entered, all or part of it. */
type Given = Partial<CreateLead>;
type Client = CreateLead['client'];

/**
 * The columns derived from what a person entered: places, distance, dates, volume, and weight.
 * @throws Problem 422 if the stops contradict each other
 */
export function fieldsOf(given: Given, before: Origin = {}): LeadFields {
  const stops = given.stops ? stopFields(given.stops) : {};
  const zone = zoneOf(given, before, { ...before, ...stops });
  // A kind that nobody chose is that of the stops and changes with them.
  const hasLikelyKind = given.stops && before.kind !== undefined && before.kind === likelyKind(before);
  return {
    ...(hasLikelyKind ? { kind: likelyKind(stops) as 'local' } : {}),
    ...plainFields(given),
    ...(given.client ? clientFields(given.client) : {}),
    ...(zone === undefined ? {} : { client_zone: zone }),
    ...stops,
    ...(given.inventory ? inventoryFields(given.inventory) : {}),
  };
}

/** Fields stored unchanged in a column of the same name: a field without a column does not compile. */
function plainFields({ client: _client, stops: _stops, inventory: _inventory, ...plain }: Given) {
  return defined<Pick<LeadFields, keyof typeof plain>>(plain);
}

const defined = <T extends object>(fields: T): Partial<T> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Partial<T>;

/** Where the client lives: at the pick-up. */
interface Origin {
  origin_lat?: number | null;
  origin_lng?: number | null;
  client_zone?: string;
  kind?: LeadFields['kind'];
  is_interstate?: LeadFields['is_interstate'];
  distance_miles?: LeadFields['distance_miles'];
}

const zoneOfOrigin = ({ origin_lat: lat, origin_lng: lng }: Origin): string | undefined =>
  typeof lat === 'number' && typeof lng === 'number' ? zoneAt({ lat, lng }) : undefined;

/**
 * The client's time zone, if it changes. A zone that nobody chose is that of the pick-up and changes with it; sending
 * the lead's current zone unchanged is not a choice.
 */
function zoneOf({ client, stops }: Given, before: Origin, after: Origin): string | undefined {
  const given = client?.zone ?? undefined;
  if (given !== undefined && !isZone(given))
    throw invalid([{ field: 'client/zone', message: 'This is not a time zone.' }]);
  if (given !== undefined && given !== before.client_zone) return given;
  const isAutomatic = client !== undefined && given === undefined;
  const hasMoved =
    stops !== undefined && before.client_zone !== undefined && before.client_zone === zoneOfOrigin(before);
  return isAutomatic || hasMoved ? zoneOfOrigin(after) : undefined;
}

type ClientFields = { [K in Exclude<keyof Client, 'zone'> as `client_${K}`]-?: LeadFields[`client_${K}`] };
/** A field of the client without its column here does not compile. */
const clientFields = (client: Client): ClientFields => ({
  client_name: client.name.trim(),
  client_email: client.email?.toLowerCase() ?? null,
  client_phone: client.phone ?? null,
});

/** If only the city is known, uses the ZIP code of its center. @throws Problem 422 for an unknown city */
function withZips(given: readonly GivenStop[]): StopInput[] {
  const errors: FieldProblem[] = [];
  const stops = given.map((stop, index) => {
    const zip = middleZipOf(stop.city, stop.state);
    if (stop.zip) {
      const isReplaced = stop.zip !== zip && stop.note?.includes(GUESSED);
      return { ...stop, zip: stop.zip, ...(isReplaced ? { note: withoutGuess(stop.note) } : {}) };
    }
    if (!zip)
      errors.push({
        field: `stops/${index}/zip`,
        message: `No city “${stop.city}” is known in ${stop.state}. Enter the ZIP code.`,
      });
    return { ...stop, zip: zip ?? '', note: withGuess(stop.note) };
  });
  if (errors.length > 0) throw invalid(errors);
  return stops;
}

function stopFields(all: readonly GivenStop[]): LeadFields {
  const given = withZips(all);
  checkStops(given);
  const stops = given.map(locate);
  const origin = stops.find((stop) => stop.role === 'pick-up')!;
  const destination = stops.findLast((stop) => stop.role === 'drop-off')!;
  const located = stops.filter(
    (stop): stop is LocatedStop & { lat: number; lng: number } => stop.lat !== null && stop.lng !== null,
  );
  return {
    stops: JSON.stringify(stops),
    origin_city: origin.city,
    origin_state: origin.state,
    origin_zip: origin.zip,
    origin_lat: origin.lat,
    origin_lng: origin.lng,
    destination_city: destination.city,
    destination_state: destination.state,
    destination_zip: destination.zip,
    destination_lat: destination.lat,
    destination_lng: destination.lng,
    move_date: origin.earliest ?? origin.latest ?? null,
    move_date_last: origin.latest ?? origin.earliest ?? null,
    delivery_date_last: destination.latest ?? destination.earliest ?? null,
    distance_miles: located.length === stops.length ? roadMiles(located) : null,
    is_interstate: origin.state !== destination.state,
  };
}

function checkStops(stops: StopInput[]): void {
  const errors: FieldProblem[] = [];
  if (!stops.some((stop) => stop.role === 'pick-up')) errors.push({ field: 'stops', message: 'Add a pick-up.' });
  if (!stops.some((stop) => stop.role === 'drop-off')) errors.push({ field: 'stops', message: 'Add a drop-off.' });
  for (const [index, stop] of stops.entries()) {
    if (stop.earliest && stop.latest && stop.earliest > stop.latest) {
      errors.push({ field: `stops/${index}/latest`, message: 'The latest day is before the earliest.' });
    }
    const place = placeOfZip(stop.zip);
    if (!place && !isZipArea(stop.zip))
      errors.push({ field: `stops/${index}/zip`, message: `There is no ZIP code ${stop.zip}.` });
    if (place && place.state !== stop.state) {
      errors.push({
        field: `stops/${index}/zip`,
        message: `${stop.zip} is in ${place.city}, ${place.state}, not in ${stop.state}.`,
      });
    }
  }
  if (errors.length > 0) throw invalid(errors);
}

/**
 * Refuses newly entered days in the past. A day that the stop of this role already had may stay: a lead can be
 * corrected after its move.
 *
 * @throws Problem 422
 */
export function mustBeAhead(given: readonly GivenStop[], today: string, before: readonly StopInput[] = []): void {
  const errors = given.flatMap((stop, index) =>
    (['earliest', 'latest'] as const).flatMap((end) => {
      const day = stop[end];
      const isNew = !before.some((was) => was.role === stop.role && (was.earliest === day || was.latest === day));
      return day && day < today && isNew
        ? [{ field: `stops/${index}/${end}`, message: `${OVER[stop.role]} Choose today or a later day.` }]
        : [];
    }),
  );
  if (errors.length > 0) throw invalid(errors);
}

const OVER: Record<StopInput['role'], string> = {
  'pick-up': 'This pick-up date has passed.',
  'drop-off': 'This drop-off date has passed.',
  extra: 'This date has passed.',
};

/** The columns of a new lead. @throws Problem 422 for incomplete or impossible data */
export function newLeadFields(given: CreateLead, today: string): LeadFields {
  const fields = fieldsOf(given);
  mustBeReachable(fields);
  mustBeAhead(given.stops, today);
  return fields;
}

/** @throws Problem 422 if there is no way to contact the client */
export function mustBeReachable({ client_email, client_phone }: LeadFields): void {
  if (!client_email && !client_phone)
    throw invalid([{ field: 'client/phone', message: 'Enter a phone number or an email address.' }]);
}

function locate(stop: StopInput): LocatedStop {
  const place = placeOfZip(stop.zip);
  return { ...stop, city: stop.city.trim(), lat: place?.lat ?? null, lng: place?.lng ?? null };
}

function inventoryFields(given: NonNullable<CreateLead['inventory']>): LeadFields {
  const items = given.map((item) => ({
    ...item,
    weight_lb: item.weight_lb ?? Math.round(item.volume_cuft * LB_PER_CUFT),
  }));
  const volume = items.reduce((sum, item) => sum + item.volume_cuft * item.quantity, 0);
  const weight = items.reduce((sum, item) => sum + item.weight_lb * item.quantity, 0);
  return {
    inventory: JSON.stringify(items),
    volume_cuft: items.length === 0 ? null : Math.round(volume * 100) / 100,
    weight_lb: items.length === 0 ? null : weight,
  };
}

/** The columns that a client agrees to, besides the stops and the price. */
const AGREED = [
  'inventory',
  'move_size',
  'volume_cuft',
  'weight_lb',
  'packing',
  'storage_days',
  'special_items',
] as const;

/** What a client agrees to in a stop. Access, notes, and a street that was missing can still be added. */
const agreedStops = (stops: readonly StopInput[], before: readonly StopInput[]) =>
  stops.map(({ role, address, city, state, zip, earliest, latest }, index) => ({
    role,
    city,
    state,
    zip,
    address: before[index]?.address ? (address ?? null) : null,
    earliest: earliest ?? null,
    latest: latest ?? null,
  }));

/** Whether stops, dates, or items would change. */
export function changesAgreed(
  before: Readonly<Record<(typeof AGREED)[number] | 'stops', unknown>>,
  fields: LeadFields,
) {
  const parsed = (value: unknown) => (typeof value === 'string' && /^[[{]/.test(value) ? JSON.parse(value) : value);
  const stops = before.stops as StopInput[];
  return (
    (fields.stops !== undefined &&
      !isDeepStrictEqual(agreedStops(parsed(fields.stops), stops), agreedStops(stops, stops))) ||
    AGREED.some((column) => fields[column] !== undefined && !isDeepStrictEqual(parsed(fields[column]), before[column]))
  );
}

/** The columns from which the search text is built. */
type Searched = Pick<
  LeadFields,
  | 'client_name'
  | 'client_email'
  | 'client_phone'
  | 'origin_city'
  | 'origin_state'
  | 'origin_zip'
  | 'destination_city'
  | 'destination_state'
  | 'destination_zip'
> & { reference: string };

/** The text for global search: reference, client, phone, email, places; folded to plain lowercase letters. */
export function searchTextOf(lead: Searched): string {
  const phone = lead.client_phone ?? '';
  const parts = [
    lead.reference,
    lead.client_name,
    lead.client_email,
    phone,
    phone.replace(/^\+1/, ''),
    lead.origin_city,
    lead.origin_state,
    lead.origin_zip,
    lead.destination_city,
    lead.destination_state,
    lead.destination_zip,
  ];
  return fold(parts.filter(Boolean).join(' '));
}

/** Lowercase without accents, so that "Muñoz" and "munoz" match each other. */
export const fold = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();

/** The kind of move suggested by the places, if nobody chose one. */
export function likelyKind(fields: Pick<LeadFields, 'is_interstate' | 'distance_miles'>): string {
  if (fields.is_interstate) return 'household-interstate';
  return (fields.distance_miles ?? 0) <= 50 ? 'local' : 'household-intrastate';
}

export const invalid = (errors: FieldProblem[]) => problem(422, errors[0]!.message, { errors });
