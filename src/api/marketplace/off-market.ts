import { sql } from 'kysely';
import { publish } from '#src/api/live/live.ts';
import { letter } from '#src/api/mail/letter.ts';
import type { Letter } from '#src/api/mail/letter.ts';
import type { ApiParts } from '#src/api/parts.ts';
import type { Tx } from '#src/api/database/write.ts';
import { FINAL_REASONS, OPEN_STATES } from '#src/machines/marketplace/purchase.lifecycle.ts';
import type { FinalReason, OffMarketReason } from '#src/machines/marketplace/purchase.lifecycle.ts';
import { holdPurchase, recordPurchase } from './purchase.record.ts';
import { grantOthersSoon } from './refund-grant.ts';
import { tellOfReports } from './report-news.ts';

type Parts = Pick<ApiParts, 'now' | 'jobs' | 'mail'>;

const BECAUSE: Record<OffMarketReason, string> = {
  'wrong-number': 'The phone number that we have for this household is wrong.',
  hired: 'The household has hired another mover.',
  'already-hired': 'The household says that it has hired a mover already.',
  'already-moved': 'The household says that it has moved already.',
  'not-a-move': 'The household says that it does not want to move.',
};

/** How many independent buyers must report a lead before everyone who has it is notified. */
const INDEPENDENT_REPORTS = 2;

const FOR_SALE = sql`off_market_at = null, off_market_reason = null, off_market_confirmed_at = null, off_market_confirmed_by = null`;

type Lead = { id: string; reference: string; route: string };

const named = sql`id, reference, concat(origin_city, ', ', origin_state, ' to ', destination_city, ', ', destination_state) as route`;
/** The same household may have been submitted more than once. */
const household = (leadId: string) => sql`state_lead.id in (
  select lead.id from state_lead as lead, (select coalesce(duplicate_of, id) as first from state_lead where id = ${leadId}) as asked
   where lead.id = asked.first or lead.duplicate_of = asked.first)`;

/**
 * A buyer reports that this household can no longer be won. This hides it from the shop at once, and ends reservations
 * of it before anyone is charged. Its other buyers and movers are notified once it is certain: another buyer reports
 * it, too, or the brokerage confirms it.
 */
export async function reportOffMarket(
  tx: Tx,
  parts: Parts,
  leadId: string,
  reason: FinalReason,
  purchaseId: string,
): Promise<void> {
  await hide(tx, parts, leadId, reason);
  // Two mailboxes at the same address count as one buyer.
  const { rows } = await sql<{ buyers: number }>`
    select least(count(distinct mailbox), count(distinct coalesce(reserved_from, purchase.id::text)))::int as buyers
      from purchase_item as item join purchase on purchase.id = item.purchase_id join state_lead on state_lead.id = item.lead_id
     where ${household(leadId)} and item.report_reason in (${sql.join([...FINAL_REASONS])})
       and item.reported_at > coalesce(state_lead.reports_rejected_at, '-infinity')`.execute(tx);
  if (rows[0]!.buyers >= INDEPENDENT_REPORTS) await confirmOffMarket(tx, parts, leadId, { purchase: purchaseId });
}

/**
 * A lead whose wrong number was refunded is not sold again before someone has looked into it; if the brokerage itself
 * has refunded it, that confirms the report.
 */
export async function reportWrongNumber(
  tx: Tx,
  parts: Parts,
  leadId: string,
  by: { agent: string } | null = null,
): Promise<void> {
  await hide(tx, parts, leadId, 'wrong-number');
  if (!by) return;
  const { rows: own } = await sql`
    update state_lead set report_decided_by = ${by.agent}
     where ${household(leadId)} and off_market_reason = 'wrong-number' and off_market_confirmed_by is distinct from 'brokerage'
    returning id`.execute(tx);
  if (own.length > 0) await confirmOffMarket(tx, parts, leadId, {});
}

/** The household accepted the quote of `business`: that is certain, and the others are notified. */
export async function takeOffMarket(
  tx: Tx,
  parts: Parts,
  leadId: string,
  reason: OffMarketReason,
  by: { business: string },
): Promise<void> {
  await hide(tx, parts, leadId, reason);
  // Whatever buyers reported before, this is what happened.
  await sql`update state_lead set off_market_reason = ${reason} where ${household(leadId)}`.execute(tx);
  await confirmOffMarket(tx, parts, leadId, by);
}

async function hide(tx: Tx, parts: Parts, leadId: string, reason: OffMarketReason): Promise<void> {
  // A lead that nobody can win needs no other number.
  const isUpdated = sql`(off_market_at is null or (off_market_reason = 'wrong-number' and ${reason} <> 'wrong-number'))`;
  const { rows: leads } = await sql<Lead>`
    update state_lead set off_market_at = ${parts.now().toISOString()}, off_market_reason = ${reason},
           off_market_confirmed_at = null, off_market_confirmed_by = null
     where ${household(leadId)} and ${isUpdated} returning ${named}`.execute(tx);
  for (const { id } of leads) await endReservations(tx, parts, id);
}

/**
 * Confirms that a hidden lead is gone, and notifies those who bought or work it, except whoever says so now, and those
 * who reported its number: they get their money back instead of another number. Agreeing buyers also confirm it, but
 * since they may be one person, refunds follow only from the household's or the brokerage's word.
 */
export async function confirmOffMarket(
  tx: Tx,
  parts: Parts,
  leadId: string,
  by: { business?: string; purchase?: string },
): Promise<void> {
  const source = by.business ? 'household' : by.purchase ? 'buyers' : 'brokerage';
  const { rows: leads } = await sql<Lead & { reason: OffMarketReason }>`
    update state_lead set off_market_confirmed_at = ${parts.now().toISOString()}, off_market_confirmed_by = ${source}
     where ${household(leadId)} and off_market_at is not null and off_market_confirmed_at is null
    returning ${named}, off_market_reason as reason`.execute(tx);
  if (source !== 'buyers') {
    const { rows: agreed } = await sql<{ id: string }>`
      update state_lead set off_market_confirmed_by = ${source}
       where ${household(leadId)} and off_market_confirmed_by = 'buyers' returning id`.execute(tx);
    for (const { id } of [...leads, ...agreed]) await grantOthersSoon(tx, parts, id);
    await tellOfReports(tx);
  }
  for (const lead of leads)
    await tellAll(tx, parts, lead, (purchase) => offMarketMail(lead, lead.reason, purchase), {
      ...by,
      isOfReporters: lead.reason === 'wrong-number',
    });
}

/** The lead is for sale again with another phone number; everyone who has it is notified. */
export async function correctPhone(tx: Tx, parts: Parts, leadId: string, phone: string): Promise<void> {
  const now = parts.now().toISOString();
  const { rows: leads } = await sql<Lead>`
    update state_lead set client_phone = ${phone}, phone_verified = false, phone_corrected_at = ${now}, ${FOR_SALE}
     where ${household(leadId)} and off_market_reason = 'wrong-number' returning ${named}`.execute(tx);
  await tellOfReports(tx);
  for (const lead of leads) await tellAll(tx, parts, lead, (purchase) => phoneCorrectedMail(lead, purchase), {});
}

/**
 * The brokerage found the reports to be wrong: the lead is for sale again, and everyone notified that it was gone is
 * notified of this.
 */
export async function putBack(tx: Tx, parts: Parts, leadId: string): Promise<void> {
  const { rows: leads } = await sql<Lead & { was_told: boolean; reason: OffMarketReason }>`
    with before as (select id, off_market_confirmed_at is not null as was_told, off_market_reason as reason from state_lead where ${household(leadId)} and off_market_at is not null and off_market_reason <> 'hired' for update)
    update state_lead set ${FOR_SALE}, reports_rejected_at = ${parts.now().toISOString()}
      from before where before.id = state_lead.id
    returning state_lead.id, reference, concat(origin_city, ', ', origin_state, ' to ', destination_city, ', ', destination_state) as route, was_told, before.reason`.execute(
    tx,
  );
  await tellOfReports(tx);
  for (const lead of leads)
    if (lead.was_told) await tellAll(tx, parts, lead, () => openAgainMail(lead, lead.reason), {});
}

/** Whom the news comes from: they know. */
interface Source {
  business?: string;
  purchase?: string;
  /** The buyers who reported a wrong number. */
  isOfReporters?: boolean;
}

async function tellAll(
  tx: Tx,
  parts: Parts,
  lead: Lead,
  mail: (purchase: string | null) => Letter,
  by: Source,
): Promise<void> {
  await tellHolders(tx, parts, lead, mail, by);
  await tellMovers(tx, parts, lead, mail, by.business);
}

async function endReservations(tx: Tx, parts: Parts, leadId: string): Promise<void> {
  const open = await tx
    .selectFrom('purchase_item')
    .innerJoin('purchase', 'purchase.id', 'purchase_id')
    .select('purchase.id')
    .where('lead_id', '=', leadId)
    .where('is_held', '=', true)
    .where('purchase.state', 'in', OPEN_STATES)
    .orderBy('purchase.id')
    .execute();
  for (const { id } of open) {
    // It expires now: a payment that arrives later is refunded automatically.
    await tx
      .updateTable('purchase')
      .set({ reserved_until: parts.now().toISOString() })
      .where('id', '=', id)
      .where('state', 'in', OPEN_STATES)
      .execute();
    const held = await holdPurchase(tx, parts, id);
    if ((OPEN_STATES as readonly string[]).includes(held.row.state))
      await recordPurchase(tx, parts, held, { type: 'reservation.ended', by: 'system' });
  }
}

const HOLDERS_NEED: Record<'gone' | 'wrong-number', string> = {
  gone: 'It’s no longer for sale, and there’s no need to call.',
  'wrong-number': 'We’ll email you if we find the right number.',
};

/** @param purchase the reference of the recipient's purchase; null for a mover who sent the household a price */
export const offMarketMail = ({ reference, route }: Lead, reason: OffMarketReason, purchase: string | null): Letter =>
  letter({
    subject:
      reason === 'wrong-number' ? `Lead ${reference} has a wrong phone number` : `Lead ${reference} is no longer open`,
    greeting: 'Hello,',
    paragraphs: [
      BECAUSE[reason],
      purchase === null
        ? 'You sent this household a price. It is marked in your leads.'
        : `You bought this lead with ${purchase}. ${HOLDERS_NEED[reason === 'wrong-number' ? reason : 'gone']}`,
    ],
    facts: [['Lead', `${reference}, ${route}`]],
  });

export const openAgainMail = ({ reference, route }: Lead, reason: OffMarketReason): Letter =>
  letter({
    subject: `Lead ${reference} is open after all`,
    greeting: 'Hello,',
    paragraphs: [
      reason === 'wrong-number'
        ? 'We told you this household’s phone number was wrong. It is right; you can call them.'
        : 'We told you this household was no longer looking for a mover. That was wrong; you can call them.',
    ],
    facts: [['Lead', `${reference}, ${route}`]],
  });

/** @param purchase as for `offMarketMail` */
export const phoneCorrectedMail = ({ reference, route }: Lead, purchase: string | null): Letter =>
  letter({
    subject: `Lead ${reference} has a new phone number`,
    greeting: 'Hello,',
    paragraphs: [
      'We now have the right phone number for this household.',
      purchase === null
        ? 'You sent this household a price. The number is in your leads.'
        : `You bought this lead with ${purchase}. The link in your purchase email shows the number.`,
    ],
    facts: [['Lead', `${reference}, ${route}`]],
  });

async function tellHolders(
  tx: Tx,
  parts: Parts,
  lead: Lead,
  mail: (purchase: string) => Letter,
  by: Source,
): Promise<void> {
  const buyers = await tx
    .selectFrom('purchase_item')
    .innerJoin('purchase', 'purchase.id', 'purchase_id')
    .select(['purchase.id', 'purchase.email', 'purchase.reference', 'report_reason', 'report_declined_at'])
    .where('lead_id', '=', lead.id)
    .where('purchase.state', '=', 'revealed')
    .where('purchase_item.refunded_at', 'is', null)
    .execute();
  for (const buyer of buyers) {
    const isReporter = buyer.report_reason === 'wrong-number' && buyer.report_declined_at === null;
    if (buyer.id === by.purchase || (by.isOfReporters && isReporter)) continue;
    await parts.mail.send(tx, {
      to: buyer.email,
      kind: 'lead-off-market',
      ...mail(buyer.reference),
    });
  }
}

/** Businesses that have quoted it get a mail; for everyone else who has it, their list shows it. */
async function tellMovers(
  tx: Tx,
  parts: Parts,
  lead: Lead,
  mail: (purchase: null) => Letter,
  byBusiness: string | undefined,
): Promise<void> {
  const works = await tx
    .selectFrom('state_lead_work as work')
    .leftJoin('state_quote as quote', 'quote.id', 'work.quote_id')
    .leftJoin('account', (join) => join.onRef('account.id', '=', 'quote.sent_by').on('account.disabled_at', 'is', null))
    .select(['work.business_id', 'work.state', 'work.is_archived', 'account.email'])
    .where('work.lead_id', '=', lead.id)
    .execute();
  for (const { business_id, state, is_archived, email } of works) {
    if (business_id === byBusiness) continue;
    await publish(tx, { noun: 'state-lead', id: lead.id, audience: `business:${business_id}` });
    if (email && state === 'quoted' && !is_archived)
      await parts.mail.send(tx, {
        to: email,
        kind: 'lead-off-market',
        ...mail(null),
      });
  }
}
