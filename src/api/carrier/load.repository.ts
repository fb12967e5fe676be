import { sql } from 'kysely';
import type { Kysely, RawBuilder, Selectable } from 'kysely';
import type { AgentLeadEvent } from '#src/machines/agent-lead/agent-lead.events.ts';
import { moveAgentLead } from '#src/machines/agent-lead/agent-lead.moves.ts';
import { presentAttachment } from '#src/api/agent-lead/attachment.repository.ts';
import { factsOfLeads, lastDateOf, leadWithId, readLeads } from '#src/api/agent-lead/agent-lead.query.ts';
import type { LeadRow } from '#src/api/agent-lead/agent-lead.query.ts';
import { place } from '#src/api/agent-lead/agent-lead.present.ts';
import { moveLead } from '#src/api/agent-lead/agent-lead.transition.ts';
import { activeBid, insertBid, moveBid } from '#src/api/bid/bid.repository.ts';
import type { BidTerms } from '#src/api/bid/bid.repository.ts';
import { decodeCursor, encodeCursor } from '#src/api/platform/cursor.ts';
import { dateIn } from '#src/api/platform/parts.ts';
import type { ApiParts } from '#src/api/platform/parts.ts';
import { notFound, problem } from '#src/api/platform/problem.ts';
import type { Tables } from '#src/api/platform/tables.ts';
import type { BidTable } from '#src/api/platform/tables/agent-lead.ts';
import type { Tx } from '#src/api/platform/write.ts';
import { complianceOfCarriers, gapsOf } from './compliance.repository.ts';

export const LOAD_TABS = ['available', 'open', 'completed'] as const;
export type LoadTab = (typeof LOAD_TABS)[number];
export const LOAD_SORTS = ['newest', 'soonest', 'nearest'] as const;

/** Which loads a carrier sees in a tab. What it has no part in, beyond the open board, does not exist for it. */
function visible(tab: LoadTab, carrierId: string): RawBuilder<unknown> {
  if (tab === 'available') return sql`state = 'award-carrier'`;
  const state = tab === 'open' ? 'open-contracts' : 'completed-contracts';
  return sql`state = ${state} and exists (select from contract c where c.lead_id = agent_lead.id and c.awarded_carrier_id = ${carrierId})`;
}

const tabOf = (lead: LeadRow): LoadTab => (lead.state === 'award-carrier' ? 'available' : lead.state === 'open-contracts' ? 'open' : 'completed');

export interface LoadQuery {
  tab: LoadTab;
  origin_state?: string;
  destination_state?: string;
  move_date_from?: string;
  move_date_to?: string;
  kind?: string;
  sort?: (typeof LOAD_SORTS)[number];
  after?: string;
  limit?: string;
}

export async function listLoads(db: Kysely<Tables>, parts: ApiParts, query: LoadQuery, carrierId: string) {
  const limit = Number(query.limit ?? 50);
  const where = [sql`not is_archived`, visible(query.tab, carrierId)];
  if (query.origin_state) where.push(sql`origin_state = ${query.origin_state}`);
  if (query.destination_state) where.push(sql`destination_state = ${query.destination_state}`);
  if (query.move_date_from) where.push(sql`move_date >= ${query.move_date_from}::date`);
  if (query.move_date_to) where.push(sql`move_date <= ${query.move_date_to}::date`);
  if (query.kind) where.push(sql`kind = ${query.kind}`);
  const { key, direction } = await orderOf(db, query, carrierId);
  if (query.after) {
    const [value, id] = decodeCursor(query.after);
    const operator = direction === 'desc' ? sql`<` : sql`>`;
    where.push(sql`(${key}, id) ${operator} (${value}::${sql.raw(query.sort === 'nearest' ? 'float8' : query.sort === 'soonest' ? 'date' : 'timestamptz')}, ${id}::uuid)`);
  }
  const { rows: chosen } = await sql<{ id: string; key: string | number }>`select id, ${key} as key from agent_lead
    where ${sql.join(where, sql` and `)} and ${key} is not null
    order by ${key} ${sql.raw(direction)}, id ${sql.raw(direction)} limit ${limit + 1}`.execute(db);
  const ids = chosen.slice(0, limit);
  const leads = ids.length === 0 ? [] : await readLeads(db, sql`select array_position(${ids.map((one) => one.id)}::uuid[], id) as position, agent_lead.* from agent_lead where id = any(${ids.map((one) => one.id)}::uuid[])`);
  const last = ids.at(-1);
  const hasNext = chosen.length > limit;
  return {
    loads: await presentLoads(db, parts, leads, carrierId),
    page: { end: last && hasNext ? encodeCursor([last.key, last.id]) : null, has_next: hasNext },
  };
}

async function orderOf(db: Kysely<Tables>, query: LoadQuery, carrierId: string): Promise<{ key: RawBuilder<unknown>; direction: 'asc' | 'desc' }> {
  if (query.sort === 'soonest') return { key: sql`move_date`, direction: 'asc' };
  if (query.sort !== 'nearest') return { key: sql`entered_state_at`, direction: 'desc' };
  const base = await db.selectFrom('carrier').select(['lat', 'lng']).where('id', '=', carrierId).executeTakeFirstOrThrow();
  // Squared flat distance orders like the real one at this scale, and sorts without trigonometry.
  return {
    key: sql`((origin_lat - ${base.lat}::float8)^2 + ((origin_lng - ${base.lng}::float8) * ${Math.cos((base.lat * Math.PI) / 180)}::float8)^2)`,
    direction: 'asc',
  };
}

/** One load. @throws Problem 404 where it is not on the board and not this carrier's job */
export async function loadById(db: Kysely<Tables>, parts: ApiParts, leadId: string, carrierId: string) {
  const lead = await visibleLead(db, leadId, carrierId);
  const [load] = await presentLoads(db, parts, [lead], carrierId);
  return load!;
}

/** @throws Problem 404 */
export async function visibleLead(db: Kysely<Tables>, leadId: string, carrierId: string): Promise<LeadRow> {
  const [lead] = await readLeads(db, leadWithId(leadId));
  const isOwnJob = lead?.awarded_carrier_id === carrierId && ['open-contracts', 'completed-contracts'].includes(lead.state);
  if (!lead || lead.is_archived || !(lead.state === 'award-carrier' || isOwnJob)) throw notFound('load');
  return lead;
}

async function presentLoads(db: Kysely<Tables>, parts: ApiParts, leads: LeadRow[], carrierId: string) {
  if (leads.length === 0) return [];
  const today = dateIn(parts.brokerage.zone, parts.now());
  const ids = leads.map((lead) => lead.id);
  const bids = await db.selectFrom('bid').selectAll().where('carrier_id', '=', carrierId).where('lead_id', 'in', ids).orderBy('created_at', 'desc').execute();
  const attachments = await db
    .selectFrom('attachment')
    .innerJoin('file', 'file.id', 'attachment.file_id')
    .selectAll('attachment')
    .select(['file.media_type', 'file.size'])
    .where('lead_id', 'in', ids)
    .where('is_visible_to_carriers', '=', true)
    .orderBy('attachment.created_at')
    .execute();
  const compliance = await complianceOfCarriers(db, [carrierId]);
  const facts = await factsOfLeads(db, leads, today);
  return leads.map((lead, index) => {
    const own = bids.find((bid) => bid.lead_id === lead.id);
    const gaps = gapsOf(compliance, carrierId, today, lastDateOf(lead, today));
    const probe: AgentLeadEvent = { type: 'bid.placed', by: 'carrier', carrier: { id: carrierId, gaps }, isInWindow: true };
    const outcome = moveAgentLead({ state: lead.state, stage: lead.stage, isArchived: lead.is_archived }, facts[index]!, probe);
    const unmet = 'verdict' in outcome ? outcome.verdict.unmet.flatMap((phrase) => (phrase === 'the carrier is compliant' ? gaps : [phrase])) : [];
    return presentLoad(lead, carrierId, own, attachments.filter((one) => one.lead_id === lead.id), { mayBid: !('verdict' in outcome), unmet });
  });
}

interface SavedStop {
  role: string;
  address?: string | null;
  note?: string | null;
}

function presentLoad(
  lead: LeadRow,
  carrierId: string,
  own: Selectable<BidTable> | undefined,
  attachments: Parameters<typeof presentAttachment>[0][],
  bidding: { mayBid: boolean; unmet: string[] },
) {
  const isOwn = lead.awarded_carrier_id === carrierId;
  const hasSigned = isOwn && lead.carrier_signed_at !== null;
  const stops = lead.stops as SavedStop[];
  return {
    id: lead.id,
    reference: lead.reference,
    tab: tabOf(lead),
    kind: lead.kind,
    origin: place(lead.origin_city, lead.origin_state, lead.origin_zip, lead.origin_lat, lead.origin_lng),
    destination: place(lead.destination_city, lead.destination_state, lead.destination_zip, lead.destination_lat, lead.destination_lng),
    // A stop's note may name the client, so it goes with the street.
    stops: hasSigned ? stops : stops.map(({ address: _address, note: _note, ...shown }) => shown),
    move_date: lead.move_date,
    move_date_last: lead.move_date_last,
    delivery_date_last: lead.delivery_date_last,
    distance_miles: lead.distance_miles,
    move_size: lead.move_size,
    volume_cuft: lead.volume_cuft,
    weight_lb: lead.weight_lb,
    packing: lead.packing,
    storage_days: lead.storage_days,
    special_items: lead.special_items,
    inventory: lead.inventory as unknown[],
    attachments: attachments.map((one) => presentAttachment(one, 'carrier')),
    posted_at: lead.entered_state_at,
    bid: own
      ? { id: own.id, amount: own.amount, start_date: own.start_date, note: own.note, state: own.state, lost_reason: own.lost_reason, is_seen: own.seen_at !== null, updated_at: own.updated_at }
      : null,
    award: isOwn
      ? {
          amount: lead.award_amount!,
          start_date: lead.award_start_date,
          awarded_at: lead.awarded_at!,
          stage: lead.stage!,
          agreement_state: lead.job_agreement_state!,
          signed_at: lead.carrier_signed_at,
          owed_to_carrier_payed: lead.owed_to_carrier_payed,
        }
      : null,
    client: hasSigned ? { name: lead.client_name, email: lead.client_email, phone: lead.client_phone, zone: lead.client_zone } : null,
    may_bid: bidding.mayBid,
    bid_unmet: bidding.unmet,
  };
}

/** Places a bid, or revises the carrier's active one. */
export async function placeBid(tx: Tx, parts: ApiParts, known: { leadId: string; carrierId: string; accountId: string; name: string }, terms: BidTerms): Promise<void> {
  await moveLead(tx, parts, {
    leadId: known.leadId,
    version: null,
    actor: { id: known.accountId, name: known.name, role: 'carrier' },
    event: async ({ lead, today }) => {
      await mustKnow(tx, known.leadId, known.carrierId);
      const active = await activeBid(tx, known.leadId, known.carrierId);
      const compliance = await complianceOfCarriers(tx, [known.carrierId]);
      const gaps = gapsOf(compliance, known.carrierId, today, lastDateOf(lead, today));
      return {
        type: active ? 'bid.revised' : 'bid.placed',
        by: 'carrier',
        carrier: { id: known.carrierId, gaps },
        isInWindow: isInWindow(lead, terms.start_date),
      };
    },
    apply: async ({ now }) => {
      const active = await activeBid(tx, known.leadId, known.carrierId);
      const bid = active
        ? await moveBid(tx, active, { type: 'bid.revised', by: 'carrier' }, now, { ...terms, note: terms.note ?? null, seen_at: null })
        : await insertBid(tx, known.leadId, known.carrierId, terms, now);
      return { payload: { bidId: bid.id, carrierId: known.carrierId, amount: terms.amount, startDate: terms.start_date } };
    },
  });
}

/** A carrier that has bid on a load may hear that it is gone; to any other one it does not exist. */
async function mustKnow(tx: Tx, leadId: string, carrierId: string): Promise<void> {
  const bid = await tx.selectFrom('bid').select('id').where('lead_id', '=', leadId).where('carrier_id', '=', carrierId).limit(1).executeTakeFirst();
  if (!bid) await visibleLead(tx, leadId, carrierId);
}

const isInWindow = (lead: LeadRow, date: string): boolean =>
  lead.move_date !== null && date >= lead.move_date && date <= (lead.move_date_last ?? lead.move_date);

/** @throws Problem 409 where there is no active bid of this carrier */
export async function withdrawBid(tx: Tx, parts: ApiParts, known: { leadId: string; carrierId: string; accountId: string; name: string }): Promise<void> {
  await moveLead(tx, parts, {
    leadId: known.leadId,
    version: null,
    actor: { id: known.accountId, name: known.name, role: 'carrier' },
    event: async () => {
      await mustKnow(tx, known.leadId, known.carrierId);
      return { type: 'bid.withdrawn', by: 'carrier' };
    },
    apply: async ({ now }) => {
      const active = await activeBid(tx, known.leadId, known.carrierId);
      if (!active) throw problem(409, 'You have no active bid on this load.');
      await moveBid(tx, active, { type: 'bid.withdrawn', by: 'carrier' }, now);
      return { payload: { bidId: active.id, carrierId: known.carrierId } };
    },
  });
}
