import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { LEAD_CREATED, noFacts } from '#src/machines/agent-lead/agent-lead.types.ts';
import type { AgentLeadEvent } from '#src/machines/agent-lead/agent-lead.types.ts';
import { tellOfChatsOfLead } from '#src/api/chat/chat.repository.ts';
import { newId } from '#src/api/database/ids.ts';
import { publish } from '#src/api/live/live.ts';
import { tellOfDeed } from '#src/api/notice/notice.outbox.ts';
import type { ApiParts } from '#src/api/parts.ts';
import { notFound, problem } from '#src/api/http/problem.ts';
import type { Tables } from '#src/api/database/tables.ts';
import { executeUnread } from '#src/api/database/prepared.ts';
import type { Tx } from '#src/api/database/write.ts';
import { dateIn } from '#src/machines/calendar/days.ts';
import {
  changesAgreed,
  fieldsOf,
  likelyKind,
  mustBeAhead,
  mustBeReachable,
  newLeadFields,
  searchTextOf,
} from './agent-lead.fields.ts';
import { bidsOfLeads, presentBids } from '#src/api/bid/bid.list.ts';
import { wantsAll, within } from '#src/api/http/fields.ts';
import type { Wants } from '#src/api/http/fields.ts';
import { LEAD_FIELDS, presentLead } from './agent-lead.present.ts';
import { factsOfLeads, leadWithId, readLeads } from './agent-lead.query.ts';
import type { LeadRow } from './agent-lead.query.ts';
import type { CreateLead, EditLead, StopInput } from './agent-lead.schemas.ts';
import { agentLeadRecord, changeLead, moveLead, tellOfLead } from './agent-lead.transition.ts';
import type { Actor } from './agent-lead.transition.ts';

/** Leads as in responses, with the facts that the lifecycle needs. */
export async function present(db: Kysely<Tables>, parts: ApiParts, leads: LeadRow[], wants: Wants = wantsAll) {
  const fields = LEAD_FIELDS.filter(wants);
  const today = dateIn(parts.brokerage.zone, parts.now());
  const facts = fields.includes('facts') ? await factsOfLeads(db, leads, today) : [];
  const shown = leads.map((lead, index) => presentLead(lead, facts[index] ?? noFacts, fields));
  if (wants === wantsAll || !wants('bids')) return shown;
  const bids = within(wants, 'bids');
  const found = leads.every(({ offers }) => offers)
    ? await presentBids(db, leads, today, bids)
    : await Promise.all(leads.map(({ id }) => bidsOfLeads(db, [id], today, bids)));
  return shown.map((lead, index) => ({ ...lead, bids: found[index]! }));
}

/** @throws Problem 404 */
export async function leadById(db: Kysely<Tables>, id: string): Promise<LeadRow> {
  const [lead] = await readLeads(db, leadWithId(id));
  if (!lead) throw notFound('lead');
  return lead;
}

/** A lead for `presentDetail`, with only what the wanted fields need. @throws Problem 404 */
export async function leadWithFields(db: Kysely<Tables>, parts: ApiParts, id: string, wants: Wants): Promise<LeadRow> {
  const today = dateIn(parts.brokerage.zone, parts.now());
  const fields = wants === wantsAll ? null : LEAD_FIELDS.filter(wants);
  const asked = { today, fields, bids: within(wants, 'bids'), columns: DETAIL_COLUMNS };
  const [lead] = await readLeads(db, leadWithId(id), asked);
  if (!lead) throw notFound('lead');
  return lead;
}

/** The columns of a lead with which `presentDetail` loads related data. */
const DETAIL_COLUMNS = [
  'id',
  'client_email',
  'client_phone',
  'origin_zip',
  'destination_zip',
  'created_at',
  'quoted_estimate_id',
] as const;

/** Creates a lead in the start state, with its contract and the first entry of its history. */
export async function createLead(tx: Tx, parts: ApiParts, given: CreateLead, actor: Actor): Promise<LeadRow> {
  const id = newId();
  const now = parts.now();
  const at = now.toISOString();
  const { rows } = await sql<{ number: string }>`select nextval('agent_lead_reference') as number`.execute(tx);
  const fields = newLeadFields({ assigned_agent_id: actor.id, ...given }, dateIn(parts.brokerage.zone, now));
  await mustBeAgent(tx, fields.assigned_agent_id ?? null, actor);
  const reference = `L-${rows[0]!.number}`;
  const lead = {
    ...fields,
    reference,
    kind: (fields.kind ?? likelyKind(fields)) as 'local',
    source: fields.source ?? 'Agent',
    client_name: fields.client_name!,
    client_zone: fields.client_zone ?? parts.brokerage.zone,
    stops: fields.stops!,
    entered_state_at: at,
    created_at: at,
    updated_at: at,
  };
  await agentLeadRecord.create(tx, {
    actor,
    now,
    id,
    values: { ...lead, search_text: searchTextOf(lead) },
    payload: { source: lead.source },
  });
  await executeUnread(tx, tx.insertInto('contract').values({ id: newId(), lead_id: id }));
  await publish(tx, { noun: 'agent-lead', id, audience: 'agents' });
  const made = await leadById(tx, id);
  await tellOfLead(tx, parts, { event: LEAD_CREATED, at, sequence: 1, role: actor.role }, made);
  await tellOfDeed(tx, parts, {
    kind: 'assigned',
    leadId: id,
    to: [fields.assigned_agent_id ?? null],
    by: actor.id,
    source: { lifecycle: agentLeadRecord.id, record_id: id, sequence: 1 },
    at: now,
  });
  return made;
}

async function mustBeAgent(tx: Tx, accountId: string | null, actor: Actor): Promise<void> {
  if (accountId === null || (accountId === actor.id && actor.role === 'agent')) return;
  const agent = await tx
    .selectFrom('account')
    .select('id')
    .where('id', '=', accountId)
    .where('role', '=', 'agent')
    .executeTakeFirst();
  if (!agent)
    throw problem(422, 'There is no such agent.', {
      errors: [{ field: 'assigned_agent_id', message: 'There is no such agent.' }],
    });
}

/** Changes fields, archives, or restores; each is an event of the lifecycle. */
export async function editLead(
  tx: Tx,
  parts: ApiParts,
  leadId: string,
  given: EditLead,
  actor: Actor,
): Promise<LeadRow> {
  const { version = null, is_archived, archive_reason = '', ...edits } = given;
  const { lead } = await moveLead(tx, parts, {
    leadId,
    version,
    actor,
    event: ({ lead: before }): AgentLeadEvent =>
      is_archived === undefined
        ? { type: 'lead.edited', by: actor.role, changesAgreed: changesAgreed(before, fieldsOf(edits, before)) }
        : is_archived
          ? { type: 'lead.archived', by: actor.role, reason: archive_reason }
          : { type: 'lead.restored', by: actor.role },
    apply: async ({ lead: before, today }) => {
      if (is_archived !== undefined)
        return is_archived
          ? { set: { archive_reason }, payload: { reason: archive_reason }, isAlone: true }
          : { set: { archive_reason: null, merged_into: null }, payload: {}, isAlone: true };
      const fields = fieldsOf(edits, before);
      await mustBeAgent(tx, fields.assigned_agent_id ?? null, actor);
      if (edits.stops) mustBeAhead(edits.stops, today, before.stops as StopInput[]);
      if (edits.client && (before.client_email || before.client_phone)) mustBeReachable(fields);
      return {
        set: { ...fields, search_text: searchTextOf({ ...before, ...fields }) },
        payload: { changed: Object.keys(edits) },
      };
    },
  });
  if (is_archived !== undefined) await tellOfChatsOfLead(tx, leadId);
  return lead;
}

/** Reassigns a lead from one agent to another; the caller has checked that it is an agent. */
export async function assignLead(
  tx: Tx,
  parts: ApiParts,
  leadId: string,
  { from, to }: { from: string; to: { id: string; name: string } },
  actor: Actor,
): Promise<void> {
  await changeLead(tx, parts, {
    leadId,
    version: null,
    actor,
    event: () => ({ type: 'lead.edited', by: actor.role }),
    apply: async () => ({
      set: { assigned_agent_id: to.id },
      payload: { changed: ['assigned_agent_id'], handed_over: { from, to: to.name } },
    }),
  });
}
