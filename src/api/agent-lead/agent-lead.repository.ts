import { sql } from 'kysely';
import type { Kysely, RawBuilder } from 'kysely';
import { noFacts } from '#src/machines/agent-lead/agent-lead.facts.ts';
import { LEAD_CREATED } from '#src/machines/agent-lead/agent-lead.events.ts';
import type { AgentLeadEvent } from '#src/machines/agent-lead/agent-lead.events.ts';
import { AGENT_LEAD_TABS } from '#src/machines/agent-lead/agent-lead.place.ts';
import type { AgentLeadTab } from '#src/machines/agent-lead/agent-lead.place.ts';
import { newId } from '#src/api/database/ids.ts';
import { decodeCursor, encodeCursor } from '#src/api/database/cursor.ts';
import { publish } from '#src/api/live/live.ts';
import { tellOfDeed } from '#src/api/notice/notice.outbox.ts';
import type { ApiParts } from '#src/api/parts.ts';
import { notFound, problem } from '#src/api/http/problem.ts';
import { mustAscend } from '#src/api/http/ranges.ts';
import type { Tables } from '#src/api/database/tables.ts';
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
import { wantsAll, wantsOf, within } from '#src/api/http/fields.ts';
import type { Wants } from '#src/api/http/fields.ts';
import { LEAD_FIELDS, presentLead } from './agent-lead.present.ts';
import { factsOfLeads, leadWithId, readLeads } from './agent-lead.query.ts';
import type { LeadRow } from './agent-lead.query.ts';
import { idsWaitingFor } from './lead-work.query.ts';
import type { CreateLead, EditLead, ListLeads, StopInput } from './agent-lead.schemas.ts';
import { agentLeadRecord, moveLead, tellOfLead } from './agent-lead.transition.ts';
import type { Actor } from './agent-lead.transition.ts';

/** Leads ready for the wire, with the facts that the lifecycle needs beside them. */
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

/** A lead for `presentDetail`, with no more than the wanted fields need. @throws Problem 404 */
export async function leadWithFields(db: Kysely<Tables>, parts: ApiParts, id: string, wants: Wants): Promise<LeadRow> {
  const today = dateIn(parts.brokerage.zone, parts.now());
  const fields = wants === wantsAll ? null : LEAD_FIELDS.filter(wants);
  const asked = { today, fields, bids: within(wants, 'bids'), columns: DETAIL_COLUMNS };
  const [lead] = await readLeads(db, leadWithId(id), asked);
  if (!lead) throw notFound('lead');
  return lead;
}

/** Of a lead, what `presentDetail` looks at to read what hangs on it. */
const DETAIL_COLUMNS = [
  'id',
  'client_email',
  'client_phone',
  'origin_zip',
  'destination_zip',
  'created_at',
  'quoted_estimate_id',
] as const;

/** Makes a lead in the place where every lead begins, with its contract and the first entry of its history. */
export async function createLead(tx: Tx, parts: ApiParts, given: CreateLead, actor: Actor): Promise<LeadRow> {
  const id = newId();
  const now = parts.now();
  const at = now.toISOString();
  const { rows } = await sql<{ number: string }>`select nextval('agent_lead_reference') as number`.execute(tx);
  const fields = newLeadFields({ assigned_agent_id: actor.id, ...given }, dateIn(parts.brokerage.zone, now));
  await mustBeAgent(tx, fields.assigned_agent_id ?? null);
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
  await tx.insertInto('contract').values({ id: newId(), lead_id: id }).execute();
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

async function mustBeAgent(tx: Tx, accountId: string | null): Promise<void> {
  if (accountId === null) return;
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

/** Changes fields, archives or restores; each is an event of the lifecycle. */
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
      await mustBeAgent(tx, fields.assigned_agent_id ?? null);
      if (edits.stops) mustBeAhead(edits.stops, today, before.stops as StopInput[]);
      if (edits.client && (before.client_email || before.client_phone)) mustBeReachable(fields);
      return {
        set: { ...fields, search_text: searchTextOf({ ...before, ...fields }) },
        payload: { changed: Object.keys(edits) },
      };
    },
  });
  return lead;
}

/** Gives a lead of one agent to another, who is known to be one. */
export async function assignLead(
  tx: Tx,
  parts: ApiParts,
  leadId: string,
  { from, to }: { from: string; to: { id: string; name: string } },
  actor: Actor,
): Promise<void> {
  await moveLead(tx, parts, {
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

interface Order {
  column: 'updated_at' | 'move_date' | 'client_name' | 'entered_state_at' | 'follow_up_date';
  descending: boolean;
  /** What the client has accepted stands before the others. */
  byStage?: boolean;
}

/** What needs a person first, per tab. */
function orderOf(query: ListLeads): Order {
  if (query.is_archived === 'true') return { column: 'updated_at', descending: true };
  if (query.sort === 'move-date') return { column: 'move_date', descending: false };
  if (query.sort === 'client') return { column: 'client_name', descending: false };
  if (query.sort === 'newest' || !query.state) return { column: 'entered_state_at', descending: true };
  if (query.state === 'follow-up') return { column: 'follow_up_date', descending: false };
  return { column: 'entered_state_at', descending: true, byStage: query.state === 'quote-sent' };
}

/** One keyset page of a tab, of the archive, or of all leads. */
export async function listLeads(db: Kysely<Tables>, parts: ApiParts, query: ListLeads, agentId: string) {
  mustAscend('move_date_to', query.move_date_from, query.move_date_to);
  const limit = Number(query.limit ?? 50);
  const today = dateIn(parts.brokerage.zone, parts.now());
  const wants = wantsOf(query.fields);
  const order = orderOf(query);
  const column = sql.ref(order.column);
  const where: RawBuilder<unknown>[] = [query.is_archived === 'true' ? sql`is_archived` : sql`not is_archived`];
  if (query.state) where.push(sql`state = ${query.state}`);
  if (query.stage) where.push(sql`stage = ${query.stage}`);
  if (query.work) where.push(sql`id in (${idsWaitingFor(query.work, today)})`);
  if (query.mine === 'true') where.push(sql`assigned_agent_id = ${agentId}`);
  if (query.assigned_agent_id) where.push(sql`assigned_agent_id = ${query.assigned_agent_id}::uuid`);
  if (query.kind) where.push(sql`kind = ${query.kind}`);
  if (query.origin_state) where.push(sql`origin_state = ${query.origin_state}`);
  if (query.destination_state) where.push(sql`destination_state = ${query.destination_state}`);
  if (query.move_date_from) where.push(sql`move_date >= ${query.move_date_from}::date`);
  if (query.move_date_to) where.push(sql`move_date <= ${query.move_date_to}::date`);
  if (query.after) where.push(afterKeyset(order, query.after));
  const direction = order.descending ? sql`desc nulls last` : sql`asc nulls last`;
  const idDirection = order.descending ? sql`desc` : sql`asc`;
  const rows = await readLeads(
    db,
    sql`select row_number() over () as position, page.* from (
      select * from agent_lead where ${sql.join(where, sql` and `)}
      order by ${order.byStage ? sql`stage, ` : sql``}${column} ${order.descending && order.column !== 'move_date' ? sql`desc` : direction}, id ${idDirection}
      limit ${sql.lit(limit + 1)}) as page`,
    {
      today,
      fields: query.fields === undefined ? null : LEAD_FIELDS.filter(wants),
      bids: within(wants, 'bids'),
      columns: ['id', order.column, ...(order.byStage ? (['stage'] as const) : [])],
      isSearch: where.length > (query.state ? 2 : 1),
    },
  );
  const leads = rows.slice(0, limit);
  const last = leads.at(-1);
  const hasNext = rows.length > limit;
  return {
    leads: await present(db, parts, leads, wants),
    page: {
      end:
        last && hasNext
          ? encodeCursor([order.byStage ? `${last.stage} ${last.entered_state_at}` : last[order.column], last.id])
          : null,
      has_next: hasNext,
    },
  };
}

function afterKeyset(order: Order, after: string): RawBuilder<unknown> {
  const [value, id] = decodeCursor(after);
  const column = sql.ref(order.column);
  if (order.byStage) {
    const [stage, at = null] = String(value).split(' ');
    return sql`(stage > ${stage} or (stage = ${stage} and (${column}, id) < (${at}::timestamptz, ${id}::uuid)))`;
  }
  const typed =
    order.column === 'client_name'
      ? sql`${value}::text`
      : order.column.endsWith('_at')
        ? sql`${value}::timestamptz`
        : sql`${value}::date`;
  if (value === null) return sql`(${column} is null and id > ${id}::uuid)`;
  if (order.descending) return sql`(${column}, id) < (${typed}, ${id}::uuid)`;
  return sql`((${column}, id) > (${typed}, ${id}::uuid) or ${column} is null)`;
}

/** How many leads stand in each tab, all and mine; read from the tally, so it costs the same at any size. */
export async function countLeads(db: Kysely<Tables>, agentId: string) {
  const rows = await db
    .selectFrom('agent_lead_tally')
    .select(({ fn }) => [
      'tab',
      fn.sum<number>('delta').as('all'),
      fn.sum<number>('delta').filterWhere('assigned_agent_id', '=', agentId).as('mine'),
    ])
    .groupBy('tab')
    .execute();
  const of = (tab: string) => rows.find((row) => row.tab === tab);
  return {
    tabs: AGENT_LEAD_TABS.map((state: AgentLeadTab) => ({
      state,
      all: Number(of(state)?.all ?? 0),
      mine: Number(of(state)?.mine ?? 0),
    })),
    archived: Number(of('archived')?.all ?? 0),
  };
}

/** Folds the tally's many small steps into one row per tab and agent. Run now and then by the worker. */
export async function compactTally(db: Kysely<Tables>): Promise<void> {
  await sql`with gone as (delete from agent_lead_tally returning *)
    insert into agent_lead_tally (tab, assigned_agent_id, delta)
    select tab, assigned_agent_id, sum(delta) from gone group by 1, 2 having sum(delta) <> 0`.execute(db);
}
