import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { LEAD_FIELDS } from '#src/api/agent-lead/agent-lead.present.ts';
import { readLeads } from '#src/api/agent-lead/agent-lead.query.ts';
import { present } from '#src/api/agent-lead/agent-lead.repository.ts';
import { lastDateOf } from '#src/api/agent-lead/last-date.ts';
import { leadWork, waitsForPerson } from '#src/api/agent-lead/lead-work.query.ts';
import { complianceOfCarriers, gapsOf } from '#src/api/carrier/compliance.repository.ts';
import { valuesOf } from '#src/api/chat/chat.repository.ts';
import { prepared } from '#src/api/database/prepared.ts';
import type { RowOf, Tables } from '#src/api/database/tables.ts';
import { wantsOf } from '#src/api/http/fields.ts';
import { waitingReports } from '#src/api/marketplace/waiting-report.ts';
import type { ApiParts } from '#src/api/parts.ts';
import { dateIn } from '#src/machines/calendar/days.ts';
import { REPORT_WORDS } from '#src/machines/marketplace/report-words.ts';
import { SHOWN, WORK_KINDS } from './today.schemas.ts';

type WorkKind = Exclude<(typeof WORK_KINDS)[number], 'report-waiting'>;

interface Asked {
  readerId: string;
  /** Whose work is shown; everyone's if null. */
  agentId: string | null;
  mayCountAgents: boolean;
  /** Whether what buyers reported is the reader's work, too. */
  decidesReports: boolean;
  fields?: string | undefined;
}

/** An item that is shown or, without a kind, how much waits for one agent. */
interface WorkRow {
  kind: WorkKind | null;
  lead_id: string | null;
  chat_id: string | null;
  agent_id: string | null;
  agent_name: string | null;
  since: string | null;
  due_on: string | null;
  total: number;
  asked: string | null;
  details: RowOf<'chat'>['details'] | null;
  client_name: string | null;
  carrier_id: string | null;
  move_date_last: string | null;
  delivery_date_last: string | null;
}

/**
 * What waits for an agent today, by the states of leads and chats: one statement for the work, one for its leads, and
 * one for what buyers reported. The chat of an archived lead is closed to its client, who would read no answer.
 */
export async function workOfToday(
  db: Kysely<Tables>,
  parts: ApiParts,
  { readerId, agentId, mayCountAgents, decidesReports, fields }: Asked,
) {
  const today = dateIn(parts.brokerage.zone, parts.now());
  const { rows } = await sql<WorkRow>`${prepared}
    with work as materialized (
      select 'chat-waiting'::text as kind, chat.lead_id, chat.id as chat_id, l.assigned_agent_id as agent_id,
             coalesce(chat.last_message_at, chat.created_at) as since, null::date as due_on
        from chat left join agent_lead l on l.id = chat.lead_id
       where ${waitsForPerson} and l.is_archived is not true
      union all ${leadWork(today)}
    ), ranked as (
      select work.*, count(*) over (partition by kind)::int as total,
             row_number() over (partition by kind order by coalesce(due_on::timestamptz, since), lead_id, chat_id) as place
        from work where ${agentId}::uuid is null or agent_id = ${agentId}::uuid
    )
    select ranked.kind, ranked.lead_id, ranked.chat_id, null::uuid as agent_id, null::text as agent_name, ranked.since,
           ranked.due_on, ranked.total, ranked.place,
           case ranked.kind when 'question' then (
             select payload ->> 'question' from history h
              where h.lifecycle = 'agent-lead' and h.record_id = ranked.lead_id and h.event = 'quote.asked'
              order by sequence desc limit 1)
             when 'dates-asked' then (select reason from reschedule where id = ranked.lead_id)
             when 'chat-waiting' then (
               select left(text, 200) || case when length(text) > 200 then '…' else '' end from chat_message m
                where m.chat_id = ranked.chat_id and author = 'client' and text <> '' order by sequence desc limit 1)
             end as asked,
           chat.details, l.client_name,
           case ranked.kind when 'papers-ending' then c.awarded_carrier_id end as carrier_id,
           l.move_date_last, l.delivery_date_last
      from ranked
      left join chat on chat.id = ranked.chat_id
      left join agent_lead l on l.id = ranked.lead_id
      left join contract c on c.lead_id = ranked.lead_id
     where ranked.place <= ${SHOWN}
    union all
    select null, null, null, work.agent_id, account.name, null, null, count(*)::int, 0, null, null, null, null, null, null
      from work left join account on account.id = work.agent_id group by work.agent_id, account.name
     order by place`.execute(db);
  const items = rows.filter((row): row is WorkRow & { kind: WorkKind } => row.kind !== null);
  const counts = rows.filter(({ kind }) => kind === null);
  const about = await carrierGaps(db, items, today);
  const reported = decidesReports ? await reportsWaiting(db) : { total: 0, groups: [] };
  return {
    today,
    groups: [
      ...WORK_KINDS.flatMap((kind) => {
        const own = items.filter((item) => item.kind === kind);
        if (own.length === 0) return [];
        return [{ kind, total: own[0]!.total, items: own.map((item) => presentItem(item, about(item))) }];
      }),
      ...(agentId === null || agentId === readerId ? reported.groups : []),
    ],
    leads: await leadsOf(db, parts, items, today, fields),
    mine: (counts.find(({ agent_id }) => agent_id === readerId)?.total ?? 0) + reported.total,
    everybody: counts.reduce((sum, { total }) => sum + total, 0) + reported.total,
    agents: mayCountAgents
      ? counts
          .map(({ agent_id, agent_name, total }) => ({ id: agent_id, name: agent_name, total }))
          .toSorted((one, other) => other.total - one.total)
      : [],
  };
}

/** What buyers reported is nobody's in particular: it is the work of everyone with the right to decide on it. */
async function reportsWaiting(db: Kysely<Tables>) {
  const { total, reports } = await waitingReports(db, SHOWN);
  const items = reports.map(({ client_name, reason, since }) => ({
    lead_id: null,
    chat_id: null,
    client_name,
    about: REPORT_WORDS[reason],
    since,
    due_on: null,
  }));
  return { total, groups: total === 0 ? [] : [{ kind: 'report-waiting' as const, total, items }] };
}

function presentItem({ details, asked, ...item }: WorkRow, gaps: string | null) {
  const { lead_id, chat_id, since, due_on } = item;
  const { name, email, phone } = valuesOf(details ?? {});
  // Of a lead, the name may have been corrected since the client chatted.
  const client_name = chat_id === null ? null : (item.client_name ?? name ?? email ?? phone ?? null);
  return { lead_id, chat_id, client_name, about: asked ?? gaps, since, due_on };
}

/** What each awarded carrier lacks through the last day of its job, as the compliance lifecycle phrases it. */
async function carrierGaps(db: Kysely<Tables>, items: readonly WorkRow[], today: string) {
  const ids = [...new Set(items.flatMap(({ carrier_id }) => carrier_id ?? []))];
  const compliance = await complianceOfCarriers(db, ids);
  return (item: WorkRow): string | null =>
    item.carrier_id && gapsOf(compliance, item.carrier_id, today, lastDateOf(item, today)).join('; ');
}

async function leadsOf(
  db: Kysely<Tables>,
  parts: ApiParts,
  items: readonly WorkRow[],
  today: string,
  fields: string | undefined,
) {
  const ids = [...new Set(items.flatMap(({ lead_id }) => lead_id ?? []))];
  if (ids.length === 0) return [];
  const wants = wantsOf(fields);
  const rows = await readLeads(
    db,
    sql`select row_number() over () as position, agent_lead.* from agent_lead where id = any(${ids}::uuid[])`,
    { today, fields: fields === undefined ? null : LEAD_FIELDS.filter(wants), columns: ['id'] },
  );
  return await present(db, parts, rows, (field) => field !== 'bids' && wants(field));
}
