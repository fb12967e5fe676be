import { DAY } from '#src/machines/calendar/durations.ts';
import { addAttachments } from '#src/api/agent-lead/attachment.repository.ts';
import { awardCarrier, specialAward } from '#src/api/agent-lead/agent-lead.award.ts';
import { declineJob, signJob, withdrawAward } from '#src/api/agent-lead/agent-lead.award-end.ts';
import { postLoad } from '#src/api/agent-lead/agent-lead.board.ts';
import type { PostedRate } from '#src/api/agent-lead/agent-lead.board.ts';
import { closeContract, sendInvoice } from '#src/api/agent-lead/agent-lead.close.ts';
import { recordPayment } from '#src/api/agent-lead/agent-lead.payments.ts';
import { counterBid } from '#src/api/bid/counter-offer.ts';
import { reducePrice } from '#src/api/agent-lead/price-reduction.ts';
import { addEstimate } from '#src/api/agent-lead/agent-lead.estimates.ts';
import type { LeadRow } from '#src/api/agent-lead/agent-lead.query.ts';
import { balanceOf } from '#src/api/agent-lead/ledger.balance.ts';
import { lastDateOf } from '#src/api/agent-lead/last-date.ts';
import { createLead, editLead, leadById } from '#src/api/agent-lead/agent-lead.repository.ts';
import type { CreateLead, EditLead, StopInput } from '#src/api/agent-lead/agent-lead.schemas.ts';
import {
  declineContract,
  markContracted,
  sendContract,
  signContract,
} from '#src/api/agent-lead/agent-lead.contract.ts';
import { followUp, sendQuote } from '#src/api/agent-lead/agent-lead.sales.ts';
import { acceptQuote, askAboutQuote, openQuote } from '#src/api/agent-lead/quote-answer.ts';
import type { Actor } from '#src/api/agent-lead/agent-lead.transition.ts';
import { agreementById, newestAgreement, openAgreement } from '#src/api/agreement/agreement.repository.ts';
import type { Signer } from '#src/api/agreement/agreement.repository.ts';
import { activeBid, markBidsSeen } from '#src/api/bid/bid.repository.ts';
import type { BidRow, BidTerms } from '#src/api/bid/bid.repository.ts';
import { sheetPriceOf } from '#src/api/carrier/carrier.repository.ts';
import type { CarrierRow } from '#src/api/carrier/carrier.repository.ts';
import { drawUpAgreement, signFrame } from '#src/api/carrier/carrier-agreement.repository.ts';
import { complianceOfCarriers, gapsOf } from '#src/api/carrier/compliance.repository.ts';
import { placeBid, withdrawBid } from '#src/api/carrier/load.repository.ts';
import type { Tx } from '#src/api/database/write.ts';
import { addDays, dateIn } from '#src/machines/calendar/days.ts';
import type { Chance } from './chance.ts';
import { firstTerms, nextTerms } from './demo-estimate.ts';
import type { Terms } from './demo-estimate.ts';
import { zoneOfState } from './demo-places.ts';
import { BID_NOTES } from './demo-words.ts';
import type { Content, Past } from './past.ts';

export interface World {
  tx: Tx;
  past: Past;
  chance: Chance;
  zone: string;
  /** When the demo is created; nothing in it is later. */
  now: Date;
  carriers: ReadonlyMap<string, CarrierRow>;
}

/** A lead and the agent who works it. `lead` is the row after the last call. */
export interface Story {
  lead: LeadRow;
  agent: Actor & { id: string };
  /** What the client was offered last. */
  terms?: Terms;
}

const BROWSERS = [
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
  'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/137.0.0.0 Mobile Safari/537.36',
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/137.0.0.0 Safari/537.36',
] as const;

const todayOf = ({ past, zone }: World): string => dateIn(zone, past.parts.now());
const knownTo = ({ lead, agent }: Story) => ({ leadId: lead.id, version: null, actor: agent });

export async function begin({ tx, past }: World, given: CreateLead, agent: Story['agent']): Promise<Story> {
  return { lead: await createLead(tx, past.parts, given, agent), agent };
}

export async function edit({ tx, past }: World, story: Story, given: EditLead): Promise<void> {
  story.lead = await editLead(tx, past.parts, story.lead.id, given, story.agent);
}

export async function attach(
  { tx, past }: World,
  story: Story,
  files: Content[],
  given: { note?: string; isVisible: boolean },
): Promise<void> {
  const uploads = [];
  for (const file of files) uploads.push(await past.store(file));
  story.lead = await addAttachments(tx, past.parts, story.lead.id, uploads, given, story.agent);
}

/** A new estimate: the first, or the next version of the last one. */
export async function estimate(world: World, story: Story, validDays: number): Promise<void> {
  const { tx, past, chance } = world;
  story.terms = story.terms ? nextTerms(chance, story.terms) : firstTerms(chance, story.lead);
  const given = { ...story.terms, valid_until: addDays(todayOf(world), validDays) };
  story.lead = await addEstimate(tx, past.parts, story.lead.id, given, story.agent);
}

export async function quote({ tx, past }: World, story: Story): Promise<void> {
  story.lead = await sendQuote(tx, past.parts, knownTo(story), {});
}

/** The token from the quote email. */
const quoteTokenOf = ({ past }: World, { lead }: Story): string =>
  new URL(past.addressMailedTo(lead.client_email!, 'quote')).pathname.split('/').at(-1)!;

export async function readQuote(world: World, story: Story): Promise<void> {
  await openQuote(world.tx, world.past.parts, quoteTokenOf(world, story));
  story.lead = await leadById(world.tx, story.lead.id);
}

export async function askAbout(world: World, story: Story, question: string): Promise<void> {
  await askAboutQuote(world.tx, world.past.parts, quoteTokenOf(world, story), question);
  story.lead = await leadById(world.tx, story.lead.id);
}

/** The client accepts without dates: the agreement has to wait for them. */
export async function acceptWithoutDays(world: World, story: Story): Promise<void> {
  const stops = (story.lead.stops as StopInput[]).map((stop) => ({ ...stop, earliest: null, latest: null }));
  await edit(world, story, { stops });
  const { quote_number, quote_total } = story.lead;
  const seen = { number: quote_number!, total: quote_total! };
  await acceptQuote(world.tx, world.past.parts, quoteTokenOf(world, story), seen);
  story.lead = await leadById(world.tx, story.lead.id);
}

export async function putOff({ tx, past }: World, story: Story, date: string, reason: string): Promise<void> {
  story.lead = await followUp(tx, past.parts, knownTo(story), { date, reason });
}

export async function offerContract({ tx, past }: World, story: Story): Promise<void> {
  story.lead = await sendContract(tx, past.parts, knownTo(story), story.lead.contract_id, {});
}

const contractOf = async ({ tx }: World, { lead }: Story) => (await newestAgreement(tx, lead.id, 'broker-shipper'))!;

/** The token from the contract email. */
const tokenOf = ({ past }: World, { lead }: Story): string =>
  new URL(past.addressMailedTo(lead.client_email!, 'contract')).searchParams.get('token')!;

export async function readContract(world: World, story: Story): Promise<void> {
  await openAgreement(world.tx, (await contractOf(world, story)).id, 'client', world.past.parts.now());
}

export async function acceptContract(world: World, story: Story): Promise<void> {
  const { tx, past } = world;
  const { client_name: name, client_zone: zone } = story.lead;
  const shownHash = (await contractOf(world, story)).document_hash;
  await signContract(tx, past.parts, tokenOf(world, story), {
    signature: { kind: 'typed', name },
    hasConsent: true,
    shownHash,
    signer: signerIn(world, 'client', zone),
  });
  story.lead = await leadById(tx, story.lead.id);
}

export async function refuseContract(world: World, story: Story, reason: string): Promise<void> {
  await declineContract(world.tx, world.past.parts, tokenOf(world, story), reason);
  story.lead = await leadById(world.tx, story.lead.id);
}

/** The client has signed on paper; the agent uploads the scan. */
export async function uploadContract(world: World, story: Story, paper: Content): Promise<void> {
  const { tx, past, zone } = world;
  const signedOn = dateIn(zone, new Date(past.parts.now().getTime() - DAY));
  const agreement = await past.store(paper);
  story.lead = await markContracted(tx, past.parts, knownTo(story), { agreement, signedOn });
}

const signerIn = ({ chance }: Pick<World, 'chance'>, by: Signer['by'], zone: string): Signer => ({
  by,
  zone,
  // Addresses that are reserved for documentation (RFC 5737).
  ip: `203.0.113.${chance.between(2, 250)}`,
  userAgent: chance.pick(BROWSERS),
});

// On the load board, and afterwards.

/** Some loads have a posted rate: about three fifths of the client's price, in steps of 50 dollars. */
function postedRateOf({ reference, quote_total }: Story['lead']): PostedRate | null {
  const inSteps = (cents: number) => Math.round(cents / 5000) * 5000;
  const low = inSteps((quote_total ?? 0) * 0.6);
  return low > 0 && Number(reference.replaceAll(/\D/g, '')) % 3 === 0 ? { low, high: inSteps(low * 1.15) } : null;
}

export async function post({ tx, past }: World, story: Story): Promise<void> {
  story.lead = await postLoad(tx, past.parts, knownTo(story), postedRateOf(story.lead));
}

/** Carriers that may bid on this load today. */
export async function compliantCarriers(world: World, { lead }: Story): Promise<CarrierRow[]> {
  const today = todayOf(world);
  const compliance = await complianceOfCarriers(world.tx, [...world.carriers.keys()]);
  return [...world.carriers.values()].filter(
    ({ id }) => gapsOf(compliance, id, today, lastDateOf(lead, today)).length === 0,
  );
}

export const bidsOf = ({ tx }: World, { lead }: Story): Promise<BidRow[]> =>
  tx.selectFrom('bid').selectAll().where('lead_id', '=', lead.id).where('state', '=', 'active').orderBy('id').execute();

/** The carrier's price: close to its own sheet, or a share of the client's price if the sheet has no row. */
function priceOf({ chance }: World, { lead }: Story, carrier: CarrierRow): number {
  const sheet = sheetPriceOf(carrier, lead).price ?? Math.round((lead.newest_estimate_total ?? 400_000) * 0.7);
  return Math.round((sheet * (0.93 + chance.fraction() * 0.16)) / 2500) * 2500;
}

const knownToCarrier = ({ lead }: Story, { id, account_id, contact_name }: CarrierRow) => ({
  leadId: lead.id,
  carrierId: id,
  accountId: account_id!,
  name: contact_name,
});

/** The carrier's first bid, or its first one again after it has taken that back. */
export async function bid(world: World, story: Story, carrier: CarrierRow): Promise<void> {
  const amount = priceOf(world, story, carrier);
  const start_date = startIn(world, story);
  await offer(world, story, carrier, { amount, start_date, note: world.chance.pick(BID_NOTES) });
}

/** A lower bid than the carrier's active one, if it has one. */
export async function lowerBid(world: World, story: Story, carrier: CarrierRow): Promise<void> {
  const active = await activeBid(world.tx, story.lead.id, carrier.id);
  if (!active) return bid(world, story, carrier);
  const amount = Math.round((active.amount * 0.96) / 2500) * 2500;
  await offer(world, story, carrier, { amount, start_date: startIn(world, story), note: active.note });
}

/** A day of the pick-up window. */
function startIn({ chance }: World, { lead: { move_date, move_date_last } }: Story): string {
  const days = Math.round((Date.parse(move_date_last!) - Date.parse(move_date!)) / DAY);
  return addDays(move_date!, chance.between(0, days));
}

const offer = ({ tx, past }: World, story: Story, carrier: CarrierRow, terms: BidTerms): Promise<void> =>
  placeBid(tx, past.parts, { ...knownToCarrier(story, carrier), version: null }, terms);

export async function takeBidBack({ tx, past }: World, story: Story, carrier: CarrierRow): Promise<void> {
  await withdrawBid(tx, past.parts, knownToCarrier(story, carrier));
}

/** Five percent less, in steps of 25 dollars. */
export async function counter({ tx, past }: World, story: Story, { id, amount }: BidRow, note: string): Promise<void> {
  const asked = Math.round((amount * 0.95) / 2500) * 2500;
  story.lead = await counterBid(tx, past.parts, knownTo(story), id, { amount: asked, note });
}

export async function seeBids({ tx, past }: World, { lead }: Story): Promise<void> {
  await markBidsSeen(tx, lead.id, past.parts.now());
}

export async function award({ tx, past }: World, story: Story, { id, amount, start_date }: BidRow): Promise<void> {
  story.lead = await awardCarrier(tx, past.parts, knownTo(story), { bid_id: id, amount, start_date });
}

export async function awardDirectly(world: World, story: Story, carrier: CarrierRow, reason: string): Promise<void> {
  story.lead = await specialAward(world.tx, world.past.parts, knownTo(story), {
    carrier_id: carrier.id,
    amount: priceOf(world, story, carrier),
    reason,
  });
}

export async function takeAwardBack({ tx, past }: World, story: Story, reason: string): Promise<void> {
  story.lead = await withdrawAward(tx, past.parts, knownTo(story), { reason });
}

/** The carrier that has the award, as the actor in its job. */
export function holderOf({ carriers }: World, { lead }: Story) {
  const row = carriers.get(lead.awarded_carrier_id!)!;
  const actor: Actor = { id: row.account_id, name: row.contact_name, role: 'carrier' };
  return { row, known: { leadId: lead.id, carrierId: row.id, actor } };
}

export async function readJob({ tx, past }: World, { lead }: Story): Promise<void> {
  await openAgreement(tx, lead.job_agreement_id!, 'carrier', past.parts.now());
}

export async function acceptJob(world: World, story: Story): Promise<void> {
  const { tx, past } = world;
  const { row, known } = holderOf(world, story);
  const { document_hash: shownHash } = await agreementById(tx, story.lead.job_agreement_id!);
  await signJob(tx, past.parts, known, {
    signature: { kind: 'typed', name: row.contact_name },
    hasConsent: true,
    shownHash,
    signer: signerIn(world, 'carrier', zoneOfState(row.state)),
  });
  story.lead = await leadById(tx, story.lead.id);
}

export async function refuseJob(world: World, story: Story, reason: string): Promise<void> {
  await declineJob(world.tx, world.past.parts, holderOf(world, story).known, reason);
  story.lead = await leadById(world.tx, story.lead.id);
}

/** `paperId`: the statement that the carrier uploaded, if the agent has none. */
export async function close(
  { tx, past, chance }: World,
  story: Story,
  { paper, paperId = null }: { paper?: Content; paperId?: string | null },
): Promise<void> {
  const paid = { owedToCarrierPayed: chance.hits(0.7), owedToBrokerPayed: chance.hits(0.5) };
  const statement = paper ? await past.store(paper) : null;
  story.lead = await closeContract(tx, past.parts, knownTo(story), { ...paid, statement, paperId });
}

/** Pays what is still due of the deposit, or of the price. */
export async function payDeposit(world: World, story: Story): Promise<void> {
  const amount = balanceOf(story.lead)?.depositDue ?? 0;
  if (amount === 0) return;
  story.lead = await recordPayment(world.tx, world.past.parts, knownTo(story), {
    amount,
    paid_on: todayOf(world),
    method: 'Bank transfer',
  });
}

export async function bill({ tx, past }: World, story: Story): Promise<void> {
  story.lead = await sendInvoice(tx, past.parts, knownTo(story), {});
}

/** Five percent, in dollars. */
export async function takeOffPrice({ tx, past }: World, story: Story, reason: string): Promise<void> {
  const amount = Math.round(balanceOf(story.lead)!.total * 0.0005) * 100;
  story.lead = await reducePrice(tx, past.parts, knownTo(story), { amount, reason });
}

export async function takePayment(world: World, story: Story, method: string): Promise<void> {
  story.lead = await recordPayment(world.tx, world.past.parts, knownTo(story), {
    amount: balanceOf(story.lead)!.due,
    paid_on: todayOf(world),
    method,
  });
}

/** A carrier signs its agreement with the brokerage. */
export async function joinBrokerage(world: Pick<World, 'tx' | 'past' | 'chance'>, row: CarrierRow): Promise<void> {
  const { tx, past } = world;
  const { document_hash: shownHash } = await drawUpAgreement(tx, past.parts, row.id);
  await signFrame(tx, past.parts, row.id, {
    signature: { kind: 'typed', name: row.contact_name },
    hasConsent: true,
    shownHash,
    signer: signerIn(world, 'carrier', zoneOfState(row.state)),
  });
}
