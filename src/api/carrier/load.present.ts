import type { Static } from 'typebox';
import type { Load } from './load.schemas.ts';
import type { Kysely, Selectable } from 'kysely';
import type { AgentLeadEvent } from '#src/machines/agent-lead/agent-lead.events.ts';
import { agentLeadLifecycle } from '#src/machines/agent-lead/agent-lead.lifecycle.ts';
import { presentAttachment } from '#src/api/agent-lead/attachment.repository.ts';
import { lastDateOf } from '#src/api/agent-lead/last-date.ts';
import { factsOfLeads } from '#src/api/agent-lead/agent-lead.query.ts';
import type { LeadRow } from '#src/api/agent-lead/agent-lead.query.ts';
import { place } from '#src/api/agent-lead/agent-lead.present.ts';
import { milesBetween } from '#src/api/place/distance.ts';
import type { ApiParts } from '#src/api/parts.ts';
import type { Tables } from '#src/api/database/tables.ts';
import type { BidTable } from '#src/api/database/tables/agent-lead.ts';
import { dateIn } from '#src/machines/calendar/days.ts';
import { sheetPriceOf } from './carrier.repository.ts';
import type { CarrierRow } from './carrier.repository.ts';
import { complianceOfCarriers, gapsOf } from './compliance.repository.ts';
import { baseOf } from './load.filter.ts';
import type { LoadTab } from './load.filter.ts';
import { perMile } from './load.order.ts';
import { versionOfLoad, withoutStreets } from './load.version.ts';

type Bid = Selectable<BidTable>;

/** Where a carrier finds a load: on the board, among its own jobs, or (null) nowhere but in its own bid. */
export function tabOf(lead: LeadRow, carrierId: string): LoadTab | null {
  if (lead.is_archived) return null;
  if (lead.state === 'award-carrier') return 'available';
  if (lead.awarded_carrier_id !== carrierId) return null;
  if (lead.state === 'open-contracts') return 'open';
  return lead.state === 'completed-contracts' ? 'completed' : null;
}

export async function presentLoads(
  db: Kysely<Tables>,
  parts: ApiParts,
  leads: LeadRow[],
  carrier: CarrierRow,
): Promise<Static<typeof Load>[]> {
  if (leads.length === 0) return [];
  const today = dateIn(parts.brokerage.zone, parts.now());
  const ids = leads.map((lead) => lead.id);
  const bids = await db
    .selectFrom('bid')
    .selectAll()
    .where('carrier_id', '=', carrier.id)
    .where('lead_id', 'in', ids)
    .orderBy('created_at', 'desc')
    .execute();
  const attachments = await db
    .selectFrom('attachment')
    .innerJoin('file', 'file.id', 'attachment.file_id')
    .selectAll('attachment')
    .select(['file.media_type', 'file.size'])
    .where('lead_id', 'in', ids)
    .where('is_visible_to_carriers', '=', true)
    .orderBy('attachment.created_at')
    .execute();
  const compliance = await complianceOfCarriers(db, [carrier.id]);
  const facts = await factsOfLeads(db, leads, today);
  return leads.map((lead, index) => {
    const own = bids.find((bid) => bid.lead_id === lead.id);
    const tab = tabOf(lead, carrier.id);
    if (tab === null)
      return { ...knownOf(lead, carrier), ...NOTHING_MORE, posted_at: own!.created_at, bid: presentBid(own!) };
    const gaps = gapsOf(compliance, carrier.id, today, lastDateOf(lead, today));
    const probe: AgentLeadEvent = {
      type: 'bid.placed',
      by: 'carrier',
      carrier: { id: carrier.id, gaps },
      isInWindow: true,
    };
    const verdict = agentLeadLifecycle.judge(
      { state: lead.state, stage: lead.stage, isArchived: lead.is_archived },
      facts[index]!,
      probe,
    );
    const unmet = verdict.may
      ? []
      : verdict.unmet.flatMap((phrase) => (phrase === 'the carrier is compliant' ? gaps : [phrase]));
    const isOwn = lead.awarded_carrier_id === carrier.id;
    const hasSigned = isOwn && lead.carrier_signed_at !== null;
    return {
      ...knownOf(lead, carrier),
      tab,
      version: versionOfLoad(lead),
      stops: hasSigned ? lead.stops : withoutStreets(lead),
      packing: lead.packing,
      storage_days: lead.storage_days,
      special_items: lead.special_items,
      inventory: lead.inventory,
      attachments: attachments.filter((one) => one.lead_id === lead.id).map((one) => presentAttachment(one, 'carrier')),
      posted_at: lead.entered_state_at,
      bid: own ? presentBid(own) : null,
      award: isOwn ? awardOf(lead) : null,
      client: hasSigned
        ? { name: lead.client_name, email: lead.client_email, phone: lead.client_phone, zone: lead.client_zone }
        : null,
      may_bid: verdict.may,
      bid_unmet: unmet,
    };
  });
}

/** What is left of a load that is gone: by the city, with what the carrier itself has offered. */
const NOTHING_MORE = {
  tab: null,
  version: null,
  stops: [],
  packing: 'none' as const,
  storage_days: 0,
  special_items: null,
  inventory: [],
  attachments: [],
  award: null,
  client: null,
  may_bid: false,
  bid_unmet: ['the load is on the board'],
};

/** What anybody on the board knows of it, and what it is worth to this carrier. */
function knownOf(lead: LeadRow, carrier: CarrierRow) {
  const base = baseOf(carrier);
  const { price } = sheetPriceOf(carrier, lead);
  const { origin_lat: lat, origin_lng: lng } = lead;
  return {
    id: lead.id,
    reference: lead.reference,
    kind: lead.kind,
    origin: place(lead.origin_city, lead.origin_state, lead.origin_zip, lead.origin_lat, lead.origin_lng),
    destination: place(
      lead.destination_city,
      lead.destination_state,
      lead.destination_zip,
      lead.destination_lat,
      lead.destination_lng,
    ),
    distance_from_base: base && lat !== null && lng !== null ? milesBetween(base, { lat, lng }) : null,
    suggested_price: price,
    suggested_per_mile: price !== null && lead.distance_miles !== null ? perMile(price, lead.distance_miles) : null,
    move_date: lead.move_date,
    move_date_last: lead.move_date_last,
    delivery_date_last: lead.delivery_date_last,
    distance_miles: lead.distance_miles,
    move_size: lead.move_size,
    volume_cuft: lead.volume_cuft,
    weight_lb: lead.weight_lb,
  };
}

const presentBid = (bid: Bid) => ({
  id: bid.id,
  amount: bid.amount,
  start_date: bid.start_date,
  note: bid.note,
  state: bid.state,
  lost_reason: bid.lost_reason,
  is_seen: bid.seen_at !== null,
  seen_at: bid.seen_at,
  placed_at: bid.created_at,
  updated_at: bid.updated_at,
});

const awardOf = (lead: LeadRow) => ({
  amount: lead.award_amount!,
  start_date: lead.award_start_date,
  awarded_at: lead.awarded_at!,
  stage: lead.stage!,
  agreement_state: lead.job_agreement_state!,
  signed_at: lead.carrier_signed_at,
  owed_to_carrier_payed: lead.owed_to_carrier_payed,
});
