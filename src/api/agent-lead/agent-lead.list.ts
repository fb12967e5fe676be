import { sql } from 'kysely';
import type { Kysely, RawBuilder } from 'kysely';
import { AGENT_LEAD_TABS } from '#src/machines/agent-lead/agent-lead.types.ts';
import { addDays, dateIn } from '#src/machines/calendar/days.ts';
import { decodeCursor, encodeCursor } from '#src/api/database/cursor.ts';
import type { Tables } from '#src/api/database/tables.ts';
import { wantsOf, within } from '#src/api/http/fields.ts';
import { mustAscend } from '#src/api/http/ranges.ts';
import type { ApiParts } from '#src/api/parts.ts';
import type { LeadSort, ListLeads, NarrowLeads } from './agent-lead.list.schemas.ts';
import { LEAD_FIELDS } from './agent-lead.present.ts';
import { readLeads } from './agent-lead.query.ts';
import type { LeadRow } from './agent-lead.query.ts';
import { present } from './agent-lead.repository.ts';
import { idsWaitingFor } from './lead-work.query.ts';

interface Order {
  column:
    | 'archived_at'
    | 'move_date'
    | 'client_name'
    | 'entered_state_at'
    | 'follow_up_date'
    | 'quoted_price'
    | 'source'
    | 'route'
    | 'assigned_agent_name';
  /** Its type in the database, for the value in a cursor. */
  type: 'text' | 'timestamptz' | 'date' | 'int';
  descending: boolean;
  /** Sorts leads whose client has accepted before the others. */
  byStage?: boolean;
}

/** Each of them uses an index of the leads of a tab; missing values are last in either direction. */
const ORDERS: Record<Exclude<LeadSort, 'due'>, Order> = {
  newest: { column: 'entered_state_at', type: 'timestamptz', descending: true },
  oldest: { column: 'entered_state_at', type: 'timestamptz', descending: false },
  'move-date': { column: 'move_date', type: 'date', descending: false },
  'move-date-desc': { column: 'move_date', type: 'date', descending: true },
  client: { column: 'client_name', type: 'text', descending: false },
  'client-desc': { column: 'client_name', type: 'text', descending: true },
  'follow-up': { column: 'follow_up_date', type: 'date', descending: false },
  'follow-up-desc': { column: 'follow_up_date', type: 'date', descending: true },
  source: { column: 'source', type: 'text', descending: false },
  'source-desc': { column: 'source', type: 'text', descending: true },
  price: { column: 'quoted_price', type: 'int', descending: false },
  'price-desc': { column: 'quoted_price', type: 'int', descending: true },
  route: { column: 'route', type: 'text', descending: false },
  'route-desc': { column: 'route', type: 'text', descending: true },
  agent: { column: 'assigned_agent_name', type: 'text', descending: false },
  'agent-desc': { column: 'assigned_agent_name', type: 'text', descending: true },
};
const NULLABLE: readonly Order['column'][] = [
  'move_date',
  'follow_up_date',
  'quoted_price',
  'route',
  'assigned_agent_name',
];

/** By default, what needs a person first, per tab. */
function orderOf(query: Pick<ListLeads, 'is_archived' | 'sort' | 'state'>): Order {
  if (query.is_archived === 'true') return { column: 'archived_at', type: 'timestamptz', descending: true };
  if (query.sort && query.sort !== 'due') return ORDERS[query.sort];
  if (query.state === 'follow-up') return ORDERS['follow-up'];
  return { ...ORDERS.newest, byStage: query.state === 'quote-sent' };
}

/** Values separated by commas. */
const several = (text: string) => sql`any(${text.split(',')}::text[])`;
/** Names that begin with the text, in any case. */
const beginsWith = (column: string, text: string) =>
  sql`lower(${sql.ref(column)}) like ${`${text
    .trim()
    .toLowerCase()
    .replaceAll(/[%_\\]/g, '\\$&')}%`}`;

/** The conditions on `agent_lead`, besides the tab. @throws Problem 400 for a range that ends before it begins */
function conditionsOf(query: NarrowLeads, { today, agentId, zone }: { today: string; agentId: string; zone: string }) {
  const price = { from: amountOf(query.price_from), to: amountOf(query.price_to) };
  const age = { from: amountOf(query.age_from), to: amountOf(query.age_to) };
  mustAscend('move_date_to', query.move_date_from, query.move_date_to);
  mustAscend('price_to', price.from, price.to);
  mustAscend('age_to', age.from, age.to);
  /** The start of a day in the brokerage's time zone, the given number of days ago. */
  const dayAgo = (days: number) => sql`(${addDays(today, -days)}::date::timestamp at time zone ${zone})`;
  const where: RawBuilder<unknown>[] = [];
  if (query.stage) where.push(sql`stage = ${query.stage}`);
  if (query.work) where.push(sql`id in (${idsWaitingFor(query.work, today)})`);
  if (query.mine === 'true') where.push(sql`assigned_agent_id = ${agentId}`);
  if (query.assigned_agent_id) where.push(sql`assigned_agent_id = any(${query.assigned_agent_id.split(',')}::uuid[])`);
  if (query.kind) where.push(sql`kind = ${several(query.kind)}`);
  if (query.source) where.push(sql`replace(source, ',', ' ') = ${several(query.source)}`);
  if (query.origin_state) where.push(sql`origin_state = ${several(query.origin_state)}`);
  if (query.destination_state) where.push(sql`destination_state = ${several(query.destination_state)}`);
  if (query.origin_city) where.push(beginsWith('origin_city', query.origin_city));
  if (query.destination_city) where.push(beginsWith('destination_city', query.destination_city));
  if (query.move_date_from) where.push(sql`move_date >= ${query.move_date_from}::date`);
  if (query.move_date_to) where.push(sql`move_date <= ${query.move_date_to}::date`);
  if (price.from !== undefined) where.push(sql`quoted_price >= ${price.from}`);
  if (price.to !== undefined) where.push(sql`quoted_price <= ${price.to}`);
  if (age.from !== undefined) where.push(sql`created_at < ${dayAgo(age.from - 1)}`);
  if (age.to !== undefined) where.push(sql`created_at >= ${dayAgo(age.to)}`);
  return where;
}

const amountOf = (text: string | undefined) => (text === undefined ? undefined : Number(text));

/** One keyset page of a tab, of the archive, or of all leads. */
export async function listLeads(db: Kysely<Tables>, parts: ApiParts, query: ListLeads, agentId: string) {
  const limit = Number(query.limit ?? 50);
  const { zone } = parts.brokerage;
  const today = dateIn(zone, parts.now());
  const wants = wantsOf(query.fields);
  const order = orderOf(query);
  const column = sql.ref(order.column);
  const where: RawBuilder<unknown>[] = [query.is_archived === 'true' ? sql`is_archived` : sql`not is_archived`];
  if (query.state) where.push(sql`state = ${query.state}`);
  if (query.ids) where.push(sql`id = any(${query.ids.split(',')}::uuid[])`);
  where.push(...conditionsOf(query, { today, agentId, zone }));
  if (query.after) where.push(afterKeyset(order, query.after));
  const direction = sql.raw(order.descending ? 'desc' : 'asc');
  const nulls = NULLABLE.includes(order.column) ? sql`nulls last` : sql``;
  const rows = await readLeads(
    db,
    sql`select row_number() over () as position, page.* from (
      select * from agent_lead where ${sql.join(where, sql` and `)}
      order by ${order.byStage ? sql`stage, ` : sql``}${column} ${direction} ${nulls}, id ${direction}
      ${query.ids ? BY_ID : sql`limit ${sql.lit(limit + 1)}`}) as page`,
    {
      today,
      fields: query.fields === undefined ? null : LEAD_FIELDS.filter(wants),
      bids: within(wants, 'bids'),
      columns: ['id', 'state', 'stage', 'entered_state_at', 'follow_up_date', order.column],
      // Leads that are named are found by their ids, whatever the other conditions are.
      isSearch: !query.ids && where.length > (query.state ? 2 : 1),
    },
  );
  const leads = rows.slice(0, limit);
  const last = leads.at(-1);
  const hasNext = rows.length > limit;
  return {
    leads: await present(db, parts, leads, wants),
    ranks: leads.map((lead) => rankOf(orderOf({ state: lead.state, ...query }), lead)),
    page: {
      end:
        last && hasNext
          ? encodeCursor([order.byStage ? `${last.stage} ${last.entered_state_at}` : last[order.column], last.id])
          : null,
      has_next: hasNext,
    },
  };
}

/**
 * A lead's sort key as a text that sorts like the list, so that a client notified of a change can place one row without
 * loading the others. Null where only the database can sort: for texts.
 */
function rankOf({ column, type, descending, byStage }: Order, lead: LeadRow): string | null {
  if (type === 'text') return null;
  const value = lead[column];
  const text =
    typeof value === 'number'
      ? String(value).padStart(10, '0')
      : // Instants vary in their number of digits.
        type === 'timestamptz'
        ? value!.slice(0, -1).padEnd('2026-01-01T00:00:00.000000'.length, '0')
        : value;
  const turned = (part: string) => (descending ? part.replaceAll(/./g, turn) : part);
  return `${byStage ? `${lead.stage ?? LAST} ` : ''}${text === null ? LAST : turned(text)} ${turned(lead.id)}`;
}

/** Without a limit they are found by id, and not by scanning the order of all leads. */
const BY_ID = sql``;
/** Sorts after every character of a value, inverted or not. */
const LAST = '~';
const turn = (one: string) => String.fromCharCode(0x9e - one.charCodeAt(0));

function afterKeyset({ column: name, type, descending, byStage }: Order, after: string): RawBuilder<unknown> {
  const [value, id] = decodeCursor(after);
  const column = sql.ref(name);
  const beyond = sql.raw(descending ? '<' : '>');
  if (byStage) {
    const [stage, at = null] = String(value).split(' ');
    return sql`(stage > ${stage} or (stage = ${stage} and (${column}, id) < (${at}::timestamptz, ${id}::uuid)))`;
  }
  if (value === null) return sql`(${column} is null and id ${beyond} ${id}::uuid)`;
  const further = sql`(${column}, id) ${beyond} (${value}::${sql.raw(type)}, ${id}::uuid)`;
  return NULLABLE.includes(name) ? sql`(${further} or ${column} is null)` : further;
}

/** How many leads are in each tab, all and mine; without a filter from the tally, at the same cost at any size. */
export async function countLeads(
  db: Kysely<Tables>,
  parts: Pick<ApiParts, 'brokerage' | 'now'>,
  query: NarrowLeads,
  agentId: string,
) {
  const { zone } = parts.brokerage;
  const where = conditionsOf(query, { today: dateIn(zone, parts.now()), agentId, zone });
  const tally = await db
    .selectFrom('agent_lead_tally')
    .select(({ fn }) => [
      'tab',
      fn.sum<number>('delta').as('all'),
      fn.sum<number>('delta').filterWhere('assigned_agent_id', '=', agentId).as('mine'),
    ])
    .groupBy('tab')
    .execute();
  const rows = where.length === 0 ? tally : await countedWhere(db, where, agentId);
  const of = (tab: string) => rows.find((row) => row.tab === tab);
  return {
    tabs: AGENT_LEAD_TABS.map((state) => ({
      state,
      all: Number(of(state)?.all ?? 0),
      mine: Number(of(state)?.mine ?? 0),
    })),
    archived: Number(tally.find(({ tab }) => tab === 'archived')?.all ?? 0),
  };
}

async function countedWhere(db: Kysely<Tables>, where: RawBuilder<unknown>[], agentId: string) {
  const { rows } = await sql<{ tab: string; all: number; mine: number }>`
    select state as tab, count(*) as all, count(*) filter (where assigned_agent_id = ${agentId}::uuid) as mine
      from agent_lead where not is_archived and ${sql.join(where, sql` and `)} group by state`.execute(db);
  return rows;
}

/** The sources of the leads in the tabs, each once, by skipping along the index of their order. */
export async function leadSources(db: Kysely<Tables>): Promise<string[]> {
  const { rows } = await sql<{ source: string }>`
    select distinct replace(found.source, ',', ' ') as source from unnest(${AGENT_LEAD_TABS}::text[]) as tab(state)
     cross join lateral (
       with recursive step as (
         (select l.source from agent_lead l where l.state = tab.state and not l.is_archived order by l.source limit 1)
         union all
         select (select l.source from agent_lead l
                  where l.state = tab.state and not l.is_archived and l.source > step.source order by l.source limit 1)
           from step where step.source is not null
       ) select source from step where source is not null) found
     order by source limit 200`.execute(db);
  return rows.map(({ source }) => source);
}

/** Compacts the tally's many small increments into one row per tab and agent. Run periodically by the worker. */
export async function compactTally(db: Kysely<Tables>): Promise<void> {
  await sql`with gone as (delete from agent_lead_tally returning *)
    insert into agent_lead_tally (tab, assigned_agent_id, delta)
    select tab, assigned_agent_id, sum(delta) from gone group by 1, 2 having sum(delta) <> 0`.execute(db);
}
