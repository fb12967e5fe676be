import { sql } from 'kysely';
import { readLeads } from '#src/api/agent-lead/agent-lead.query.ts';
import { carrierWithCompliance } from '#src/api/carrier/carrier.repository.ts';
import { baseOf, loadConditions } from '#src/api/carrier/load.filter.ts';
import { presentLoads, seenByCarrier } from '#src/api/carrier/load.present.ts';
import type { LoadRow } from '#src/api/carrier/load.present.ts';
import { accountOfCarrier, pushTo } from '#src/api/push/push.outbox.ts';
import type { RowOf } from '#src/api/database/tables.ts';
import { inTransaction } from '#src/api/database/write.ts';
import type { Tx } from '#src/api/database/write.ts';
import { Problem } from '#src/api/http/problem.ts';
import { hrefs } from '#src/api/link/hrefs.ts';
import { createLeaveTokens } from '#src/api/link/leave-token.ts';
import type { ApiParts } from '#src/api/parts.ts';
import { dateIn, hourIn } from '#src/machines/calendar/days.ts';
import { MINUTE } from '#src/machines/calendar/durations.ts';
import { DAILY_HOUR } from '#src/machines/load-search/load-search.ts';
import { newLoadsMail, routeOf, searchWords } from './load-search.mail.ts';
import type { FittingLoad } from './load-search.mail.ts';
import { asQuery } from './load-search.schemas.ts';

/** The minimum time between two mails of one search; loads posted meanwhile are sent together. */
const APART_MINUTES = 10;
/** The most listed in one mail; the others follow in the next one. */
const LISTED = 20;
/** How many are examined for it: not all of them can be bid on. */
const LOOKED_AT = 100;
const BATCH = 200;

/**
 * Mails carriers the loads that match their searches, that they can bid on, and that they were not notified of yet.
 * Runs often.
 */
export async function mailSearches(parts: ApiParts): Promise<void> {
  for (let last = '00000000-0000-0000-0000-000000000000'; ;) {
    const due = await dueSearches(parts, last);
    for (const id of due) await inTransaction(parts.database, (tx) => mailSearch(tx, parts, id));
    if (due.length < BATCH) return;
    last = due.at(-1)!;
  }
}

const today = ({ brokerage, now }: ApiParts) => dateIn(brokerage.zone, now());
const hourNow = ({ brokerage, now }: ApiParts): number => hourIn(brokerage.zone, now());

/** Searches that may be mailed now, if something was posted since. */
async function dueSearches(parts: ApiParts, last: string): Promise<string[]> {
  const apart = new Date(parts.now().getTime() - APART_MINUTES * MINUTE).toISOString();
  const { rows } = await sql<{ id: string }>`
    select s.id from load_search s join carrier c on c.id = s.carrier_id join account a on a.id = c.account_id
     where s.id > ${last}::uuid and a.disabled_at is null
       and (s.alert = 'at-once' and (s.told_at is null or s.told_at <= ${apart}::timestamptz)
            or s.alert = 'daily' and ${hourNow(parts) >= DAILY_HOUR} and s.told_day is distinct from ${today(parts)}::date)
       and exists (select from agent_lead l where l.state = 'award-carrier' and not l.is_archived and l.entered_state_at > s.since)
     order by s.id limit ${BATCH}`.execute(parts.database.kysely);
  return rows.map(({ id }) => id);
}

async function mailSearch(tx: Tx, parts: ApiParts, id: string): Promise<void> {
  const search = await tx.selectFrom('load_search').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
  // Since it was found, it may have been ended, or processed by another node.
  if (!search || search.alert === 'off') return;
  if (search.alert === 'daily' && search.told_day === today(parts)) return;
  const { carrier, compliance } = await carrierWithCompliance(tx, search.carrier_id);
  const leads = await newLoads(tx, parts, search);
  const loads = presentLoads(parts, leads, carrier, compliance)
    .filter(({ may_bid, bid }) => may_bid && bid === null)
    .slice(0, LISTED);
  if (search.alert === 'daily')
    await tx
      .updateTable('load_search')
      .set({ told_day: today(parts) })
      .where('id', '=', id)
      .execute();
  if (loads.length === 0) return;
  const at = parts.now().toISOString();
  await tx
    .insertInto('load_search_told')
    .values(loads.map((load) => ({ search_id: id, lead_id: load.id, told_at: at })))
    .execute();
  await tx.updateTable('load_search').set({ told_at: at }).where('id', '=', id).execute();
  const origin = parts.publicUrl();
  const isPushed = search.channel !== 'mail' && (await pushLoads(tx, parts, search, loads));
  if (search.channel === 'push' && isPushed) return;
  const token = createLeaveTokens(parts, 'load-search').tokenOf(id);
  await parts.mail.send(tx, {
    to: carrier.email,
    kind: 'load-search',
    listUnsubscribe: {
      post: origin + hrefs.oneClickSearch(token),
      page: origin + (search.truck_id === null ? hrefs.loadSearches() : hrefs.trucks()),
    },
    ...newLoadsMail({ search, loads, origin }),
  });
}

/** @returns whether any device is notified */
async function pushLoads(
  tx: Tx,
  parts: ApiParts,
  search: Pick<RowOf<'load_search'>, 'id' | 'name' | 'carrier_id' | 'truck_id'>,
  loads: readonly FittingLoad[],
): Promise<boolean> {
  const [first] = loads;
  const isOne = loads.length === 1;
  return await pushTo(tx, parts, await accountOfCarrier(tx, search.carrier_id), null, {
    title: isOne ? `New load: ${routeOf(first!)}` : `${loads.length} new loads`,
    body: `${isOne ? 'It fits' : 'They fit'} ${searchWords(search)}.`,
    path: isOne ? hrefs.load(first!.id) : hrefs.board(),
    tag: `search-${search.id}`,
  });
}

/**
 * Matching loads on the board that were not announced yet, newest first. A place that is no longer known matches
 * nothing.
 */
async function newLoads(tx: Tx, parts: ApiParts, search: RowOf<'load_search'>): Promise<LoadRow[]> {
  const { carrier } = await carrierWithCompliance(tx, search.carrier_id);
  try {
    const fits = loadConditions({ ...asQuery(search.filter), tab: 'available' }, carrier.id, baseOf(carrier));
    return await readLeads(
      tx,
      sql`select row_number() over (order by entered_state_at desc, id desc) as position, agent_lead.* from agent_lead
           where ${fits} and entered_state_at > ${search.since}::timestamptz
             and not exists (select from load_search_told t where t.search_id = ${search.id} and t.lead_id = agent_lead.id)
           order by entered_state_at desc, id desc limit ${sql.lit(LOOKED_AT)}`,
      { today: today(parts), besides: seenByCarrier(parts, carrier.id), isSearch: true },
    );
  } catch (error) {
    if (error instanceof Problem) return [];
    throw error;
  }
}
