import { sql } from 'kysely';
import type { Insertable, RawBuilder } from 'kysely';
import { MOVE_SIZES } from '#src/machines/state-lead/move-sizes.ts';
import { stateLeadRecord } from './state-lead.work.ts';
import { roadMiles } from '#src/api/place/distance.ts';
import { milesSql } from '#src/api/place/distance-sql.ts';
import { newId, sha256 } from '#src/api/database/ids.ts';
import { publish } from '#src/api/live/live.ts';
import type { ApiParts } from '#src/api/parts.ts';
import { cityNamed, placeOfZip } from '#src/api/place/places.ts';
import { fieldName } from '#src/api/http/field-sentences.ts';
import { problem } from '#src/api/http/problem.ts';
import type { FieldProblem, Problem } from '#src/api/http/problem.ts';
import type { Tx } from '#src/api/database/write.ts';
import { noticeNewLead } from './state-lead.notices.ts';
import type { IntakeLead } from './state-lead.schemas.ts';
import { zoneAt } from '#src/api/place/zone.ts';
import { isZone } from '#src/machines/calendar/zone.ts';
import type { Tables } from '#src/api/database/tables.ts';
import { dayEverywhere } from '#src/machines/calendar/days.ts';
import { DAY } from '#src/machines/calendar/durations.ts';

const DUPLICATE_DAYS = 14;
/** Places that are chosen later bring the leads of this many past days. */
const BACKLOG_DAYS = 30;

export type IntakeParts = Pick<ApiParts, 'jobs' | 'now'>;

interface Where {
  city: string;
  state: string;
  zip: string | null;
  lat: number;
  lng: number;
}

export interface TakenLead {
  id: string;
  reference: string;
  received_at: string;
  /** The source had already submitted it. */
  duplicate: boolean;
  suspected_duplicate_of: string | null;
}

/**
 * Takes in a household's request, once per source and id, reports if it was already submitted elsewhere, and offers it
 * to every business that works at its origin.
 *
 * @throws Problem 422 for an invalid lead; 409 if the source sent different data under the same id
 */
export async function takeLead(tx: Tx, parts: IntakeParts, source: string, given: IntakeLead): Promise<TakenLead> {
  const fields = leadFields(given);
  const fingerprint = sha256(JSON.stringify(fields));
  const at = parts.now();
  const id = newId(at.getTime());
  const { rows } = await sql<{ number: string }>`select nextval('state_lead_reference') as number`.execute(tx);
  const added = await tx
    .insertInto('state_lead')
    .values({
      ...fields,
      id,
      reference: `H-${rows[0]!.number}`,
      source,
      external_id: given.external_id,
      fingerprint,
      received_at: at.toISOString(),
      duplicate_of: await suspectedDuplicate(tx, fields, at),
    })
    .onConflict((conflict) => conflict.columns(['source', 'external_id']).doNothing())
    .returning(['reference', 'received_at', 'duplicate_of'])
    .executeTakeFirst();
  // A lead that was accepted before may be sent again at any time.
  if (!added) return repeated(tx, source, given.external_id, fingerprint);
  if (given.move_date && given.move_date < dayEverywhere(at)) throw passed('move_date');
  await offerLead(tx, parts, id, fields);
  return {
    id,
    reference: added.reference,
    received_at: added.received_at,
    duplicate: false,
    suspected_duplicate_of: await referenceOf(tx, added.duplicate_of),
  };
}

function passed(field: string): Problem {
  const message = 'This move date has passed.';
  return problem(422, `${fieldName(field)}: ${message}`, { errors: [{ field, message }] });
}

async function repeated(tx: Tx, source: string, externalId: string, fingerprint: string): Promise<TakenLead> {
  const first = await tx
    .selectFrom('state_lead')
    .selectAll()
    .where('source', '=', source)
    .where('external_id', '=', externalId)
    .executeTakeFirstOrThrow();
  if (first.fingerprint !== fingerprint) {
    throw problem(409, `You handed in another lead under "${externalId}". Nothing was changed.`, {
      errors: [{ field: 'external_id', message: 'Use an id of its own for each lead.' }],
    });
  }
  return {
    id: first.id,
    reference: first.reference,
    received_at: first.received_at,
    duplicate: true,
    suspected_duplicate_of: await referenceOf(tx, first.duplicate_of),
  };
}

async function referenceOf(tx: Tx, id: string | null): Promise<string | null> {
  if (id === null) return null;
  return (
    (await tx.selectFrom('state_lead').select('reference').where('id', '=', id).executeTakeFirst())?.reference ?? null
  );
}

type LeadFields = Omit<
  Insertable<Tables['state_lead']>,
  'id' | 'reference' | 'source' | 'external_id' | 'fingerprint' | 'duplicate_of' | 'received_at'
>;

/** The columns derived from the request. @throws Problem 422 beside the invalid fields */
export function leadFields(given: IntakeLead): LeadFields {
  const errors: FieldProblem[] = [];
  const origin = whereOf('origin', given.origin, errors);
  const destination = whereOf('destination', given.destination, errors);
  const email = given.client.email?.toLowerCase() ?? null;
  const phone = given.client.phone ?? null;
  // A household is assumed to live where it moves from.
  const zone = given.client.zone ?? (origin ? zoneAt(origin) : 'UTC');
  if (!email && !phone) errors.push({ field: 'client', message: 'Give a phone number or an email address.' });
  for (const [name, value] of [
    ['phone', phone],
    ['email', email],
  ] as const)
    if (given.client[`${name}_verified`] && !value)
      errors.push({ field: `client/${name}_verified`, message: `There is no ${name} that could be verified.` });
  if (!isZone(zone)) errors.push({ field: 'client/zone', message: 'This is not a time zone.' });
  if (errors.length > 0 || !origin || !destination)
    throw problem(422, `${fieldName(errors[0]!.field)}: ${errors[0]!.message}`, { errors });
  return {
    client_name: given.client.name.trim(),
    client_email: email,
    client_phone: phone,
    client_zone: zone,
    // Omitted if false, so that requests from before this field existed still compare as equal.
    ...(given.client.phone_verified ? { phone_verified: true } : {}),
    ...(given.client.email_verified ? { email_verified: true } : {}),
    ...prefixed('origin', origin),
    ...prefixed('destination', destination),
    miles: roadMiles([origin, destination]),
    move_date: given.move_date ?? null,
    is_flexible: given.is_flexible ?? false,
    size: given.size,
    weight_lb: given.weight_lb ?? MOVE_SIZES[given.size].lb,
    comment: given.comment?.trim() ?? null,
    search_text: [
      given.client.name,
      email,
      phone,
      origin.city,
      origin.state,
      origin.zip,
      destination.city,
      destination.state,
      destination.zip,
    ]
      .filter(Boolean)
      .join(' ')
      .toLowerCase()
      .replaceAll(/\s+/g, ' '),
  } as LeadFields;
}

const prefixed = (name: 'origin' | 'destination', { city, state, zip, lat, lng }: Where) => ({
  [`${name}_city`]: city,
  [`${name}_state`]: state,
  [`${name}_zip`]: zip,
  [`${name}_lat`]: lat,
  [`${name}_lng`]: lng,
});

function whereOf(field: 'origin' | 'destination', given: IntakeLead['origin'], errors: FieldProblem[]): Where | null {
  if (given.zip) {
    const place = placeOfZip(given.zip);
    if (place) return { city: place.city, state: place.state, zip: place.zip, lat: place.lat, lng: place.lng };
    errors.push({ field: `${field}/zip`, message: 'There is no such ZIP code.' });
    return null;
  }
  if (!given.city || !given.state) {
    errors.push({ field, message: 'Enter a ZIP code, or a city and state.' });
    return null;
  }
  const city = cityNamed(given.city, given.state);
  if (city) return { city: city.city, state: city.state, zip: null, lat: city.lat, lng: city.lng };
  errors.push({ field: `${field}/city`, message: `There is no ${given.city} in ${given.state} on our map.` });
  return null;
}

/** An earlier lead of the same person between the same places, from any source. */
async function suspectedDuplicate(tx: Tx, fields: LeadFields, now: Date): Promise<string | null> {
  const found = await tx
    .selectFrom('state_lead')
    .select('id')
    .where('received_at', '>', new Date(now.getTime() - DUPLICATE_DAYS * DAY).toISOString())
    .where(({ or, eb }) =>
      or([
        ...(fields.client_email ? [eb('client_email', '=', fields.client_email)] : []),
        ...(fields.client_phone ? [eb('client_phone', '=', fields.client_phone)] : []),
      ]),
    )
    .where('origin_city', '=', fields.origin_city)
    .where('origin_state', '=', fields.origin_state)
    .where('destination_city', '=', fields.destination_city)
    .where('destination_state', '=', fields.destination_state)
    .orderBy('received_at')
    .limit(1)
    .executeTakeFirst();
  return found?.id ?? null;
}

/** Leads are offered automatically: when they come in, or when a business chooses its places. */
const INTAKE = { id: null, name: null, role: 'system' } as const;
const start = stateLeadRecord.startColumns();

/** Offers it once, with its own record, to every business that chose a city nearby or the state. */
async function offerLead(tx: Tx, parts: IntakeParts, leadId: string, fields: LeadFields): Promise<void> {
  const miles = milesSql({ lat: fields.origin_lat, lng: fields.origin_lng }, { lat: sql`lat`, lng: sql`lng` });
  const now = parts.now();
  const at = now.toISOString();
  const { rows: takers } = await sql<{ id: string; business_id: string }>`
    insert into state_lead_work (business_id, lead_id, received_at, offered_at, model_version, history_length)
    select business_id, ${leadId}::uuid, ${at}::timestamptz, ${at}::timestamptz, ${start.model_version}::int,
           ${start.history_length}::int
      from (select business_id from top_city where ${miles} <= radius_miles
            union select business_id from top_state where state = ${fields.origin_state}) as taker
    returning id, business_id`.execute(tx);
  if (takers.length === 0) return;
  await stateLeadRecord.begin(tx, { actor: INTAKE, now, ids: takers.map(({ id }) => id) });
  await noticeNewLead(
    tx,
    parts,
    leadId,
    takers.map(({ business_id }) => business_id),
  );
  for (const { business_id } of takers)
    await publish(tx, { noun: 'state-lead', id: leadId, audience: `business:${business_id}` });
}

/** After a business chose places: adds leads of the last month that start there; existing ones stay. */
export async function offerBacklog(tx: Tx, parts: IntakeParts, businessId: string): Promise<void> {
  const now = parts.now();
  const since = new Date(now.getTime() - BACKLOG_DAYS * DAY).toISOString();
  const cities = await tx
    .selectFrom('top_city')
    .select(['lat', 'lng', 'radius_miles'])
    .where('business_id', '=', businessId)
    .execute();
  const offer = async (isThere: RawBuilder<boolean>) => {
    const { rows } = await sql<{ id: string }>`
      insert into state_lead_work (business_id, lead_id, received_at, offered_at, model_version, history_length)
      select ${businessId}::uuid, id, received_at, ${now.toISOString()}::timestamptz, ${start.model_version}::int,
             ${start.history_length}::int
        from state_lead where received_at > ${since}::timestamptz and ${isThere}
      on conflict do nothing
      returning id`.execute(tx);
    await stateLeadRecord.begin(tx, { actor: INTAKE, now, ids: rows.map(({ id }) => id) });
  };
  for (const { lat, lng, radius_miles } of cities) {
    const miles = milesSql({ lat, lng }, { lat: sql`origin_lat`, lng: sql`origin_lng` });
    await offer(sql`${miles} <= ${radius_miles}::float8`);
  }
  await offer(sql`origin_state in (select state from top_state where business_id = ${businessId}::uuid)`);
}
