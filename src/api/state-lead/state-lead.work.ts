import type { Kysely, Selectable } from 'kysely';
import { transition } from 'xstate';
import type { Updateable } from 'kysely';
import { judge } from '#src/machines/law.ts';
import type { Role } from '#src/machines/law.ts';
import { STATE_LEAD_MODEL_VERSION, standingOf, stateLeadLifecycle, stateLeadSnapshot } from '#src/machines/state-lead/state-lead.lifecycle.ts';
import type { StateLeadEvent, StateLeadFacts, StateLeadStanding } from '#src/machines/state-lead/state-lead.lifecycle.ts';
import { subscriptionAt } from '#src/machines/subscription/entitlement.ts';
import { publish } from '#src/api/platform/live.ts';
import { dateIn } from '#src/api/platform/parts.ts';
import type { ApiParts } from '#src/api/platform/parts.ts';
import { notFound, problem } from '#src/api/platform/problem.ts';
import type { StateLeadTable, StateLeadWorkTable } from '#src/api/platform/tables/state-lead.ts';
import type { Tables } from '#src/api/platform/tables.ts';
import type { Tx } from '#src/api/platform/write.ts';

export type StateLeadRow = Selectable<StateLeadTable>;
export type StateLeadWorkRow = Selectable<StateLeadWorkTable>;

/** The business that an account works for, and whether it may use leads now. */
export interface Business {
  id: string;
  name: string;
  phone: string | null;
  hasSubscription: boolean;
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

export async function businessOf(db: Kysely<Tables>, accountId: string, now: Date): Promise<Business> {
  const row = await db
    .selectFrom('business')
    .innerJoin('account', 'account.business_id', 'business.id')
    .select(['business.id', 'business.name', 'business.phone', 'subscription', 'trial_ends_at'])
    .where('account.id', '=', accountId)
    .executeTakeFirst();
  if (!row) throw notFound('business');
  return withSubscription(row, now);
}

export async function businessById(db: Kysely<Tables>, id: string, now: Date): Promise<Business> {
  const row = await db.selectFrom('business').select(['id', 'name', 'phone', 'subscription', 'trial_ends_at']).where('id', '=', id).executeTakeFirstOrThrow();
  return withSubscription(row, now);
}

function withSubscription(row: { id: string; name: string; phone: string | null; subscription: 'inactive' | 'trialing' | 'active'; trial_ends_at: string | null }, now: Date): Business {
  const { id, name, phone, subscription, trial_ends_at } = row;
  return { id, name, phone, hasSubscription: subscriptionAt({ subscription, trialEndsAt: trial_ends_at }, now.toISOString()) !== 'inactive' };
}

export const standing = ({ state, is_archived }: StateLeadWorkRow): StateLeadStanding => ({ state, isArchived: is_archived });

/** What the law must know besides where the record stands. */
export async function factsOf(db: Kysely<Tables>, parts: ApiParts, business: Business, rows: { lead: StateLeadRow; work: StateLeadWorkRow }[]): Promise<StateLeadFacts[]> {
  const today = dateIn(parts.brokerage.zone, parts.now());
  const ids = rows.flatMap(({ work }) => work.quote_id ?? []);
  const quotes = ids.length === 0 ? [] : await db.selectFrom('state_quote').select(['id', 'valid_until', 'answer']).where('id', 'in', ids).execute();
  const open = new Map(quotes.filter(({ answer }) => answer === null).map(({ id, valid_until }) => [id, valid_until]));
  return rows.map(({ lead, work }) => ({ hasSubscription: business.hasSubscription, clientEmail: lead.client_email, quoteValidUntil: open.get(work.quote_id ?? '') ?? null, today }));
}

interface Action {
  event: StateLeadEvent['type'];
  may: boolean;
  unmet: string[];
}

/** What a form that a person fills in properly sends; one for each event of the law. */
const wellFilled: { [T in StateLeadEvent['type']]: (by: Role, today: string) => Extract<StateLeadEvent, { type: T }> } = {
  'contact.made': (by) => ({ type: 'contact.made', by }),
  // A price and its last day are typed in the form; whether one may be sent at all is what is asked here.
  'quote.sent': (by, today) => ({ type: 'quote.sent', by, amount: 1, validUntil: today }),
  'note.written': (by) => ({ type: 'note.written', by }),
  'lead.archived': (by) => ({ type: 'lead.archived', by }),
  'lead.restored': (by) => ({ type: 'lead.restored', by }),
  'quote.accepted': (by) => ({ type: 'quote.accepted', by }),
  'quote.declined': (by) => ({ type: 'quote.declined', by }),
};

/** What somebody may do with a record now, and what is missing for what may not be done yet: read off the law. */
export function actionsOf({ work, facts }: Pick<Worked, 'work' | 'facts'>, by: Role): Action[] {
  const snapshot = stateLeadSnapshot(standing(work), facts);
  return Object.values(wellFilled).flatMap((fill): Action[] => {
    const event = fill(by, facts.today);
    const verdict = judge(snapshot, event);
    if (verdict.may) return [{ event: event.type, may: true, unmet: [] }];
    return verdict.because === 'requirements' ? [{ event: event.type, may: false, unmet: verdict.unmet }] : [];
  });
}

interface Move {
  businessId: string;
  leadId: string;
  version: number | null;
  actor: Actor;
  event: (worked: Worked) => StateLeadEvent;
  /** Runs after the law has agreed, in the same transaction. */
  apply?: (worked: Worked, next: StateLeadStanding) => Promise<{ set?: Omit<Updateable<StateLeadWorkTable>, 'state' | 'is_archived'>; payload?: Record<string, unknown> } | void>;
}

/**
 * The only code that moves a record: locks it, asks the law, applies, and writes state, version and history together.
 *
 * @throws Problem 404 not this business's; 409 a stale version, a state or requirements that do not allow it; 403 the role
 */
export async function moveStateLead(tx: Tx, parts: ApiParts, move: Move): Promise<Worked> {
  const work = await tx.selectFrom('state_lead_work').selectAll().where('business_id', '=', move.businessId).where('lead_id', '=', move.leadId).forUpdate().executeTakeFirst();
  if (!work) throw notFound('lead');
  const lead = await tx.selectFrom('state_lead').selectAll().where('id', '=', move.leadId).executeTakeFirstOrThrow();
  const now = parts.now();
  const business = await businessById(tx, move.businessId, now);
  const [facts] = await factsOf(tx, parts, business, [{ lead, work }]);
  const worked: Worked = { lead, work, facts: facts!, business };
  if (move.version !== null && move.version !== work.version) {
    throw problem(409, 'Somebody changed this lead while you were working on it. Nothing was changed.', { state: work.state });
  }
  const event = move.event(worked);
  const snapshot = stateLeadSnapshot(standing(work), worked.facts);
  const verdict = judge(snapshot, event);
  if (!verdict.may) throw refusal(worked, event, verdict);
  const next = standingOf(transition(stateLeadLifecycle, snapshot, event)[0] as typeof snapshot);
  const { set, payload } = (await move.apply?.(worked, next)) ?? {};
  const sequence = work.history_length + 1;
  await tx
    .updateTable('state_lead_work')
    .set({ ...set, state: next.state, is_archived: next.isArchived, version: work.version + 1, model_version: STATE_LEAD_MODEL_VERSION, history_length: sequence })
    .where('business_id', '=', move.businessId)
    .where('lead_id', '=', move.leadId)
    .execute();
  await tx
    .insertInto('state_lead_event')
    .values({
      business_id: move.businessId,
      lead_id: move.leadId,
      sequence,
      event: event.type,
      payload: JSON.stringify(payload ?? {}),
      judged: JSON.stringify(event),
      facts: JSON.stringify(worked.facts),
      actor_id: move.actor.id,
      actor_name: move.actor.name,
      actor_role: move.actor.role,
      at: now.toISOString(),
      from_state: work.state,
      to_state: next.state,
      is_archived: next.isArchived,
      model_version: STATE_LEAD_MODEL_VERSION,
    })
    .execute();
  await publish(tx, { noun: 'state-lead', id: lead.id, audience: `business:${move.businessId}` });
  const after = await tx.selectFrom('state_lead_work').selectAll().where('business_id', '=', move.businessId).where('lead_id', '=', move.leadId).executeTakeFirstOrThrow();
  const [factsNow] = await factsOf(tx, parts, business, [{ lead, work: after }]);
  return { lead, work: after, facts: factsNow!, business };
}

const DOES: Record<StateLeadEvent['type'], string> = {
  'contact.made': 'be marked as contacted',
  'note.written': 'take notes',
  'quote.sent': 'be quoted',
  'quote.accepted': 'be accepted',
  'quote.declined': 'be declined',
  'lead.archived': 'be archived',
  'lead.restored': 'be restored',
};

function refusal({ work, facts }: Worked, event: StateLeadEvent, verdict: { because: 'state' | 'role' | 'requirements'; unmet: string[] }) {
  const extras = { state: work.is_archived ? 'archived' : work.state, allowed: actionsOf({ work, facts }, event.by).flatMap(({ event: type, may }) => (may ? [type] : [])), unmet: verdict.unmet };
  if (verdict.because === 'role') return problem(403, 'You may not do this here.', extras);
  if (verdict.because === 'requirements') return problem(409, `It needs: ${verdict.unmet.join('; ')}.`, extras);
  const where = work.is_archived ? 'archived' : { fresh: 'new', contacted: 'contacted', quoted: 'quoted', accepted: 'accepted by the client', declined: 'declined by the client' }[work.state];
  return problem(409, `The lead is ${where}, so it cannot ${DOES[event.type]} now.`, extras);
}
