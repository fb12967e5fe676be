import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { Role } from '#src/machines/lifecycle.ts';
import { decodeCursor, encodeCursor } from '#src/api/database/cursor.ts';
import type { ApiParts } from '#src/api/parts.ts';
import { problem } from '#src/api/http/problem.ts';
import { mustAscend } from '#src/api/http/ranges.ts';
import type { Tables } from '#src/api/database/tables.ts';
import { presentStateLeads } from './state-lead.present.ts';
import type { ListQuery } from './state-lead.schemas.ts';
import { openInTrial } from './state-lead.work.ts';
import type { Business, StateLeadRow, StateLeadWorkRow } from './state-lead.work.ts';

/**
 * One keyset page of a business's leads, newest first.
 *
 * @throws Problem 403 for the archive without a subscription; 400 for a search that would tell what is hidden
 */
export async function listStateLeads(
  db: Kysely<Tables>,
  parts: ApiParts,
  business: Business,
  query: ListQuery,
  by: Role,
) {
  const isArchived = query.is_archived === 'true';
  if (isArchived && !business.hasSubscription)
    throw problem(403, 'The archive opens with a subscription.', { unmet: ['the subscription is active'] });
  if (query.q !== undefined && !business.hasSubscription) {
    throw problem(400, 'Without a subscription leads can be filtered by place, date and size only.', {
      errors: [{ field: 'q', message: 'Searching needs a subscription.' }],
    });
  }
  const limit = Number(query.limit ?? 50);
  const rows = await chosenLeads(db, business, isArchived, query, limit + 1);
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
      by,
    ),
    page: {
      end: last && rows.length > limit ? encodeCursor([last.received_at, last.id]) : null,
      has_next: rows.length > limit,
    },
    counts: await countsOf(db, business.id),
    is_locked: !business.hasSubscription,
    is_trial: business.hasSubscription && business.trialSince !== null,
  };
}

async function chosenLeads(
  db: Kysely<Tables>,
  { id: businessId, trialSince }: Business,
  isArchived: boolean,
  query: ListQuery,
  limit: number,
): Promise<{ id: string; received_at: string }[]> {
  mustAscend('date_to', query.date_from, query.date_to);
  let chosen = db
    .selectFrom('state_lead_work as work')
    .innerJoin('state_lead as lead', 'lead.id', 'work.lead_id')
    .select(['work.lead_id as id', 'work.received_at'])
    .where('work.business_id', '=', businessId)
    .where('work.is_archived', '=', isArchived)
    .orderBy('work.received_at', 'desc')
    .orderBy('work.lead_id', 'desc')
    .limit(limit);
  if (query.uncontacted === 'true') chosen = chosen.where('work.state', '=', 'fresh');
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
  // A name that is not shown is not found either.
  if (query.q && trialSince !== null) chosen = chosen.where('lead.id', 'in', openInTrial(businessId, trialSince));
  if (query.after) {
    const [receivedAt, id] = decodeCursor(query.after);
    chosen = chosen.where(sql<boolean>`(work.received_at, work.lead_id) < (${receivedAt}::timestamptz, ${id}::uuid)`);
  }
  return chosen.execute();
}

const searchable = (text: string): string => text.trim().toLowerCase().replaceAll(/\s+/g, ' ');

/** How many there are; `fresh` are those in the inbox that nobody has been in touch with. */
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
