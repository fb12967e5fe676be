import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { Updateable } from 'kysely';
import type { Refusal, Role } from '#src/machines/lifecycle.ts';
import { recordedLifecycle } from '#src/api/engine/recorded-lifecycle.ts';
import type { Held } from '#src/api/engine/recorded-lifecycle.ts';
import { STATE_LEAD_EVENTS, stateLeadLifecycle } from '#src/machines/state-lead/state-lead.lifecycle.ts';
import { dayEverywhere } from '#src/machines/calendar/days.ts';
import type {
  StateLeadEvent,
  StateLeadFacts,
  StateLeadStanding,
} from '#src/machines/state-lead/state-lead.lifecycle.ts';
import { TRIAL_LEADS_PER_DAY, subscriptionAt } from '#src/machines/subscription/entitlement.ts';
import { publish } from '#src/api/live/live.ts';
import type { ApiParts } from '#src/api/parts.ts';
import { notFound, problem } from '#src/api/http/problem.ts';
import { prepared } from '#src/api/database/prepared.ts';
import type { Tx } from '#src/api/database/write.ts';
import type { RowOf, Tables } from '#src/api/database/tables.ts';
import { DAY } from '#src/machines/calendar/durations.ts';
import { onlyIf } from '#src/machines/phrases.ts';

export type StateLeadRow = RowOf<'state_lead'>;
export type StateLeadWorkRow = RowOf<'state_lead_work'>;

/** The business that an account works for, and whether it may currently use leads. */
export interface Business {
  id: string;
  name: string;
  phone: string | null;
  hasSubscription: boolean;
  /**
   * Nothing has been paid yet: since when (UTC ISO 8601) a few leads a day are open, and no others. Null if all are
   * open.
   */
  trialSince: string | null;
  /** The trial runs. Later, while the first payment is overdue, a few leads a day are open as well. */
  isTrial: boolean;
}

/** Who acts on a record; a client has no account. */
export interface Actor {
  id: string | null;
  name: string;
  role: Role;
}

export interface Worked {
  lead: StateLeadRow;
  work: StateLeadWorkRow;
  facts: StateLeadFacts;
  business: Business;
}

/** `row` is the locked work record. */
interface HeldWork extends Held<StateLeadWorkRow, StateLeadFacts>, Worked {}

const businesses = (db: Kysely<Tables>) =>
  db
    .selectFrom('business')
    .modifyFront(prepared)
    .leftJoin('subscription', 'subscription.business_id', 'business.id')
    .select([
      'business.id',
      'business.name',
      'business.phone',
      'business.subscription',
      'business.trial_ends_at',
      'business.created_at',
      'subscription.standing',
    ])
    .select(({ exists, selectFrom }) =>
      exists(
        selectFrom('payment_invoice')
          .select('payment_invoice.id')
          .whereRef('payment_invoice.business_id', '=', 'business.id')
          .where('payment_invoice.status', '=', 'paid')
          .where('payment_invoice.dispute', 'is distinct from', 'lost'),
      ).as('has_paid'),
    );

export async function businessOf(db: Kysely<Tables>, accountId: string, parts: BusinessParts): Promise<Business> {
  const row = await businesses(db)
    .innerJoin('account', 'account.business_id', 'business.id')
    .where('account.id', '=', accountId)
    .executeTakeFirst();
  if (!row) throw notFound('business');
  return businessFrom(row, parts);
}

export async function businessById(db: Kysely<Tables>, id: string, parts: BusinessParts): Promise<Business> {
  return businessFrom(await businesses(db).where('business.id', '=', id).executeTakeFirstOrThrow(), parts);
}

type BusinessParts = Pick<ApiParts, 'now' | 'subscription'>;
type BusinessRow = Awaited<ReturnType<ReturnType<typeof businesses>['executeTakeFirstOrThrow']>>;

function businessFrom(
  { id, name, phone, subscription, trial_ends_at, created_at, standing: at, has_paid }: BusinessRow,
  { now, subscription: offer }: BusinessParts,
): Business {
  const status = subscriptionAt({ subscription, trialEndsAt: trial_ends_at }, now().toISOString());
  // After a failed first payment there is time to pay, but only with the access that the trial gave.
  const isUnpaid = status === 'trialing' || (at === 'past-due' && !has_paid);
  const began = trial_ends_at ? new Date(Date.parse(trial_ends_at) - offer.trialDays * DAY).toISOString() : created_at;
  return {
    id,
    name,
    phone,
    hasSubscription: status !== 'inactive',
    trialSince: isUnpaid ? began : null,
    isTrial: status === 'trialing',
  };
}

/**
 * The leads that a trial opens: those of the first households that the business got each day, and of the newest among
 * those that were waiting when the trial began. An opened lead stays open, and a household that comes again, from
 * another source, is not counted again.
 */
export const openInTrial = (businessId: string, since: string) => sql<string>`(
  with offered as (
    select lead_id, coalesce(duplicate_of, lead_id) as household, work.received_at,
           greatest(offered_at, ${since}::timestamptz) as at
      from state_lead_work as work join state_lead as lead on lead.id = lead_id
     where business_id = ${businessId}::uuid),
  first as (
    select distinct on (household) * from offered order by household, at, received_at desc, lead_id),
  counted as (
    select household, row_number() over (
             partition by floor(extract(epoch from at - ${since}::timestamptz) / 86400)
             order by at, received_at desc, lead_id) as place
      from first)
  select lead_id from offered join counted using (household)
   where place <= ${TRIAL_LEADS_PER_DAY}::int)`;

/** Whether the business may see and work each of these leads. */
async function areOpen(
  db: Kysely<Tables>,
  { id, hasSubscription, trialSince }: Business,
  leadIds: string[],
): Promise<(leadId: string) => boolean> {
  if (!hasSubscription || trialSince === null) return () => hasSubscription;
  const rows = await db
    .selectFrom('state_lead')
    .select('id')
    .where('id', 'in', leadIds)
    .where('id', 'in', openInTrial(id, trialSince))
    .execute();
  const open = new Set(rows.map((row) => row.id));
  return (leadId) => open.has(leadId);
}

export const standing = ({
  state,
  is_archived,
}: Pick<StateLeadWorkRow, 'state' | 'is_archived'>): StateLeadStanding => ({
  state,
  isArchived: is_archived,
});

/** The facts that the lifecycle needs besides the record's state. */
export async function factsOf(
  db: Kysely<Tables>,
  parts: ApiParts,
  business: Business,
  rows: { lead: StateLeadRow; work: StateLeadWorkRow }[],
): Promise<StateLeadFacts[]> {
  const today = dayEverywhere(parts.now());
  const ids = rows.flatMap(({ work }) => work.quote_id ?? []);
  const quotes =
    ids.length === 0
      ? []
      : await db.selectFrom('state_quote').select(['id', 'valid_until', 'answer']).where('id', 'in', ids).execute();
  const isOpen =
    rows.length === 0
      ? () => false
      : await areOpen(
          db,
          business,
          rows.map(({ lead }) => lead.id),
        );
  const taken = await hiredByOthers(
    db,
    business.id,
    rows.flatMap(({ lead }) => (lead.off_market_at === null ? [] : lead.id)),
  );
  const open = new Map(quotes.filter(({ answer }) => answer === null).map(({ id, valid_until }) => [id, valid_until]));
  return rows.map(({ lead, work }) => ({
    hasSubscription: isOpen(lead.id),
    clientEmail: lead.client_email,
    quoteValidUntil: open.get(work.quote_id ?? '') ?? null,
    hasHiredAnother: taken.has(lead.id),
    today,
  }));
}

/**
 * Of these leads, those whose household accepted the quote of another business that still has the job. The same
 * household may have been submitted more than once.
 */
async function hiredByOthers(db: Kysely<Tables>, businessId: string, leadIds: string[]): Promise<Set<string>> {
  if (leadIds.length === 0) return new Set();
  const { rows } = await sql<{ id: string }>`
    select asked.id from state_lead as asked
     where asked.id = any(${leadIds}::uuid[]) and exists (
       select from state_lead as same
         join state_quote as quote on quote.lead_id = same.id and quote.answer = 'accepted'
         join state_lead_work as work on work.lead_id = same.id and work.business_id = quote.business_id
        where (same.id = coalesce(asked.duplicate_of, asked.id) or same.duplicate_of = coalesce(asked.duplicate_of, asked.id))
          and quote.business_id <> ${businessId} and work.state in ('accepted', 'won'))`.execute(db);
  return new Set(rows.map(({ id }) => id));
}

interface Action {
  event: StateLeadEvent['type'];
  may: boolean;
  unmet: string[];
}

/** What someone may do with a record now, and what is missing for the rest, according to the lifecycle. */
export function actionsOf({ work, facts }: Pick<Worked, 'work' | 'facts'>, by: Role): Action[] {
  return Object.values(STATE_LEAD_EVENTS).flatMap(({ filled }): Action[] => {
    const event = filled(by, facts.today);
    const verdict = stateLeadLifecycle.judge(standing(work), facts, event);
    if (verdict.may) return [{ event: event.type, may: true, unmet: [] }];
    return verdict.because === 'requirements'
      ? [{ event: event.type, may: false, unmet: told(verdict.unmet, facts) }]
      : [];
  });
}

interface Move {
  businessId: string;
  leadId: string;
  version: number | null;
  actor: Actor;
  event: (worked: Worked) => StateLeadEvent;
  /** Runs after the lifecycle has accepted the event, in the same transaction. */
  apply?: (
    worked: Worked,
    next: StateLeadStanding,
  ) => Promise<{
    set?: Omit<Updateable<Tables['state_lead_work']>, 'state' | 'is_archived'>;
    payload?: Record<string, unknown>;
  } | void>;
}

export const stateLeadRecord = recordedLifecycle({
  lifecycle: stateLeadLifecycle,
  table: 'state_lead_work',
  noun: 'lead',
  columnsOf: ({ state, isArchived }: StateLeadStanding) => ({ state, is_archived: isArchived }),
  stateOf: standing,
  async read(tx: Tx, parts: ApiParts, work: StateLeadWorkRow, now: Date): Promise<HeldWork> {
    const lead = await tx
      .selectFrom('state_lead')
      .modifyFront(prepared)
      .selectAll()
      .where('id', '=', work.lead_id)
      .executeTakeFirstOrThrow();
    const business = await businessById(tx, work.business_id, parts);
    const [facts] = await factsOf(tx, parts, business, [{ lead, work }]);
    return { row: work, work, lead, business, facts: facts!, now };
  },
  refusalOf,
  staleOf: ({ work }) =>
    problem(409, 'Someone changed this lead while you were working on it. Your change wasn’t saved.', {
      state: work.state,
    }),
});

/**
 * Applies one event to a lead as worked by one business.
 *
 * @throws Problem 404 if it is not this business's; 409 for a stale version, or a state or requirements that do not
 * allow it; 403 for the role
 */
export async function moveStateLead(tx: Tx, parts: ApiParts, { businessId, leadId, ...move }: Move): Promise<Worked> {
  const where = { business_id: businessId, lead_id: leadId };
  const { held, row: work } = await stateLeadRecord.transition(tx, parts, { ...move, where });
  const { lead, business } = held;
  await publish(tx, { noun: 'state-lead', id: lead.id, audience: `business:${businessId}` });
  const [facts] = await factsOf(tx, parts, business, [{ lead, work }]);
  return { lead, work, facts: facts!, business };
}

/** Without a subscription nothing about the client is revealed, not even what is missing. */
const told = (unmet: string[], { hasSubscription }: StateLeadFacts): string[] =>
  hasSubscription ? unmet : unmet.filter((phrase) => phrase !== 'the client has an email address');

/** States shown under another name. */
const SAID: { [State in StateLeadStanding['state']]?: string } = {
  fresh: 'new',
  accepted: 'accepted by the client',
  declined: 'declined by the client',
};

/** To the household that answers again, such as in another tab. */
const ANSWERED: { [State in StateLeadStanding['state']]?: string } = {
  accepted: 'You already accepted this quote.',
  declined: 'You already declined this quote.',
};

function refusalOf({ work, facts, business }: HeldWork, event: StateLeadEvent, verdict: Refusal) {
  const unmet = told(verdict.unmet, facts);
  const extras = {
    state: work.is_archived ? 'archived' : work.state,
    allowed: actionsOf({ work, facts }, event.by).flatMap(({ event: type, may }) => (may ? [type] : [])),
    unmet,
  };
  if (verdict.because === 'role') return problem(403, 'You can’t do this here.', extras);
  if (verdict.because === 'requirements' && business.hasSubscription && !facts.hasSubscription) {
    return problem(
      409,
      `Your trial opens ${TRIAL_LEADS_PER_DAY} leads a day, and this is not one of them. Subscribe to work all of them.`,
      extras,
    );
  }
  if (verdict.because === 'requirements') return problem(409, onlyIf(unmet), extras);
  if (event.by === 'client') return problem(409, ANSWERED[work.state] ?? 'This quote is no longer open.', extras);
  const where = work.is_archived ? 'archived' : (SAID[work.state] ?? work.state.replaceAll('-', ' '));
  return problem(409, `The lead is ${where}, so it cannot ${STATE_LEAD_EVENTS[event.type].does} now.`, extras);
}
