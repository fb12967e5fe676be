import type { Static } from 'typebox';
import { noFacts } from '#src/machines/agent-lead/agent-lead.types.ts';
import type { AgentLeadEvent } from '#src/machines/agent-lead/agent-lead.types.ts';
import { wantsAll } from '#src/api/http/fields.ts';
import type { Wants } from '#src/api/http/fields.ts';
import { Load } from './load.schemas.ts';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { complianceGaps } from '#src/machines/carrier/compliance.ts';
import type { ComplianceFacts } from '#src/machines/carrier/compliance.lifecycle.ts';
import { instant } from '#src/api/database/database-types.ts';
import { agentLeadLifecycle } from '#src/machines/agent-lead/agent-lead.lifecycle.ts';
import { presentCounter } from '#src/api/bid/counter.present.ts';
import { toldToCarrier } from '#src/api/bid/lost-reason.ts';
import { ownJobOf, ownProgressOf, presentOwnJob } from '#src/api/carrier-job/carrier-job.present.ts';
import type { JobWithPapers } from '#src/api/carrier-job/carrier-job.present.ts';
import { presentAttachment } from '#src/api/agent-lead/attachment.repository.ts';
import { lastDateOf } from '#src/api/agent-lead/last-date.ts';
import type { LeadRow } from '#src/api/agent-lead/agent-lead.query.ts';
import type { StopInput } from '#src/api/agent-lead/agent-lead.schemas.ts';
import { toldEnd, toldStop } from '#src/api/agent-lead/guessed-zip.ts';
import { milesBetween } from '#src/api/place/distance.ts';
import type { Point } from '#src/api/place/distance.ts';
import type { ApiParts } from '#src/api/parts.ts';
import { dateIn } from '#src/machines/calendar/days.ts';
import type { PayPaper, PayState } from '#src/machines/carrier-pay/carrier-pay.ts';
import type { JobState } from '#src/machines/job/job.lifecycle.ts';
import { ownPayOf } from '#src/api/carrier-pay/carrier-pay.query.ts';
import { sheetPriceOf } from './carrier.repository.ts';
import type { CarrierRow } from './carrier.repository.ts';
import { baseOf } from './load.filter.ts';
import type { LoadTab } from './load.filter.ts';
import { perMile } from './load.order.ts';
import { LOAD_COLUMNS, isBidOnOther, versionOfLoad, withoutStreets } from './load.version.ts';
import type { RowOf, Tables } from '#src/api/database/tables.ts';

type Bid = RowOf<'bid'>;

/** Where a carrier finds a load: on the board, among its own jobs, or (null) only through its own bid. */
export function tabOf(lead: LeadRow, carrierId: string): LoadTab | null {
  if (lead.state === 'award-carrier') return lead.is_archived ? null : 'available';
  if (lead.awarded_carrier_id !== carrierId) return null;
  if (lead.state === 'open-contracts') return 'open';
  return lead.state === 'completed-contracts' ? 'completed' : null;
}

/** A lead as a carrier reads it, with the columns of `seenByCarrier`. */
export interface LoadRow extends LeadRow {
  /** The key by which a list is ordered. */
  at?: string;
  own_bid?: Bid | null;
  own_job?: JobWithPapers | null;
  own_progress?: { state: JobState; picked_up_at: string | null } | null;
  own_pay?: { state: PayState; missing_papers: PayPaper[]; due_on: string | null } | null;
  invited_at?: string | null;
  shown_attachments?: (RowOf<'attachment'> & { media_type: string; size: number })[] | null;
}

/**
 * The carrier's own newest bid, and the attachments that carriers see; timestamps in PostgreSQL's format. The bid is
 * always read: of a load that has left the board, it is all that the carrier knows.
 */
export const seenByCarrier = (
  parts: Pick<ApiParts, 'brokerage' | 'now'>,
  carrierId: string,
  wants: Wants = wantsAll,
): RawBuilder<unknown> => sql`
  (select json_build_object('id', b.id, 'amount', b.amount, 'start_date', b.start_date, 'note', b.note, 'state', b.state, 'lost_reason', b.lost_reason,
     'counter_amount', b.counter_amount, 'counter_note', b.counter_note, 'counter_at', b.counter_at::text,
     'load_version', b.load_version, 'seen_at', b.seen_at::text, 'created_at', b.created_at::text, 'updated_at', b.updated_at::text)
     from bid b where b.lead_id = l.id and b.carrier_id = ${carrierId}::uuid order by b.created_at desc limit 1) as own_bid
  ${wants('invited_at') ? sql`, (select invited_at::text from bid_invitation i where i.lead_id = l.id and i.carrier_id = ${carrierId}::uuid) as invited_at` : sql``}
  ${wants('attachments') ? sql`, (${ATTACHMENTS}) as shown_attachments` : sql``}
  ${wants('award') ? sql`, ${ownProgressOf(carrierId)}` : sql``}
  ${wants('pay') ? sql`, ${ownPayOf(parts, carrierId)}` : sql``}
  ${wants('job') ? sql`, ${ownJobOf(carrierId)}` : sql``}`;

const ATTACHMENTS = sql`
  select json_agg(json_build_object('id', t.id, 'lead_id', t.lead_id, 'file_id', t.file_id, 'name', t.name, 'note', t.note,
     'is_visible_to_carriers', t.is_visible_to_carriers, 'version', t.version, 'created_at', t.created_at::text,
     'media_type', f.media_type, 'size', f.size) order by t.created_at)
    from attachment t join file f on f.id = t.file_id where t.lead_id = l.id and t.is_visible_to_carriers`;

type Wire = Static<typeof Load>;

/** Loads for the response; `wants` selects fields, for which `askedOfLoads` gives what to read of the leads. */
export function presentLoads(
  parts: ApiParts,
  leads: LoadRow[],
  carrier: CarrierRow,
  compliance: ComplianceFacts,
  wants: Wants = wantsAll,
  near: Point | null = null,
): Wire[] {
  const today = dateIn(parts.brokerage.zone, parts.now());
  const fields = LOAD_FIELDS.filter(wants);
  const gapsThrough = gapsOfJobs(leads, compliance, today);
  return leads.map((lead) => {
    const own = lead.own_bid;
    const tab = tabOf(lead, carrier.id);
    const verdict = () => mayBid(lead, carrier.id, gapsThrough(lastDateOf(lead, today)));
    const isOwn = lead.awarded_carrier_id === carrier.id;
    const hasSigned = isOwn && lead.carrier_signed_at !== null;
    const shown: Made = {
      ...knownOf(lead, carrier, near),
      tab: () => tab,
      version: () => versionOfLoad(lead),
      stops: () => {
        const stops = (lead.stops as StopInput[]).map(toldStop);
        return (hasSigned ? stops : withoutStreets({ stops })) as Wire['stops'];
      },
      packing: () => lead.packing,
      storage_days: () => lead.storage_days,
      special_items: () => lead.special_items,
      inventory: () => lead.inventory as Wire['inventory'],
      attachments: () =>
        (lead.shown_attachments ?? []).map((one) =>
          presentAttachment({ ...one, created_at: instant(one.created_at) }, 'carrier'),
        ),
      posted_at: () => lead.entered_state_at,
      invited_at: () => (lead.invited_at ? instant(lead.invited_at) : null),
      bid: () => (own ? presentBid(own, lead) : null),
      award: () => (isOwn ? awardOf(lead) : null),
      pay: () => (isOwn && lead.own_pay ? { ...lead.own_pay, today } : null),
      pay_days: () => (isOwn && lead.pay_days) || parts.settings.now().payDays,
      job: () => (hasSigned && lead.own_job ? presentOwnJob(lead.own_job, lead, parts.now()) : null),
      client: () =>
        hasSigned
          ? { name: lead.client_name, email: lead.client_email, phone: lead.client_phone, zone: lead.client_zone }
          : null,
      may_bid: () => verdict().may,
      bid_unmet: () => verdict().unmet,
      ...(tab === null ? { ...NOTHING_MORE, posted_at: () => instant(own!.created_at) } : {}),
    };
    const load: Partial<Record<keyof Wire, unknown>> = {};
    for (const field of fields) load[field] = shown[field]();
    // Fields that were not requested are absent.
    return load as Wire;
  });
}

/** What the carrier lacks for a job of these leads that ends on a day. */
function gapsOfJobs(leads: LoadRow[], compliance: ComplianceFacts, today: string): (through: string) => string[] {
  const known = new Map<string, string[]>();
  const gapsThrough = (through: string): string[] => {
    const gaps = known.get(through) ?? complianceGaps(compliance, today, through);
    known.set(through, gaps);
    return gaps;
  };
  // Papers that last through the latest day last through the others, too: one look instead of one for each day.
  let isCovered: boolean | undefined;
  return (through) => {
    isCovered ??=
      gapsThrough(
        leads
          .map((lead) => lastDateOf(lead, today))
          .toSorted()
          .at(-1)!,
      ).length === 0;
    return isCovered ? [] : gapsThrough(through);
  };
}

type Made = { [Field in keyof Wire]-?: () => Wire[Field] };

const LOAD_FIELDS = Object.keys(Load.properties) as (keyof Wire)[];

/**
 * The lifecycle's verdict on a bid of this carrier on any day that the load takes. It depends only on the state of the
 * lead and on who bids, which a test of the lifecycle ensures, so no facts are read for it.
 */
export function mayBid(lead: LeadRow, carrierId: string, gaps: string[]) {
  const probe: AgentLeadEvent = {
    type: 'bid.placed',
    by: 'carrier',
    carrier: { id: carrierId, gaps },
    isInWindow: true,
  };
  const place = { state: lead.state, stage: lead.stage, isArchived: lead.is_archived };
  const verdict = agentLeadLifecycle.judge(place, noFacts, probe);
  if (verdict.may) return { may: true, unmet: [] };
  return {
    may: false,
    unmet: verdict.unmet.flatMap((phrase) => (phrase === 'the carrier is compliant' ? gaps : [phrase])),
  };
}

/** Fields of a load that depend on other fields, or on columns of the lead with other names. */
const NEEDS: Partial<
  Record<keyof Wire, { fields?: readonly string[]; columns?: readonly (keyof Tables['agent_lead'])[] }>
> = {
  tab: {},
  version: { columns: LOAD_COLUMNS },
  origin: { fields: ['origin'], columns: ['stops'] },
  destination: { fields: ['destination'], columns: ['stops'] },
  stops: { fields: ['stops', 'contract'] },
  distance_from_base: { columns: ['origin_lat', 'origin_lng'] },
  distance_from_near: { columns: ['origin_lat', 'origin_lng'] },
  suggested_price: { columns: ['distance_miles', 'weight_lb'] },
  suggested_per_mile: { columns: ['distance_miles', 'weight_lb'] },
  attachments: {},
  posted_at: {},
  invited_at: {},
  bid: { columns: LOAD_COLUMNS },
  award: { fields: ['contract'] },
  pay: {},
  pay_days: {},
  job: { fields: ['contract'] },
  client: { fields: ['client', 'contract'] },
  may_bid: {},
  bid_unmet: {},
};

/** What to read of leads that are presented as loads to a carrier. */
export function askedOfLoads(parts: ApiParts, carrierId: string, wants: Wants) {
  const wanted = LOAD_FIELDS.filter(wants);
  return {
    fields: ['awarded_carrier', ...wanted.flatMap((field) => NEEDS[field]?.fields ?? (NEEDS[field] ? [] : [field]))],
    columns: [
      ...(['id', 'state', 'stage', 'is_archived', 'entered_state_at', 'move_date_last', 'delivery_date_last'] as const),
      ...wanted.flatMap((field) => NEEDS[field]?.columns ?? []),
    ],
    besides: seenByCarrier(parts, carrierId, wants),
  };
}

/** What is left of a load that is gone: its cities, and the carrier's own bid. */
const NOTHING_MORE: Partial<Made> = {
  tab: () => null,
  version: () => null,
  stops: () => [],
  packing: () => 'none',
  storage_days: () => 0,
  special_items: () => null,
  inventory: () => [],
  attachments: () => [],
  invited_at: () => null,
  award: () => null,
  pay: () => null,
  job: () => null,
  client: () => null,
  may_bid: () => false,
  bid_unmet: () => ['the load is on the board'],
};

/** What everyone on the board sees of it, and what it is worth to this carrier. */
function knownOf(lead: LeadRow, carrier: CarrierRow, near: Point | null) {
  const base = baseOf(carrier);
  const price = () => sheetPriceOf(carrier, lead).price;
  const { origin_lat: lat, origin_lng: lng } = lead;
  return {
    id: () => lead.id,
    reference: () => lead.reference,
    kind: () => lead.kind,
    origin: () => toldEnd(lead, 'origin', lead.stops as StopInput[]),
    destination: () => toldEnd(lead, 'destination', lead.stops as StopInput[]),
    distance_from_base: () => (base && lat !== null && lng !== null ? milesBetween(base, { lat, lng }) : null),
    distance_from_near: () => (near && lat !== null && lng !== null ? milesBetween(near, { lat, lng }) : null),
    suggested_price: price,
    suggested_per_mile: () => {
      const cents = price();
      return cents !== null && lead.distance_miles !== null ? perMile(cents, lead.distance_miles) : null;
    },
    posted_low: () => lead.posted_low,
    posted_high: () => lead.posted_high,
    move_date: () => lead.move_date,
    move_date_last: () => lead.move_date_last,
    delivery_date_last: () => lead.delivery_date_last,
    distance_miles: () => lead.distance_miles,
    move_size: () => lead.move_size,
    volume_cuft: () => lead.volume_cuft,
    weight_lb: () => lead.weight_lb,
  };
}

const presentBid = (bid: Bid, lead: LeadRow) => ({
  id: bid.id,
  amount: bid.amount,
  start_date: bid.start_date,
  note: bid.note,
  state: bid.state,
  lost_reason: toldToCarrier(bid.lost_reason),
  counter: presentCounter(bid),
  is_seen: bid.seen_at !== null,
  seen_at: bid.seen_at === null ? null : instant(bid.seen_at),
  is_load_changed: isBidOnOther(bid, lead),
  placed_at: instant(bid.created_at),
  updated_at: instant(bid.updated_at),
});

const awardOf = (lead: LoadRow) => ({
  amount: lead.award_amount!,
  start_date: lead.award_start_date,
  job_state: lead.own_progress?.state ?? null,
  picked_up_at: lead.own_progress?.picked_up_at ? instant(lead.own_progress.picked_up_at) : null,
  awarded_at: lead.awarded_at!,
  stage: lead.stage!,
  agreement_state: lead.job_agreement_state!,
  signed_at: lead.carrier_signed_at,
  owed_to_carrier_payed: lead.owed_to_carrier_payed,
});
