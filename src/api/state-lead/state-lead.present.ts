import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { Role } from '#src/machines/lifecycle.ts';
import type { ApiParts } from '#src/api/parts.ts';
import { notFound } from '#src/api/http/problem.ts';
import { actionsOf, factsOf, stateLeadRecord } from './state-lead.work.ts';
import type { Business, StateLeadRow, StateLeadWorkRow } from './state-lead.work.ts';
import type { RowOf, Tables } from '#src/api/database/tables.ts';

type QuoteRow = RowOf<'state_quote'> & { sender: string };

const originOf = (lead: StateLeadRow) => ({
  city: lead.origin_city,
  state: lead.origin_state,
  zip: lead.origin_zip,
  lat: lead.origin_lat,
  lng: lead.origin_lng,
});
const destinationOf = (lead: StateLeadRow) => ({
  city: lead.destination_city,
  state: lead.destination_state,
  zip: lead.destination_zip,
  lat: lead.destination_lat,
  lng: lead.destination_lng,
});
export const placesOf = (lead: StateLeadRow) => ({ origin: originOf(lead), destination: destinationOf(lead) });

function presentQuote(quote: QuoteRow) {
  const { id, amount, message, valid_until, sent_at, answer, answer_reason, answered_at } = quote;
  return { id, amount, message, valid_until, sent_by: quote.sender, sent_at, answer, answer_reason, answered_at };
}

/**
 * Records as their business sees them: without a subscription, and for leads that a trial leaves locked, the client
 * stays hidden.
 */
export async function presentStateLeads(
  db: Kysely<Tables>,
  parts: ApiParts,
  business: Business,
  rows: { lead: StateLeadRow; work: StateLeadWorkRow }[],
  by: Role,
) {
  if (rows.length === 0) return [];
  const facts = await factsOf(db, parts, business, rows);
  const ids = rows.map(({ lead }) => lead.id);
  const counts = await db
    .selectFrom('state_lead_note')
    .select(({ fn }) => ['lead_id', fn.countAll<number>().as('count')])
    .where('business_id', '=', business.id)
    .where('lead_id', 'in', ids)
    .groupBy('lead_id')
    .execute();
  const notes = new Map(counts.map(({ lead_id, count }) => [lead_id, Number(count)]));
  const quotes = new Map(
    (
      await newestQuotes(
        db,
        rows.flatMap(({ work }) => work.quote_id ?? []),
      )
    ).map((quote) => [quote.id, quote]),
  );
  const names = await namesOf(
    db,
    rows.flatMap(({ work }) => work.assignee_id ?? []),
  );
  return rows.map(({ lead, work }, index) => {
    const { today, hasHiredAnother } = facts[index]!;
    const isLocked = !facts[index]!.hasSubscription;
    const quote = quotes.get(work.quote_id ?? '');
    return {
      id: lead.id,
      reference: lead.reference,
      state: work.state,
      is_archived: work.is_archived,
      received_at: lead.received_at,
      ...placesOf(lead),
      miles: lead.miles,
      move_date: lead.move_date,
      is_flexible: lead.is_flexible,
      size: lead.size,
      weight_lb: lead.weight_lb,
      is_locked: isLocked,
      locked_by: isLocked ? (business.hasSubscription ? ('trial' as const) : ('subscription' as const)) : null,
      client: isLocked
        ? null
        : { name: lead.client_name, email: lead.client_email, phone: lead.client_phone, zone: lead.client_zone },
      comment: isLocked ? null : lead.comment,
      off_market: offMarketOf(lead, work, hasHiredAnother),
      is_suspected_duplicate: lead.duplicate_of !== null,
      contacted_at: work.contacted_at,
      note_count: notes.get(lead.id) ?? 0,
      quote: quote ? presentQuote(quote) : null,
      assignee: work.assignee_id === null ? null : { id: work.assignee_id, name: names.get(work.assignee_id)! },
      follow_up_date: work.follow_up_date,
      is_due: !work.is_archived && work.follow_up_date !== null && work.follow_up_date <= today,
      outcome:
        work.decided_at === null
          ? null
          : {
              value: work.won_value,
              reason: work.lost_reason,
              note: isLocked ? null : work.lost_note,
              at: work.decided_at,
            },
      actions: actionsOf({ work, facts: facts[index]! }, by),
      version: work.version,
    };
  });
}

/** Why the business can no longer win it; the one that has the job does not get this. */
function offMarketOf(
  { off_market_confirmed_at, off_market_reason }: StateLeadRow,
  { state }: StateLeadWorkRow,
  hasHiredAnother: boolean,
) {
  if (state === 'accepted' || off_market_confirmed_at === null) return null;
  if (off_market_reason === 'hired') return hasHiredAnother ? off_market_reason : null;
  return state === 'won' ? null : off_market_reason;
}

async function namesOf(db: Kysely<Tables>, ids: string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const people = await db
    .selectFrom('account')
    .select(['id', 'name'])
    .where('id', 'in', [...new Set(ids)])
    .execute();
  return new Map(people.map(({ id, name }) => [id, name]));
}

const quotesWithSender = (db: Kysely<Tables>) =>
  db
    .selectFrom('state_quote')
    .innerJoin('account', 'account.id', 'sent_by')
    .selectAll('state_quote')
    .select('account.name as sender');

async function newestQuotes(db: Kysely<Tables>, ids: string[]): Promise<QuoteRow[]> {
  return ids.length === 0 ? [] : quotesWithSender(db).where('state_quote.id', 'in', ids).execute();
}

/** One record with all its quotes and its history. @throws Problem 404 if it is not this business's */
export async function presentStateLead(
  db: Kysely<Tables>,
  parts: ApiParts,
  business: Business,
  leadId: string,
  by: Role,
) {
  const work = await db
    .selectFrom('state_lead_work')
    .selectAll()
    .where('business_id', '=', business.id)
    .where('lead_id', '=', leadId)
    .executeTakeFirst();
  if (!work) throw notFound('lead');
  const lead = await db.selectFrom('state_lead').selectAll().where('id', '=', leadId).executeTakeFirstOrThrow();
  const [presented] = await presentStateLeads(db, parts, business, [{ lead, work }], by);
  const quotes = await quotesWithSender(db)
    .where('state_quote.business_id', '=', business.id)
    .where('lead_id', '=', leadId)
    .orderBy('sent_at', 'desc')
    .limit(200)
    .execute();
  const entries = await db
    .selectFrom('history')
    .select(['sequence', 'event', 'payload', 'actor_name', 'actor_role', 'at', 'from_state', 'to_state'])
    .where('lifecycle', '=', 'state-lead')
    .where('record_id', '=', work.id)
    // The day it came in already says that it was offered.
    .where('from_state', 'is not', null)
    .orderBy('sequence', 'desc')
    .limit(1000)
    .execute();
  // Who bought it on the marketplace calls the household, too.
  const { sent_to } = await db
    .selectNoFrom(
      sql<number>`(select count(*)::int from state_lead_work where lead_id = ${leadId})
        + (select count(*)::int from purchase_item join purchase on purchase.id = purchase_item.purchase_id
            where lead_id = ${leadId} and purchase.state = 'revealed' and purchase_item.refunded_at is null)`.as(
        'sent_to',
      ),
    )
    .executeTakeFirstOrThrow();
  const stateIn = (name: string) => stateLeadRecord.columnsNamed(name).state;
  const history = entries.map(({ actor_name, from_state, to_state, ...entry }) => ({
    ...entry,
    actor_name: actor_name!,
    from_state: stateIn(from_state!),
    to_state: stateIn(to_state),
  }));
  // The history contains the client's name, too.
  const shown = !presented!.is_locked
    ? history
    : history.map((entry) => (entry.actor_role === 'client' ? { ...entry, actor_name: 'The client' } : entry));
  return { ...presented!, sent_to, quotes: quotes.map(presentQuote), history: shown };
}
