import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { dayEverywhere } from '#src/machines/calendar/days.ts';
import { decodeCursor, encodeCursor } from '#src/api/database/cursor.ts';
import type { ApiParts } from '#src/api/parts.ts';
import { problem } from '#src/api/http/problem.ts';
import { mustAscend } from '#src/api/http/ranges.ts';
import type { Tables } from '#src/api/database/tables.ts';
import { presentStateLeads } from './state-lead.present.ts';
import type { ListQuery } from './state-lead.schemas.ts';
import { openInTrial } from './state-lead.work.ts';
import type { Actor, Business, StateLeadRow, StateLeadWorkRow } from './state-lead.work.ts';

/**
 * One keyset page of a business's leads, in the requested order.
 *
 * @throws Problem 403 for the archive without a subscription; 400 for a search that would reveal hidden data
 */
export async function listStateLeads(
  db: Kysely<Tables>,
  parts: ApiParts,
  business: Business,
  query: ListQuery,
  actor: Actor & { id: string },
) {
  const chosen = choice(parts, business, query, actor);
  const limit = Number(query.limit ?? 50);
  const rows = await chosenLeads(db, business, chosen, limit + 1);
  const page = rows.slice(0, limit);
  const ids = page.map(({ id }) => id);
  const leads = ids.length === 0 ? [] : await db.selectFrom('state_lead').selectAll().where('id', 'in', ids).execute();
  const works =
    ids.length === 0
      ? []
      : await db
          .selectFrom('state_lead_work')
          .selectAll()
          .where('business_id', '=', business.id)
          .where('lead_id', 'in', ids)
          .execute();
  const leadOf = new Map<string, StateLeadRow>(leads.map((lead) => [lead.id, lead]));
  const workOf = new Map<string, StateLeadWorkRow>(works.map((work) => [work.lead_id, work]));
  const last = page.at(-1);
  return {
    leads: await presentStateLeads(
      db,
      parts,
      business,
      ids.map((id) => ({ lead: leadOf.get(id)!, work: workOf.get(id)! })),
      actor.role,
    ),
    page: {
      end: last && rows.length > limit ? encodeCursor([last.key, last.id]) : null,
      has_next: rows.length > limit,
    },
    counts: await countsOf(db, business.id),
    is_locked: !business.hasSubscription,
    is_trial: business.isTrial,
  };
}

/** The most cities on a map; those with the fewest leads are left out. */
const MOST_CITIES = 500;

/**
 * How many of these leads start in each city, most first.
 *
 * @throws Problem as `listStateLeads`
 */
export async function mapStateLeads(
  db: Kysely<Tables>,
  parts: ApiParts,
  business: Business,
  query: ListQuery,
  actor: Actor & { id: string },
) {
  const chosen = choice(parts, business, query, actor);
  const cities = await narrowed(db, business, chosen)
    .clearSelect()
    .select((eb) => [
      'lead.origin_city as city',
      'lead.origin_state as state',
      eb.fn.avg<number>('lead.origin_lat').as('lat'),
      eb.fn.avg<number>('lead.origin_lng').as('lng'),
      sql<number>`count(*)::int`.as('count'),
    ])
    .groupBy(['lead.origin_city', 'lead.origin_state'])
    .orderBy('count', 'desc')
    .orderBy('city')
    .orderBy('state')
    .limit(MOST_CITIES)
    .execute();
  return { cities };
}

function choice(parts: ApiParts, business: Business, query: ListQuery, actor: { id: string }): Chosen {
  const isArchived = query.is_archived === 'true';
  if (isArchived && !business.hasSubscription)
    throw problem(403, 'The archive opens with a subscription.', { unmet: ['the subscription is active'] });
  if (query.q !== undefined && !business.hasSubscription) {
    throw problem(400, 'Without a subscription leads can be filtered by place, date and size only.', {
      errors: [{ field: 'q', message: 'Searching needs a subscription.' }],
    });
  }
  mustAscend('date_to', query.date_from, query.date_to);
  return { ...query, isArchived, today: dayEverywhere(parts.now()), accountId: actor.id };
}

interface Chosen extends ListQuery {
  isArchived: boolean;
  /** In the brokerage's time zone. */
  today: string;
  accountId: string;
}

interface Found {
  id: string;
  /** The sort key, as in the cursor. */
  key: string;
}

const NEVER = '9999-12-31';
/** Marks the cursor of a lead that comes before all others because it is due. */
const DUE = 'due ';

async function chosenLeads(db: Kysely<Tables>, business: Business, query: Chosen, limit: number): Promise<Found[]> {
  const after = query.after === undefined ? null : decodeCursor(query.after);
  const [key, id] = [String(after?.[0]), after?.[1]];
  const all = narrowed(db, business, query);
  const past = (column: ReturnType<typeof sql>, type: string, sign: string) =>
    sql<boolean>`(${column}, work.lead_id) ${sql.raw(sign)} (${key}::${sql.raw(type)}, ${id}::uuid)`;
  const byReceived = sql`work.received_at`;

  if (query.sort === 'follow-up' || query.sort === 'move-date') {
    const day =
      query.sort === 'follow-up'
        ? sql`coalesce(work.follow_up_date, ${NEVER}::date)`
        : sql`coalesce(case when lead.move_date >= ${query.today}::date then lead.move_date end, ${NEVER}::date)`;
    return await all
      .select(sql<string>`${day}::text`.as('key'))
      .$if(after !== null, (some) => some.where(past(day, 'date', '>')))
      .orderBy(day)
      .orderBy('work.lead_id')
      .limit(limit)
      .execute();
  }
  if (query.sort === 'oldest') {
    return await all
      .select('work.received_at as key')
      .$if(after !== null, (some) => some.where(past(byReceived, 'timestamptz', '>')))
      .orderBy('work.received_at')
      .orderBy('work.lead_id')
      .limit(limit)
      .execute();
  }
  const isDue = sql<boolean>`work.follow_up_date <= ${query.today}::date`;
  const newest = all
    .select('work.received_at as key')
    .orderBy('work.received_at', 'desc')
    .orderBy('work.lead_id', 'desc');
  if (query.isArchived)
    return newest
      .$if(after !== null, (some) => some.where(past(byReceived, 'timestamptz', '<')))
      .limit(limit)
      .execute();
  // Leads that are due come first, longest due at the top; the others follow in the order of their index.
  const isAmongDue = after === null || key.startsWith(DUE);
  const due = isAmongDue
    ? await all
        .select(sql<string>`${DUE}::text || work.follow_up_date::text`.as('key'))
        .where(isDue)
        .$if(after !== null, (some) =>
          some.where(sql<boolean>`(work.follow_up_date, work.lead_id) > (${key.slice(DUE.length)}::date, ${id}::uuid)`),
        )
        .orderBy('work.follow_up_date')
        .orderBy('work.lead_id')
        .limit(limit)
        .execute()
    : [];
  if (due.length === limit) return due;
  const others = await newest
    .where(sql<boolean>`${isDue} is not true`)
    .$if(!isAmongDue, (some) => some.where(past(byReceived, 'timestamptz', '<')))
    .limit(limit - due.length)
    .execute();
  return [...due, ...others];
}

/** The leads that match a query, unordered. */
function narrowed(db: Kysely<Tables>, { id: businessId, trialSince }: Business, query: Chosen) {
  let chosen = db
    .selectFrom('state_lead_work as work')
    .innerJoin('state_lead as lead', 'lead.id', 'work.lead_id')
    .select('work.lead_id as id')
    .where('work.business_id', '=', businessId)
    .where('work.is_archived', '=', query.isArchived);
  if (query.uncontacted === 'true') chosen = chosen.where('work.state', '=', 'fresh');
  if (query.status) chosen = chosen.where('work.state', '=', query.status);
  if (query.assigned === 'me') chosen = chosen.where('work.assignee_id', '=', query.accountId);
  if (query.assigned === 'nobody') chosen = chosen.where('work.assignee_id', 'is', null);
  if (query.state) chosen = chosen.where('lead.origin_state', '=', query.state);
  if (query.city) chosen = chosen.where(sql<boolean>`lower(lead.origin_city) = ${query.city.trim().toLowerCase()}`);
  if (query.destination_state) chosen = chosen.where('lead.destination_state', '=', query.destination_state);
  if (query.size) chosen = chosen.where('lead.size', '=', query.size);
  if (query.date_from) chosen = chosen.where('lead.move_date', '>=', query.date_from);
  if (query.date_to) chosen = chosen.where('lead.move_date', '<=', query.date_to);
  if (query.q)
    chosen = chosen.where(
      'lead.search_text',
      'like',
      `%${searchable(query.q).replaceAll(/[%_\\]/g, String.raw`\$&`)}%`,
    );
  // A hidden name must not be found either.
  if (query.q && trialSince !== null) chosen = chosen.where('lead.id', 'in', openInTrial(businessId, trialSince));
  return chosen;
}

const searchable = (text: string): string => text.trim().toLowerCase().replaceAll(/\s+/g, ' ');

/** The counts; `fresh` are leads in the inbox that nobody has contacted yet. */
export async function countsOf(
  db: Kysely<Tables>,
  businessId: string,
): Promise<{ inbox: number; fresh: number; archived: number }> {
  const { rows } = await sql<{ inbox: number; fresh: number; archived: number }>`
    select count(*) filter (where not is_archived)::int as inbox,
           count(*) filter (where not is_archived and state = 'fresh')::int as fresh,
           count(*) filter (where is_archived)::int as archived
      from state_lead_work where business_id = ${businessId}`.execute(db);
  return rows[0]!;
}
