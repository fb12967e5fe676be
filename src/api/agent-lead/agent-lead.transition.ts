import type { Updateable } from 'kysely';
import type { AgentLeadEvent } from '#src/machines/agent-lead/agent-lead.events.ts';
import type { AgentLeadFacts } from '#src/machines/agent-lead/agent-lead.facts.ts';
import { AGENT_LEAD_MODEL_VERSION, agentLeadLifecycle } from '#src/machines/agent-lead/agent-lead.lifecycle.ts';
import { AGENT_LEAD_EVENTS, allowedEvents, awardedFromBoardAfter } from '#src/machines/agent-lead/agent-lead.moves.ts';
import type { AgentLeadPlace } from '#src/machines/agent-lead/agent-lead.place.ts';
import { pathOfPlace } from '#src/machines/agent-lead/agent-lead.workflow.ts';
import type { Refusal, Role } from '#src/machines/lifecycle.ts';
import { dateIn } from '#src/machines/calendar/days.ts';
import { versionOfLoad } from '#src/api/carrier/load.version.ts';
import { publish } from '#src/api/platform/live.ts';
import type { ApiParts } from '#src/api/platform/parts.ts';
import { notFound, problem } from '#src/api/platform/problem.ts';
import type { ProblemExtras } from '#src/api/platform/problem.ts';
import type { AgentLeadTable } from '#src/api/platform/tables/agent-lead.ts';
import type { Tx } from '#src/api/platform/write.ts';
import { factsOfLeads, leadWithId, readLeads } from './agent-lead.query.ts';
import type { LeadRow } from './agent-lead.query.ts';
import { presentLead } from './agent-lead.present.ts';
import { LeadRefused } from './agent-lead.refusal.ts';

/** Who moves a lead. A client has no account: the id is null and the name is the one on the lead. */
export interface Actor {
  id: string | null;
  name: string;
  role: Role;
}

export interface LockedLead {
  lead: LeadRow;
  facts: AgentLeadFacts;
  today: string;
  now: Date;
}

/** What a move does besides moving: columns of the lead, and what the history says of it. */
export interface Effects {
  set?: Omit<Updateable<AgentLeadTable>, 'id' | 'state' | 'stage' | 'is_archived' | 'version'>;
  payload?: Record<string, unknown>;
}

export interface Move {
  leadId: string;
  /** The version that the actor saw; null where the actor's screen shows none (a client, a carrier). */
  version: number | null;
  actor: Actor;
  /** The event with its facts, read under the lock; it may refuse with a problem of its own. */
  event: (locked: LockedLead) => AgentLeadEvent | Promise<AgentLeadEvent>;
  /** Runs after the lifecycle has agreed, in the same transaction. Mail and jobs go through the outbox, with `tx`. */
  apply?: (locked: LockedLead, next: AgentLeadPlace) => Promise<Effects | void>;
}

/** Carriers' doings on the board do not make an agent's open form stale. */
const KEEPS_VERSION = new Set<string>(['bid.placed', 'bid.revised', 'bid.withdrawn']);

/**
 * The only code that moves an agent lead: locks the row, asks the lifecycle, applies, and writes state, version and history
 * together. Everything that must be told outside leaves through the outbox of the same transaction.
 *
 * @throws Problem 404 no such lead; 409 a stale version, a state or requirements that do not allow it; 403 the role.
 */
export async function moveLead(tx: Tx, parts: ApiParts, move: Move): Promise<{ lead: LeadRow; place: AgentLeadPlace }> {
  await lockLead(tx, move.leadId);
  const now = parts.now();
  const today = dateIn(parts.brokerage.zone, now);
  const [lead] = await readLeads(tx, leadWithId(move.leadId));
  const [facts] = await factsOfLeads(tx, [lead!], today);
  const locked: LockedLead = { lead: lead!, facts: facts!, today, now };
  if (move.version !== null && move.version !== lead!.version) throw stale(locked);
  const place: AgentLeadPlace = { state: lead!.state, stage: lead!.stage, isArchived: lead!.is_archived };
  const event = await move.event(locked);
  const verdict = agentLeadLifecycle.judge(place, facts!, event);
  if (!verdict.may) throw refusal(locked, place, event, verdict, move.actor);
  const { next } = verdict;
  const { set, payload } = (await move.apply?.(locked, next)) ?? {};
  const isFromBoard = awardedFromBoardAfter(place, facts!, event);
  if (isFromBoard !== facts!.awardedFromBoard)
    await tx
      .updateTable('contract')
      .set({ awarded_from_board: isFromBoard })
      .where('lead_id', '=', move.leadId)
      .execute();
  await record(tx, { locked, place, next, event, set, payload: payload ?? {}, actor: move.actor });
  const [moved] = await readLeads(tx, leadWithId(move.leadId));
  await tell(tx, lead!, moved!);
  return { lead: moved!, place: next };
}

/** @throws Problem 404 */
export async function lockLead(tx: Tx, id: string): Promise<void> {
  const found = await tx.selectFrom('agent_lead').select('id').where('id', '=', id).forUpdate().executeTakeFirst();
  if (!found) throw notFound('lead');
}

async function record(
  tx: Tx,
  entry: {
    locked: LockedLead;
    place: AgentLeadPlace;
    next: AgentLeadPlace;
    event: AgentLeadEvent;
    set: Effects['set'];
    payload: Record<string, unknown>;
    actor: Actor;
  },
): Promise<void> {
  const { locked, place, next, event, actor } = entry;
  const { lead, now } = locked;
  const moved = next.state !== place.state || next.stage !== place.stage;
  const leavesFollowUp = place.state === 'follow-up' && next.state !== 'follow-up';
  const sequence = lead.history_length + 1;
  await tx
    .updateTable('agent_lead')
    .set({
      ...(leavesFollowUp ? { follow_up_date: null, follow_up_reason: null } : {}),
      ...entry.set,
      state: next.state,
      stage: next.stage,
      is_archived: next.isArchived,
      model_version: AGENT_LEAD_MODEL_VERSION,
      history_length: sequence,
      updated_at: now.toISOString(),
      ...(moved ? { entered_state_at: now.toISOString() } : {}),
      ...(KEEPS_VERSION.has(event.type) ? {} : { version: lead.version + 1 }),
    })
    .where('id', '=', lead.id)
    .execute();
  await tx
    .insertInto('agent_lead_history')
    .values({
      lead_id: lead.id,
      sequence,
      event: event.type,
      payload: JSON.stringify(entry.payload),
      judged: JSON.stringify(event),
      facts: JSON.stringify(locked.facts),
      actor_id: actor.id,
      actor_name: actor.name,
      actor_role: actor.role,
      at: now.toISOString(),
      from_state: place.state,
      from_stage: place.stage,
      to_state: next.state,
      to_stage: next.stage,
      is_archived: next.isArchived,
      model_version: AGENT_LEAD_MODEL_VERSION,
    })
    .execute();
}

/** Ids only, and only to those who may see the lead: agents, the board's carriers, the carrier that holds the award. */
async function tell(tx: Tx, before: LeadRow, after: LeadRow): Promise<void> {
  await publish(tx, { noun: 'agent-lead', id: before.id, audience: 'agents' });
  const isOnBoard = (lead: LeadRow) => lead.state === 'award-carrier' && !lead.is_archived;
  // What carriers do not see of a load, such as a name or a note, is none of their news.
  const isNews =
    isOnBoard(before) !== isOnBoard(after) || (isOnBoard(after) && versionOfLoad(before) !== versionOfLoad(after));
  if (isNews) await publish(tx, { noun: 'load', id: before.id, audience: 'carriers' });
  for (const carrier of new Set([after.awarded_carrier_id, before.awarded_carrier_id])) {
    if (carrier) await publish(tx, { noun: 'load', id: before.id, audience: `carrier:${carrier}` });
  }
}

function stale(locked: LockedLead) {
  return problem(409, 'Somebody changed this lead while you were working on it. Nothing was changed.', {
    state: locked.lead.state,
    current: presentLead(locked.lead, locked.facts),
  });
}

function refusal(
  locked: LockedLead,
  place: AgentLeadPlace,
  event: AgentLeadEvent,
  { because, unmet }: Refusal,
  actor: Actor,
) {
  const label = AGENT_LEAD_EVENTS[event.type].label.toLowerCase();
  const extras = {
    state: place.isArchived ? 'archived' : place.state,
    allowed: allowedEvents(place, locked.facts),
    unmet: unmetPhrases(unmet, event),
    // A client or a carrier gets the refusal without the record: it is not theirs to read.
    ...(event.by === 'agent' ? { current: presentLead(locked.lead, locked.facts) } : {}),
  };
  const attempt = {
    leadId: locked.lead.id,
    event: event.type,
    role: event.by,
    accountId: actor.id,
    place: pathOfPlace(place),
    because,
    unmet,
  };
  const refused = (status: number, detail: string, told: ProblemExtras) =>
    new LeadRefused(status, detail, told, attempt);
  if (because === 'role') return refused(403, `You may not ${label} here.`, { ...extras, allowed: [] });
  if (because === 'state') {
    const where = place.isArchived ? 'The lead is archived' : `The lead is in ${place.state.replaceAll('-', ' ')}`;
    return refused(409, `${where}, so it does not take "${label}" now.`, extras);
  }
  return refused(409, `It needs: ${extras.unmet.join('; ')}.`, extras);
}

/** "The carrier is compliant" is spelled out as what the carrier lacks. */
function unmetPhrases(unmet: string[], event: AgentLeadEvent): string[] {
  const gaps = 'carrier' in event && event.carrier ? event.carrier.gaps : [];
  return unmet.flatMap((phrase) =>
    phrase === 'the carrier is compliant' && gaps.length ? [`a compliant carrier (${gaps.join('; ')})`] : [phrase],
  );
}
