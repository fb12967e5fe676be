import { BID_MODEL_VERSION, bidLifecycle } from '#src/machines/bid/bid.lifecycle.ts';
import type { BidEvent } from '#src/machines/bid/bid.lifecycle.ts';
import { LOST_TO_OTHER, LOST_TO_SPECIAL } from '#src/api/agent-lead/agent-lead.award.ts';
import type { Actor } from '#src/api/agent-lead/agent-lead.transition.ts';
import { renderSpecificJob } from '#src/api/agreement/specific-job.template.ts';
import type { BidRow } from '#src/api/bid/bid.repository.ts';
import { sheetPriceOf } from '#src/api/carrier/carrier.repository.ts';
import { addDays, dateIn } from '#src/machines/calendar/days.ts';
import type { DemoCarrier } from './demo-carriers.ts';
import { BID_NOTES } from './demo-words.ts';
import { zoneOfState } from './demo-places.ts';
import { complianceAt, gapsAt, tell } from './lead-story.ts';
import type { Story, World } from './lead-story.ts';
import { addAgreement, current, openAgreement, signAgreement, step, voidOpen } from './lead-story.sales.ts';
import { DAY } from '#src/machines/calendar/durations.ts';

/** What happens on the load board and afterwards; each verb mirrors one of `load.repository.ts`, `agent-lead.award.ts` or `agent-lead.close.ts`. */

const carrierActor = ({ row }: DemoCarrier): Actor => ({ id: row.account_id, name: row.contact_name, role: 'carrier' });

export function postLoad(world: World, story: Story, at: Date): void {
  tell(world, story, at, story.agent, { type: 'load.posted', by: 'agent' });
}

/** The carrier's price: near its own sheet, or a share of the client's price where the sheet has no row. */
function offer(world: World, story: Story, { row }: DemoCarrier): number {
  const sheet = sheetPriceOf(row, story.lead).price ?? Math.round((story.estimates.at(-1)?.total ?? 400_000) * 0.7);
  return Math.round((sheet * (0.93 + world.chance.fraction() * 0.16)) / 2500) * 2500;
}

export function placeBid(world: World, story: Story, at: Date, carrier: DemoCarrier): void {
  const { chance } = world;
  const { id } = carrier.row;
  const { move_date, move_date_last } = story.lead;
  const days = Math.round((Date.parse(move_date_last!) - Date.parse(move_date!)) / DAY);
  const startDate = addDays(move_date!, chance.between(0, days));
  const active = story.bids.find((bid) => bid.carrier_id === id && bid.state === 'active');
  const facts = { id, gaps: gapsAt(world, story, id, at) };
  tell(
    world,
    story,
    at,
    carrierActor(carrier),
    { type: active ? 'bid.revised' : 'bid.placed', by: 'carrier', carrier: facts, isInWindow: true },
    () => {
      const amount = active ? Math.round((active.amount * 0.96) / 2500) * 2500 : offer(world, story, carrier);
      if (active)
        moveBid(active, { type: 'bid.revised', by: 'carrier' }, at, { amount, start_date: startDate, seen_at: null });
      const bid = active ?? newBid(world, story, at, { carrierId: id, amount, startDate });
      return { payload: { bidId: bid.id, carrierId: id, amount, startDate } };
    },
  );
}

function newBid(
  world: World,
  story: Story,
  at: Date,
  given: { carrierId: string; amount: number; startDate: string },
): BidRow {
  const instant = at.toISOString();
  const bid: BidRow = {
    id: world.chance.id(at),
    lead_id: story.lead.id,
    carrier_id: given.carrierId,
    amount: given.amount,
    start_date: given.startDate,
    note: world.chance.pick(BID_NOTES),
    state: 'active',
    lost_reason: null,
    seen_at: null,
    version: 1,
    model_version: BID_MODEL_VERSION,
    created_at: instant,
    updated_at: instant,
  };
  story.bids.push(bid);
  return bid;
}

export function withdrawBid(world: World, story: Story, at: Date, bid: BidRow): void {
  const carrier = world.carriers.get(bid.carrier_id)!;
  tell(world, story, at, carrierActor(carrier), { type: 'bid.withdrawn', by: 'carrier' }, () => {
    moveBid(bid, { type: 'bid.withdrawn', by: 'carrier' }, at);
    return { payload: { bidId: bid.id, carrierId: bid.carrier_id } };
  });
}

function moveBid(bid: BidRow, event: BidEvent, at: Date, set: Partial<BidRow> = {}): void {
  const verdict = bidLifecycle.judge(bid.state, {}, event);
  if (!verdict.may) throw new Error(`A bid that is ${bid.state} does not take ${event.type}.`);
  Object.assign(bid, set, { state: verdict.next, version: bid.version + 1, updated_at: at.toISOString() });
}

/** The agent has looked at the bids. */
export function seeBids(story: Story, at: Date): void {
  for (const bid of story.bids) bid.seen_at ??= at.toISOString();
}

export function award(world: World, story: Story, at: Date, bid: BidRow): void {
  const gaps = gapsAt(world, story, bid.carrier_id, at);
  tell(
    world,
    story,
    at,
    story.agent,
    {
      type: 'carrier.awarded',
      by: 'agent',
      isBidActive: bid.state === 'active',
      carrier: { id: bid.carrier_id, gaps },
    },
    () => {
      moveBid(bid, { type: 'bid.awarded', by: 'agent' }, at, { seen_at: bid.seen_at ?? at.toISOString() });
      for (const other of story.bids)
        if (other.state === 'active')
          moveBid(other, { type: 'bid.lost', by: 'system' }, at, { lost_reason: LOST_TO_OTHER });
      giveJob(world, story, at, {
        carrierId: bid.carrier_id,
        bidId: bid.id,
        kind: 'bid',
        amount: bid.amount,
        startDate: bid.start_date,
        reason: null,
      });
      return { payload: { carrierId: bid.carrier_id, bidId: bid.id, amount: bid.amount, startDate: bid.start_date } };
    },
  );
}

export function specialAward(world: World, story: Story, at: Date, carrier: DemoCarrier, reason: string): void {
  const { id } = carrier.row;
  tell(
    world,
    story,
    at,
    story.agent,
    { type: 'carrier.special-awarded', by: 'agent', carrier: { id, gaps: gapsAt(world, story, id, at) }, reason },
    () => {
      for (const bid of story.bids)
        if (bid.state === 'active')
          moveBid(bid, { type: 'bid.lost', by: 'system' }, at, {
            lost_reason: bid.carrier_id === id ? LOST_TO_SPECIAL : LOST_TO_OTHER,
          });
      const [amount, startDate] = [offer(world, story, carrier), story.lead.move_date];
      giveJob(world, story, at, { carrierId: id, bidId: null, kind: 'special', amount, startDate, reason });
      return { payload: { carrierId: id, amount, startDate, reason } };
    },
  );
}

function giveJob(
  world: World,
  story: Story,
  at: Date,
  job: {
    carrierId: string;
    bidId: string | null;
    kind: 'bid' | 'special';
    amount: number;
    startDate: string | null;
    reason: string | null;
  },
): void {
  const { row: carrier } = world.carriers.get(job.carrierId)!;
  const document = renderSpecificJob({
    brokerage: world.brokerage,
    lead: story.lead,
    carrier,
    amount: job.amount,
    startDate: job.startDate,
    now: at,
  });
  const agreement = addAgreement(world, story, at, { kind: 'specific-job', carrierId: carrier.id, document, days: 7 });
  Object.assign(story.contract, {
    awarded_carrier_id: carrier.id,
    awarded_bid_id: job.bidId,
    award_kind: job.kind,
    award_amount: job.amount,
    award_reason: job.reason,
    award_start_date: job.startDate,
    compliance_at_award: complianceAt(world, story, carrier.id, at),
    awarded_at: at.toISOString(),
    job_agreement_id: agreement.id,
    carrier_signed_at: null,
  });
}

const holder = (world: World, story: Story): DemoCarrier => world.carriers.get(story.contract.awarded_carrier_id!)!;

export function openJob(story: Story, at: Date): void {
  openAgreement(current(story, 'specific-job'), 'carrier', at);
}

export function signJob(world: World, story: Story, at: Date): void {
  const carrier = holder(world, story);
  tell(
    world,
    story,
    at,
    carrierActor(carrier),
    { type: 'carrier.signed', by: 'carrier', carrierId: carrier.row.id },
    () => {
      const agreement = current(story, 'specific-job');
      signAgreement(world, agreement, {
        by: 'carrier',
        name: carrier.row.contact_name,
        zone: zoneOfState(carrier.row.state),
        at,
      });
      story.contract.carrier_signed_at = at.toISOString();
      return { payload: { carrierId: carrier.row.id, agreementId: agreement.id } };
    },
  );
}

export function declineJob(world: World, story: Story, at: Date, reason: string): void {
  const carrier = holder(world, story);
  tell(
    world,
    story,
    at,
    carrierActor(carrier),
    { type: 'carrier.declined', by: 'carrier', carrierId: carrier.row.id, reason },
    () => {
      const agreement = current(story, 'specific-job');
      step(agreement, at, { type: 'agreement.declined', by: 'carrier', reason });
      Object.assign(agreement, { decline_reason: reason, declined_at: at.toISOString() });
      endAward(story, at, { type: 'bid.award-declined', by: 'carrier' }, 'declined by the carrier');
      return { payload: { carrierId: carrier.row.id, reason } };
    },
  );
}

export function withdrawAward(world: World, story: Story, at: Date, reason: string): void {
  const carrierId = story.contract.awarded_carrier_id;
  tell(world, story, at, story.agent, { type: 'award.withdrawn', by: 'agent', reason }, () => {
    voidOpen(story, 'specific-job', at);
    endAward(story, at, { type: 'bid.award-withdrawn', by: 'agent' }, `the award was withdrawn: ${reason}`);
    return { payload: { carrierId, reason } };
  });
}

function endAward(story: Story, at: Date, event: BidEvent, reason: string): void {
  for (const bid of story.bids)
    if (bid.state === 'lost' && (bid.lost_reason === LOST_TO_OTHER || bid.lost_reason === LOST_TO_SPECIAL))
      moveBid(bid, { type: 'bid.reopened', by: 'system' }, at, { lost_reason: null });
  const won = story.bids.find((bid) => bid.id === story.contract.awarded_bid_id);
  if (won) moveBid(won, event, at, { lost_reason: reason });
  Object.assign(story.contract, {
    awarded_carrier_id: null,
    awarded_from_board: false,
    awarded_bid_id: null,
    award_kind: null,
    award_amount: null,
    award_reason: null,
    award_start_date: null,
    compliance_at_award: null,
    awarded_at: null,
    job_agreement_id: null,
  });
}

export function closeContract(world: World, story: Story, at: Date, statement: { fileId: string; name: string }): void {
  const paid = { owedToCarrierPayed: world.chance.hits(0.7), owedToBrokerPayed: world.chance.hits(0.5) };
  tell(world, story, at, story.agent, { type: 'contract.closed', by: 'agent', hasCompletionStatement: true }, () => {
    Object.assign(story.contract, {
      owed_to_carrier_payed: paid.owedToCarrierPayed,
      owed_to_broker_payed: paid.owedToBrokerPayed,
      completion_file_id: statement.fileId,
      closed_at: at.toISOString(),
    });
    return { payload: { ...paid, statement: statement.name } };
  });
}

/** The number is given later, when all invoices of the demo are known in their order. */
export function sendInvoice(world: World, story: Story, at: Date): void {
  const today = dateIn(world.brokerage.zone, at);
  tell(world, story, at, story.agent, { type: 'invoice.sent', by: 'agent' }, () => {
    const { estimates, lead } = story;
    const quoted = estimates.find((one) => one.id === lead.quoted_estimate_id)!;
    const lines = (quoted.lines as { description: string; amount: number }[]).map(({ description, amount }) => ({
      description,
      amount,
    }));
    story.invoice = {
      id: world.chance.id(at),
      lead_id: lead.id,
      number: 0,
      lines: [...lines, ...(quoted.broker_fee > 0 ? [{ description: 'Broker fee', amount: quoted.broker_fee }] : [])],
      total: quoted.total,
      issued_on: today,
      due_on: addDays(today, 14),
      sent_at: at.toISOString(),
      file_id: null,
      paid_at: null,
      paid_on: null,
      payment_method: null,
      payment_note: null,
      version: 1,
      created_at: at.toISOString(),
    };
    return { payload: { number: 0, total: quoted.total, dueOn: story.invoice.due_on } };
  });
}

export function recordPayment(world: World, story: Story, at: Date, method: string): void {
  const paidOn = dateIn(world.brokerage.zone, at);
  tell(world, story, at, story.agent, { type: 'payment.recorded', by: 'agent' }, () => {
    Object.assign(story.invoice!, { paid_at: at.toISOString(), paid_on: paidOn, payment_method: method });
    return { payload: { paidOn, method } };
  });
}
