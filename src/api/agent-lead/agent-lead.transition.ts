import { sql } from 'kysely';
import type { Updateable } from 'kysely';
import type { AgentLeadEvent, AgentLeadFacts, AgentLeadPlace } from '#src/machines/agent-lead/agent-lead.types.ts';
import { agentLeadLifecycle } from '#src/machines/agent-lead/agent-lead.lifecycle.ts';
import { AGENT_LEAD_EVENTS, allowedEvents, awardedFromBoardAfter } from '#src/machines/agent-lead/agent-lead.moves.ts';
import { pathOfPlace } from '#src/machines/agent-lead/agent-lead.workflow.ts';
import type { Refusal, Role } from '#src/machines/lifecycle.ts';
import { dateIn } from '#src/machines/calendar/days.ts';
import { executeUnread, unread } from '#src/api/database/prepared.ts';
import { recordedLifecycle } from '#src/api/engine/recorded-lifecycle.ts';
import type { Changed, Held } from '#src/api/engine/recorded-lifecycle.ts';
import { versionOfLoad } from '#src/api/carrier/load.version.ts';
import { tellWebhooks } from '#src/api/webhook/webhook.outbox.ts';
import type { LeadNews } from '#src/api/webhook/webhook.outbox.ts';
import { tellOfDeed } from '#src/api/notice/notice.outbox.ts';
import { NOTICE_OF_LEAD } from '#src/machines/notice/notice.ts';
import { publish } from '#src/api/live/live.ts';
import type { ApiParts } from '#src/api/parts.ts';
import { notFound, problem } from '#src/api/http/problem.ts';
import type { ProblemExtras } from '#src/api/http/problem.ts';
import type { Tx } from '#src/api/database/write.ts';
import { factsOfLeads, wholeLead } from './agent-lead.query.ts';
import type { LeadRow } from './agent-lead.query.ts';
import { presentLead } from './agent-lead.present.ts';
import { LeadRefused } from './agent-lead.refusal.ts';
import { AGREEMENT_CHANGES } from './client-status.ts';
import type { Tables } from '#src/api/database/tables.ts';
import { onlyIf } from '#src/machines/phrases.ts';

/** Who changes a lead. A client has no account: the id is null and the name is the one on the lead. */
export interface Actor {
  id: string | null;
  name: string;
  role: Role;
}

/** The lead to change, as the caller saw it; the version is null where the screen shows none. */
export interface Known {
  leadId: string;
  version: number | null;
  actor: Actor;
}

/** `lead` is the locked row with its related data. */
export interface LockedLead extends Held<LeadRow, AgentLeadFacts> {
  lead: LeadRow;
  today: string;
}

/** What an event changes besides the state: columns of the lead, and data for the history. */
export interface Effects {
  set?: Omit<Updateable<Tables['agent_lead']>, 'id' | 'state' | 'stage' | 'is_archived' | 'version'>;
  payload?: Record<string, unknown>;
  /** No related data has changed, such as bids, estimates, the contract, or the assigned agent. */
  isAlone?: boolean;
}

export interface Move extends Known {
  /** Creates the event with its facts, loaded under the lock; it may refuse with a problem of its own. */
  event: (locked: LockedLead) => AgentLeadEvent | Promise<AgentLeadEvent>;
  /**
   * Runs after the lifecycle has accepted the event, in the same transaction. Mail and jobs go through the outbox, with
   * `tx`.
   */
  apply?: (locked: LockedLead, next: AgentLeadPlace) => Promise<Effects | void>;
}

/** What carriers do on the board, and what clients read and ask, does not make an agent's open form stale. */
const KEEPS_VERSION = new Set<string>(['bid.placed', 'bid.revised', 'bid.withdrawn', 'quote.opened', 'quote.asked']);

export const agentLeadRecord = recordedLifecycle({
  lifecycle: agentLeadLifecycle,
  table: 'agent_lead',
  derived: ['quoted_price', 'route', 'assigned_agent_name', 'archived_at'],
  noun: 'lead',
  columnsOf: ({ state, stage, isArchived }: AgentLeadPlace) => ({ state, stage, is_archived: isArchived }),
  stateOf: ({ state, stage, is_archived }) => ({ state, stage, isArchived: is_archived }),
  async hold(tx: Tx, parts: ApiParts, { id }: { id?: string }, now: Date): Promise<LockedLead | undefined> {
    const today = dateIn(parts.brokerage.zone, now);
    // Sent with the next statement, which runs, and takes its snapshot, only once the lock is held.
    await sql`${unread} select 1 from agent_lead where id = ${id} for update`.execute(tx);
    const [lead] = await wholeLead(tx, { id: id!, today });
    if (!lead) return undefined;
    const [facts] = await factsOfLeads(tx, [lead], today);
    return { row: lead, lead, facts: facts!, today, now };
  },
  keepsVersion: ({ type }) => KEEPS_VERSION.has(type),
  refusalOf,
  staleOf: ({ lead, facts }) =>
    problem(409, 'Someone changed this lead while you were working on it. Your change wasn’t saved.', {
      state: lead.state,
      current: presentLead(lead, facts),
    }),
});

/**
 * Applies one event to an agent lead. All external effects go through the outbox of the same transaction.
 *
 * @throws Problem 404 no such lead; 409 a stale version, or a state or requirements that do not allow it; 403 the role.
 */
export async function moveLead(tx: Tx, parts: ApiParts, move: Move): Promise<{ lead: LeadRow; place: AgentLeadPlace }> {
  const changed = await change(tx, parts, move, ({ lead, today }) => leadNow(tx, lead.id, today));
  await tellOf(tx, parts, move.actor, changed);
  return { lead: changed.row, place: changed.state };
}

/**
 * Like `moveLead`, where nobody reads the lead afterwards: it is not loaded again. `apply` must leave the award as it
 * is, because the carrier that has it is told.
 */
export async function changeLead(tx: Tx, parts: ApiParts, move: Move): Promise<void> {
  await tellOf(tx, parts, move.actor, await change(tx, parts, move));
}

type ChangedLead = Changed<AgentLeadPlace, AgentLeadEvent, LockedLead>;

/** @param readAfter called unless no related data has changed */
async function change(
  tx: Tx,
  parts: ApiParts,
  { leadId, event, apply, ...move }: Move,
  readAfter?: (locked: LockedLead) => Promise<LeadRow>,
): Promise<ChangedLead> {
  let isAlone = false;
  let made: AgentLeadEvent;
  return agentLeadRecord.transition(tx, parts, {
    ...move,
    where: { id: leadId },
    event: async (locked) => (made = await event(locked)),
    apply: async (locked, next) => {
      const { set, payload, ...effects } = (await apply?.(locked, next)) ?? {};
      const { lead, facts } = locked;
      isAlone = (effects.isAlone ?? false) && lead.state !== 'award-carrier';
      const isFromBoard = awardedFromBoardAfter(placeOf(lead), facts, made);
      if (isFromBoard !== facts.awardedFromBoard)
        await executeUnread(
          tx,
          tx.updateTable('contract').set({ awarded_from_board: isFromBoard }).where('lead_id', '=', leadId),
        );
      return { set: { ...followingColumns(locked, next), ...set }, payload };
    },
    readAfter: (locked) => (isAlone || !readAfter ? undefined : () => readAfter(locked)),
  });
}

/** Of the related data, only who has the award is read. */
async function tellOf(tx: Tx, parts: ApiParts, actor: Actor, { held, event, row: after }: ChangedLead): Promise<void> {
  const { lead: before, now } = held;
  await tell(tx, before, after);
  const sequence = after.history_length;
  await tellOfLead(tx, parts, { event: event.type, at: now.toISOString(), sequence, role: actor.role }, after);
  await tellAgentOf(tx, parts, { before, after, type: event.type, actor, at: now, sequence });
}

/** Reports an event of a lead to the brokerage's own systems, in the transaction of the event. */
export const tellOfLead = (
  tx: Tx,
  parts: ApiParts,
  { role, ...news }: Pick<LeadNews, 'event' | 'at' | 'sequence'> & { role: Role },
  { id, reference, state, stage, is_archived }: LeadRow,
): Promise<void> =>
  tellWebhooks(tx, parts, { ...news, actor: { role }, lead: { id, reference, state, stage, is_archived } });

/** What clients ask or answer, unless the product has already responded. */
const needsAnswer = (type: AgentLeadEvent['type'], { state }: LeadRow): boolean =>
  type === 'quote.asked' || type === 'quote.declined' || (type === 'quote.accepted' && state !== 'contract-sent');

/** Notifies the lead's agent of what someone else did, and a newly assigned agent of the assignment. */
async function tellAgentOf(
  tx: Tx,
  parts: ApiParts,
  deed: { before: LeadRow; after: LeadRow; type: AgentLeadEvent['type']; actor: Actor; at: Date; sequence: number },
): Promise<void> {
  const { before, after, type, actor, at, sequence } = deed;
  const isGiven = after.assigned_agent_id !== before.assigned_agent_id;
  const kind = isGiven ? 'assigned' : NOTICE_OF_LEAD[type];
  if (!kind) return;
  await tellOfDeed(tx, parts, {
    kind,
    leadId: after.id,
    to: [after.assigned_agent_id],
    by: actor.id,
    source: { lifecycle: agentLeadLifecycle.id, record_id: after.id, sequence },
    at,
    needsAnswer: needsAnswer(type, after),
  });
}

async function leadNow(tx: Tx, leadId: string, today: string): Promise<LeadRow> {
  const [lead] = await wholeLead(tx, { id: leadId, today });
  return lead!;
}

export const placeOf = ({ state, stage, is_archived }: LeadRow): AgentLeadPlace => ({
  state,
  stage,
  isArchived: is_archived,
});

/** Columns that follow from the change of state alone. */
function followingColumns({ lead, now }: LockedLead, next: AgentLeadPlace) {
  const isMoved = next.state !== lead.state || next.stage !== lead.stage;
  const leavesFollowUp = lead.state === 'follow-up' && next.state !== 'follow-up';
  return {
    ...(leavesFollowUp ? { follow_up_date: null, follow_up_reason: null } : {}),
    ...(isMoved ? { entered_state_at: now.toISOString() } : {}),
    updated_at: now.toISOString(),
  };
}

/** @throws Problem 404 */
export async function lockLead(tx: Tx, id: string): Promise<void> {
  if (!(await agentLeadRecord.lock(tx, { id }))) throw notFound('lead');
}

/**
 * Publishes ids only, and only to those who may see the lead: agents, the board's carriers, the carrier with the award.
 */
async function tell(tx: Tx, before: LeadRow, after: LeadRow): Promise<void> {
  await publish(tx, { noun: 'agent-lead', id: before.id, audience: 'agents' });
  const isOnBoard = (lead: LeadRow) => lead.state === 'award-carrier' && !lead.is_archived;
  // Carriers are not notified of changes that they cannot see, such as a name or a note.
  const isNews =
    isOnBoard(before) !== isOnBoard(after) || (isOnBoard(after) && versionOfLoad(before) !== versionOfLoad(after));
  if (isNews) await publish(tx, { noun: 'load', id: before.id, audience: 'carriers' });
  for (const carrier of new Set([after.awarded_carrier_id, before.awarded_carrier_id])) {
    if (carrier) await publish(tx, { noun: 'load', id: before.id, audience: `carrier:${carrier}` });
  }
}

function refusalOf(
  { lead, facts }: LockedLead,
  event: AgentLeadEvent,
  { because, unmet }: Refusal,
  actor: Pick<Actor, 'id'>,
) {
  const place = placeOf(lead);
  const label = AGENT_LEAD_EVENTS[event.type].label.toLowerCase();
  const extras = {
    state: place.isArchived ? 'archived' : place.state,
    allowed: allowedEvents(place, facts),
    unmet: unmetPhrases(unmet, event),
    // A client or a carrier gets the refusal without the record, which they may not read.
    ...(event.by === 'agent' ? { current: presentLead(lead, facts) } : {}),
  };
  const attempt = {
    leadId: lead.id,
    event: event.type,
    role: event.by,
    accountId: actor.id,
    place: pathOfPlace(place),
    because,
    unmet,
  };
  const refused = (status: number, detail: string, told: ProblemExtras) =>
    new LeadRefused(status, detail, told, attempt);
  if (event.by === 'client' && event.type in CLIENT_REFUSED)
    return refused(
      because === 'role' ? 403 : 409,
      lead.reopened_at === null ? sayToClient(unmet) : AGREEMENT_CHANGES,
      extras,
    );
  if (because === 'role') return refused(403, `You can’t ${label} here.`, { ...extras, allowed: [] });
  if (because === 'state') {
    const where = place.isArchived ? 'The lead is archived' : `The lead is in ${place.state.replaceAll('-', ' ')}`;
    return refused(409, `${where}, so “${label}” isn’t possible now.`, extras);
  }
  return refused(409, onlyIf(extras.unmet), extras);
}

/** A client on the page of an estimate learns what became of it, not the brokerage's names for its states. */
const CLIENT_REFUSED = { 'quote.opened': true, 'quote.asked': true, 'quote.accepted': true, 'quote.declined': true };
const SAID_TO_CLIENT: Record<string, string> = {
  'the estimate is the one that was sent last':
    'There’s a newer estimate for this move. Open the link in our newest email.',
  'the client has a quote that is still valid': 'This price has expired. Ask us for a new one.',
  'the price is the one that the client saw': 'The price has changed since you saw it. Load the page again.',
  'a reason is given': 'Please tell us why.',
};
const sayToClient = (unmet: readonly string[]): string =>
  unmet.map((phrase) => SAID_TO_CLIENT[phrase]).find(Boolean) ??
  'This estimate can no longer be answered. Load the page again, or call us.';

/** Replaces "the carrier is compliant" with what the carrier lacks. */
function unmetPhrases(unmet: string[], event: AgentLeadEvent): string[] {
  const gaps = 'carrier' in event && event.carrier ? event.carrier.gaps : [];
  return unmet.flatMap((phrase) =>
    phrase === 'the carrier is compliant' && gaps.length ? [`the carrier is compliant (${gaps.join('; ')})`] : [phrase],
  );
}
