import type { Static } from 'typebox';
import type { Load } from './load.schemas.ts';
import { sql } from 'kysely';
import type { Kysely, RawBuilder, Selectable } from 'kysely';
import { complianceGaps } from '#src/machines/carrier/compliance.ts';
import type { ComplianceFacts } from '#src/machines/carrier/compliance.lifecycle.ts';
import { instant } from '#src/api/database/database-types.ts';
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
import type { AttachmentTable, BidTable } from '#src/api/database/tables/agent-lead.ts';
import { dateIn } from '#src/machines/calendar/days.ts';
import { sheetPriceOf } from './carrier.repository.ts';
import type { CarrierRow } from './carrier.repository.ts';
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

/** A lead as a carrier reads it, with what `seenByCarrier` brings. */
export interface LoadRow extends LeadRow {
  /** The key by which a list is ordered. */
  at?: string;
  own_bid?: Bid | null;
  shown_attachments?: (Selectable<AttachmentTable> & { media_type: string; size: number })[] | null;
}

/** The carrier's own newest bid and the attachments that carriers see; instants as PostgreSQL writes them. */
export const seenByCarrier = (carrierId: string): RawBuilder<unknown> => sql`
  (select json_build_object('id', b.id, 'amount', b.amount, 'start_date', b.start_date, 'note', b.note, 'state', b.state, 'lost_reason', b.lost_reason,
     'seen_at', b.seen_at::text, 'created_at', b.created_at::text, 'updated_at', b.updated_at::text)
     from bid b where b.lead_id = l.id and b.carrier_id = ${carrierId}::uuid order by b.created_at desc limit 1) as own_bid,
  (select json_agg(json_build_object('id', t.id, 'lead_id', t.lead_id, 'file_id', t.file_id, 'name', t.name, 'note', t.note,
     'is_visible_to_carriers', t.is_visible_to_carriers, 'version', t.version, 'created_at', t.created_at::text,
     'media_type', f.media_type, 'size', f.size) order by t.created_at)
     from attachment t join file f on f.id = t.file_id where t.lead_id = l.id and t.is_visible_to_carriers) as shown_attachments`;

export async function presentLoads(
  db: Kysely<Tables>,
  parts: ApiParts,
  leads: LoadRow[],
  carrier: CarrierRow,
  compliance: ComplianceFacts,
): Promise<Static<typeof Load>[]> {
  if (leads.length === 0) return [];
  const today = dateIn(parts.brokerage.zone, parts.now());
  const facts = await factsOfLeads(db, leads, today);
  return leads.map((lead, index) => {
    const own = lead.own_bid;
    const tab = tabOf(lead, carrier.id);
    if (tab === null)
      return { ...knownOf(lead, carrier), ...NOTHING_MORE, posted_at: instant(own!.created_at), bid: presentBid(own!) };
    const gaps = complianceGaps(compliance, today, lastDateOf(lead, today));
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
      attachments: (lead.shown_attachments ?? []).map((one) =>
        presentAttachment({ ...one, created_at: instant(one.created_at) }, 'carrier'),
      ),
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
  seen_at: bid.seen_at === null ? null : instant(bid.seen_at),
  placed_at: instant(bid.created_at),
  updated_at: instant(bid.updated_at),
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
