import type { Kysely } from 'kysely';
import { Type } from 'typebox';
import type { LeadRow } from '#src/api/agent-lead/agent-lead.query.ts';
import { waitsForAgreedDates } from '#src/api/agent-lead/agreed-dates.ts';
import { leadById } from '#src/api/agent-lead/agent-lead.repository.ts';
import { lockLead } from '#src/api/agent-lead/agent-lead.transition.ts';
import type { Actor } from '#src/api/agent-lead/agent-lead.transition.ts';
import { progressOf } from '#src/api/carrier-job/carrier-job.progress.ts';
import type { RowOf, Tables } from '#src/api/database/tables.ts';
import type { Tx } from '#src/api/database/write.ts';
import { recordedLifecycle } from '#src/api/engine/recorded-lifecycle.ts';
import type { Held } from '#src/api/engine/recorded-lifecycle.ts';
import { problem } from '#src/api/http/problem.ts';
import { CalendarDate, Count, Instant, Named, Nullable, OneOf, Version } from '#src/api/http/schemas.ts';
import { publish } from '#src/api/live/live.ts';
import type { ApiParts } from '#src/api/parts.ts';
import { dateIn } from '#src/machines/calendar/days.ts';
import type { Refusal, Role } from '#src/machines/lifecycle.ts';
import { RESCHEDULE_STATES, rescheduleLifecycle } from '#src/machines/reschedule/reschedule.lifecycle.ts';
import type {
  RescheduleEvent,
  RescheduleFacts,
  RescheduleState,
} from '#src/machines/reschedule/reschedule.lifecycle.ts';

type Row = RowOf<'reschedule'>;
interface HeldRequest extends Held<Row, RescheduleFacts> {
  lead: LeadRow;
}

const Words = Type.String({ maxLength: 1000 });
const EVENTS = ['days.asked', 'days.withdrawn', 'days.accepted', 'days.declined'] as const;

export const Reschedule = Named('Reschedule', {
  version: Version,
  state: OneOf(RESCHEDULE_STATES),
  first_day: Nullable(CalendarDate),
  last_day: Nullable(CalendarDate),
  reason: Nullable(Words),
  asked_at: Nullable(Instant),
  answer: Nullable(Words),
  answered_at: Nullable(Instant),
  waits_for_lead: Type.Boolean({ description: 'Accepted, and the lead still begins on another day.' }),
  actions: Type.Array(
    Type.Object({ event: OneOf(EVENTS), may: Type.Boolean(), unmet: Type.Array(Words, { maxItems: 10 }) }),
    { maxItems: 4, description: 'What whoever reads it may do now, and what is missing for the rest.' },
  ),
  history: Type.Array(
    Named('RescheduleHistoryEntry', {
      sequence: Count,
      event: Type.String({ maxLength: 60 }),
      payload: Type.Any(),
      actor_name: Type.String({ maxLength: 200 }),
      at: Instant,
    }),
    { maxItems: 500, description: 'For agents: every request and its answer, oldest first; empty for the client.' },
  ),
});

/** A complete event of each kind: whatever is still refused is refused because of the lead. */
const filled = (today: string): Record<(typeof EVENTS)[number], RescheduleEvent> => ({
  'days.asked': { type: 'days.asked', by: 'client', first: today, last: today, reason: '…' },
  'days.withdrawn': { type: 'days.withdrawn', by: 'client' },
  'days.accepted': { type: 'days.accepted', by: 'agent' },
  'days.declined': { type: 'days.declined', by: 'agent', reason: '…' },
});

export async function factsOf(db: Kysely<Tables>, parts: Pick<ApiParts, 'brokerage'>, lead: LeadRow, now: Date) {
  const progress = await progressOf(db, lead);
  return {
    isAhead:
      !lead.is_archived &&
      lead.state !== 'completed-contracts' &&
      !progress.some(({ step }) => step === 'picked-up' || step === 'delivered'),
    today: dateIn(parts.brokerage.zone, now),
  };
}

const SAID: Record<string, string> = {
  'the move is still ahead': 'The dates of this move can no longer change.',
  'the first day is today or later': 'Choose today or a later day.',
  'the last day is not before the first': 'The last day is before the first one.',
  'a reason is given': 'Please say why.',
};

function refusalOf({ row }: HeldRequest, event: RescheduleEvent, { because, unmet }: Refusal) {
  const extras = { state: row.state, unmet };
  if (because === 'role') return problem(403, 'You can’t do this here.', extras);
  const said = unmet.map((phrase) => SAID[phrase]).find(Boolean);
  if (said) return problem(409, said, extras);
  if (event.type === 'days.asked')
    return problem(409, 'You already asked for other dates. Wait for the answer, or withdraw your request.', extras);
  return problem(409, 'This request is not open anymore.', extras);
}

export const rescheduleRecord = recordedLifecycle({
  lifecycle: rescheduleLifecycle,
  table: 'reschedule',
  noun: 'request',
  columnsOf: (state: RescheduleState) => ({ state }),
  stateOf: ({ state }) => state,
  async read(tx: Tx, parts: ApiParts, row: Row, now: Date): Promise<HeldRequest> {
    const lead = await leadById(tx, row.id);
    return { row, lead, facts: await factsOf(tx, parts, lead, now), now };
  },
  refusalOf,
  staleOf: ({ row }) =>
    problem(409, 'This request has changed since you saw it. Nothing was changed.', { state: row.state }),
});

/** The client has no account, so the name is read from the lead. */
async function historyOf(db: Kysely<Tables>, { id, client_name }: LeadRow) {
  const entries = await db
    .selectFrom('history')
    .select(['sequence', 'event', 'payload', 'actor_name', 'at'])
    .where('lifecycle', '=', 'reschedule')
    .where('record_id', '=', id)
    .orderBy('sequence', 'desc')
    .limit(MOST_ENTRIES)
    .execute();
  return entries.toReversed().map(({ actor_name, ...entry }) => ({ ...entry, actor_name: actor_name ?? client_name }));
}
const MOST_ENTRIES = 100;

/** What a given role sees of a lead's request, even if there never was one. */
export async function presentRequest(db: Kysely<Tables>, parts: ApiParts, lead: LeadRow, role: Role) {
  const row = await db
    .selectFrom('reschedule as d')
    .innerJoin('agent_lead as l', 'l.id', 'd.id')
    .selectAll('d')
    .select(waitsForAgreedDates.as('waits_for_lead'))
    .where('d.id', '=', lead.id)
    .executeTakeFirst();
  const state = row?.state ?? 'quiet';
  const facts = await factsOf(db, parts, lead, parts.now());
  const history = role === 'agent' && row ? await historyOf(db, lead) : [];
  const events = Object.values(filled(facts.today)).filter(({ by }) => by === role);
  return {
    version: row?.version ?? 1,
    state,
    first_day: row?.first_day ?? null,
    last_day: row?.last_day ?? null,
    reason: row?.reason ?? null,
    asked_at: row?.asked_at ?? null,
    answer: row?.answer ?? null,
    answered_at: row?.answered_at ?? null,
    waits_for_lead: row?.waits_for_lead ?? false,
    actions: events.map((event) => {
      const verdict = rescheduleLifecycle.judge(state, facts, event);
      return { event: event.type, may: verdict.may, unmet: verdict.may ? [] : verdict.unmet };
    }),
    history,
  };
}

/**
 * Applies one event to the request of a lead, which is created by its first one.
 * @throws Problem 404; 409 for a stale version, or a state or requirements that do not allow it; 403 for the role
 */
export async function moveRequest(
  tx: Tx,
  parts: ApiParts,
  given: {
    leadId: string;
    version: number | null;
    actor: Actor;
    event: RescheduleEvent;
    set: (now: Date) => Partial<Pick<Row, 'first_day' | 'last_day' | 'reason' | 'asked_at' | 'answer' | 'answered_at'>>;
  },
) {
  const { leadId, version, actor, event, set } = given;
  await lockLead(tx, leadId);
  await tx
    .insertInto('reschedule')
    .values({ id: leadId, ...rescheduleRecord.startColumns(), created_at: parts.now().toISOString() })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
  const changed = await rescheduleRecord.transition(tx, parts, {
    where: { id: leadId },
    version,
    actor,
    event: () => event,
    apply: ({ now }) => {
      const { by: _by, type: _type, ...payload } = event;
      return { set: set(now), payload };
    },
  });
  await publish(tx, { noun: 'agent-lead', id: leadId, audience: 'agents' });
  return changed;
}
