import { createHmac } from 'node:crypto';
import { sql } from 'kysely';
import { OPEN_AT_ONCE } from '#src/api/http/ceilings.ts';
import { addressKey } from '#src/api/http/client-address.ts';
import { newId, sha256 } from '#src/api/database/ids.ts';
import { checkedAddress, mailboxOf } from '#src/api/mail/mail-address.ts';
import { secretsOf } from '#src/api/configuration/session-secrets.ts';
import type { ApiParts } from '#src/api/parts.ts';
import { Problem, problem } from '#src/api/http/problem.ts';
import { mustBeAsSeen } from '#src/api/http/seen.ts';
import type { Tx } from '#src/api/database/write.ts';
import type { RequestLimits } from '#src/api/session/request-limits.ts';
import { creditByLead, creditFor } from '#src/machines/marketplace/credit-rule.ts';
import { holdCredit, spendCredit } from './credit.ts';
import { mailboxOfLink } from './orders.ts';
import { holdPurchase, purchaseRecord, purchaseToken, recordPurchase } from './purchase.record.ts';
import { boughtBeforeMail } from './purchase.mails.ts';
import { offersOf } from './shop.ts';
import { MINUTE } from '#src/machines/calendar/durations.ts';

type Parts = Pick<ApiParts, 'now' | 'jobs' | 'mail' | 'marketplace' | 'brokerage' | 'sessionSecret' | 'ceilingFactor'>;

/**
 * Holds one share of each lead for some minutes, all or none, at the price that the buyer saw. Concurrent carts with
 * the same leads wait here: leads are locked in the order of their ids, so that carts cannot deadlock. Credit that pays
 * for it is reserved, too.
 *
 * @returns the id of the purchase
 * @throws Problem 409 with the current prices if they have changed; 409 naming the leads that have no share left, or
 * are no longer for sale; 422 for an address that cannot receive mail
 */
export async function reserve(
  tx: Tx,
  parts: Parts,
  limits: Pick<RequestLimits, 'mailbox'>,
  given: {
    leadIds: string[];
    prices: number[];
    email: string;
    address: string;
    /** Credit of the address, with the token that proves that the mailbox is the buyer's. US cents. */
    credit?: { token: string; amount: number } | null | undefined;
  },
): Promise<string> {
  const { leadIds, prices, email, address } = given;
  checkedAddress(email);
  if (prices.length !== leadIds.length)
    throw problem(422, 'Each lead needs its price.', {
      errors: [{ field: 'prices', message: 'Give one price for each lead.' }],
    });
  const from = createHmac('sha256', secretsOf(parts.sessionSecret)[0])
    .update(`reserved from ${addressKey(address)}`)
    .digest('base64url');
  await roomToHold(tx, parts, { from, email, more: leadIds.length });
  await tx.selectFrom('state_lead').select('id').where('id', 'in', leadIds).orderBy('id').forNoKeyUpdate().execute();
  await endOverdue(tx, parts, leadIds);
  const offers = new Map((await offersOf(tx, parts, leadIds)).map((offer) => [offer.id, offer]));
  const gone = leadIds.flatMap((id, index) =>
    offers.has(id) ? [] : [{ field: `leads_ids/${index}`, message: 'Just sold or no longer for sale.' }],
  );
  if (gone.length > 0) {
    const all = gone.length === leadIds.length;
    const sentence =
      leadIds.length === 1
        ? 'This lead is sold or no longer for sale.'
        : `${all ? 'These leads are' : gone.length === 1 ? 'One of these leads is' : `${gone.length} of these leads are`} sold or no longer for sale. Nothing was reserved or charged.`;
    throw problem(409, sentence, { errors: gone.slice(0, 50) });
  }
  const byIndex = (of: (id: string, index: number) => number) =>
    Object.fromEntries(leadIds.map((id, index) => [`prices/${index}`, of(id, index)]));
  mustBeAsSeen(
    byIndex((_, index) => prices[index]!),
    byIndex((id) => offers.get(id)!.price),
    leadIds.length === 1
      ? 'The price of this lead has changed since you saw it.'
      : 'Prices have changed since you saw them.',
  );
  await notBoughtBefore(tx, parts, limits, { leadIds, email, from, proof: given.credit?.token ?? null });
  const slots = await freeSlots(tx, leadIds);
  const total = prices.reduce((sum, price) => sum + price, 0);
  const credit = given.credit ? await holdOwnCredit(tx, parts, { email, total, ...given.credit }) : null;
  const creditOf = creditByLead(prices, credit?.amount ?? 0);
  const now = parts.now();
  const id = newId(now.getTime());
  const until = new Date(now.getTime() + parts.marketplace.reservationMinutes * MINUTE).toISOString();
  const { rows } = await sql<{ number: string }>`select nextval('purchase_reference') as number`.execute(tx);
  const items = leadIds.map((leadId, position) => ({
    purchase_id: id,
    lead_id: leadId,
    position,
    price: prices[position]!,
    credit: creditOf[position]!,
    slot: slots.get(leadId)!,
    held_until: until,
  }));
  await tx
    .insertInto('purchase')
    .values({
      id,
      reference: `P-${rows[0]!.number}`,
      ...purchaseRecord.startColumns(),
      email,
      mailbox: mailboxOf(email),
      reserved_from: from,
      token_hash: sha256(purchaseToken(parts, 'checkout', id)),
      total,
      credit: credit?.amount ?? 0,
      reserved_at: now.toISOString(),
      reserved_until: until,
    })
    .execute();
  await tx.insertInto('purchase_item').values(items).execute();
  if (credit) await spendCredit(tx, credit.account, now, id, credit.amount);
  return id;
}

/**
 * The credit to spend, locked. Only someone who opened the mail to its address can use it, for purchases of that
 * address; of two concurrent carts, the second one sees what the first one left.
 *
 * @throws Problem 409 with the current amount if it has changed, and for a link that no longer works; 422 for another
 * address
 */
async function holdOwnCredit(
  tx: Tx,
  parts: Parts,
  { email, total, token, amount }: { email: string; total: number; token: string; amount: number },
) {
  const owner = await mailboxOfLink(tx, parts, token).catch((error: unknown) => {
    if (!(error instanceof Problem)) throw error;
    const message = 'Open the link to your orders again to use your credit.';
    throw problem(409, `${message} Nothing was reserved or charged.`, { errors: [{ field: 'credit', message }] });
  });
  if (owner.email.toLowerCase() !== email.toLowerCase()) {
    const message = 'This isn’t the address your credit belongs to.';
    throw problem(422, message, { errors: [{ field: 'email', message }] });
  }
  await endOverdueCredit(tx, parts, email);
  const account = await holdCredit(tx, owner.email, parts.now());
  mustBeAsSeen(
    { credit: amount },
    { credit: creditFor(account.balance, total) },
    'Your credit has changed since you saw it.',
  );
  return { account, amount };
}

/** Returns credit that the address reserved for expired reservations now, without waiting for the next sweep. */
async function endOverdueCredit(tx: Tx, parts: Parts, email: string): Promise<void> {
  const overdue = await tx
    .selectFrom('purchase')
    .select('id')
    .where(({ fn }) => fn<string>('lower', ['email']), '=', email.toLowerCase())
    .where('credit', '>', 0)
    // If a payment may be in progress, the sweep checks it first.
    .where('state', 'in', ['reserved', 'failed'])
    .where('reserved_until', '<=', parts.now().toISOString())
    .orderBy('id')
    .execute();
  for (const { id } of overdue) {
    const held = await holdPurchase(tx, parts, id);
    const event = { type: 'reservation.ended', by: 'system' } as const;
    if (purchaseRecord.allows(held, event)) await recordPurchase(tx, parts, held, event);
  }
}

/**
 * Prevents anyone from emptying the shop without paying: one address, and one mailbox at it, hold a limited number of
 * shares at once. What others hold in the name of a mailbox does not count for its owner. Reservations from the same
 * address, or for the same mailbox, are processed one by one.
 *
 * @throws Problem 429 with the time at which the first share is free again
 */
async function roomToHold(
  tx: Tx,
  parts: Parts,
  { from, email, more }: { from: string; email: string; more: number },
): Promise<void> {
  const { reservationsOfEmail, sharesOfEmail, reservationsOfAddress, sharesOfAddress } = OPEN_AT_ONCE;
  const now = parts.now();
  for (const [which, lock, reservations, shares] of [
    [sql`true`, from, reservationsOfAddress, sharesOfAddress],
    [sql`mailbox = ${mailboxOf(email)}`, mailboxOf(email), reservationsOfEmail, sharesOfEmail],
  ] as const) {
    await sql`select pg_advisory_xact_lock(hashtextextended(${lock}, 3))`.execute(tx);
    const { rows } = await sql<{ reservations: number; shares: number; until: string | null }>`
      select count(distinct purchase.id) as reservations, count(*) as shares, min(held_until) as until
        from purchase join purchase_item on purchase_item.purchase_id = purchase.id
       where reserved_from = ${from} and ${which} and paid_at is null and is_held and held_until > ${now.toISOString()}`.execute(
      tx,
    );
    const [held] = rows;
    if (
      held!.reservations < reservations * parts.ceilingFactor &&
      (held!.shares === 0 || held!.shares + more <= shares * parts.ceilingFactor)
    )
      continue;
    const wait = held!.until ? Math.max(1, Math.ceil((Date.parse(held!.until) - now.getTime()) / 1000)) : 60;
    throw problem(429, 'You hold as many leads as you can at once. Pay for them or let them go, then reserve others.', {
      retryAfter: wait,
    });
  }
}

/**
 * One mailbox, however it is spelled, buys a lead once. Carts of the same mailbox were already serialized by
 * `roomToHold`.
 *
 * Anyone can enter an address, so what it has bought is said only to somebody who has opened its mail. For everyone else
 * the reservation is like any other, and the mailbox is notified: whoever reads it does not pay again. A reservation
 * that is still held is said on the connection that made it, so that nobody pays for two at once.
 *
 * @param proof the token of a link to orders; it counts if it is the mailbox's
 * @throws Problem 409 naming the leads
 */
async function notBoughtBefore(
  tx: Tx,
  parts: Parts,
  limits: Pick<RequestLimits, 'mailbox'>,
  { leadIds, email, from, proof }: { leadIds: string[]; email: string; from: string; proof: string | null },
): Promise<void> {
  const mailbox = mailboxOf(email);
  const all = await tx
    .selectFrom('purchase_item')
    .innerJoin('purchase', 'purchase.id', 'purchase_id')
    .innerJoin('state_lead', 'state_lead.id', 'lead_id')
    .select([
      'lead_id',
      'held_until',
      'reserved_from',
      'purchase.email',
      'purchase.reference',
      'state_lead.reference as lead',
    ])
    .where('mailbox', '=', mailbox)
    .where('lead_id', 'in', leadIds)
    .where('is_held', '=', true)
    .where(({ or, eb }) => or([eb('held_until', 'is', null), eb('held_until', '>', parts.now().toISOString())]))
    .execute();
  const bought = all.filter(({ held_until }) => held_until === null);
  const isOwner =
    proof !== null &&
    bought.length > 0 &&
    (await mailboxOfLink(tx, parts, proof).then(
      (owner) => mailboxOf(owner.email) === mailbox,
      () => false,
    ));
  const held = all.filter(({ held_until, reserved_from }) => (held_until === null ? isOwner : reserved_from === from));
  if (held.length === 0) {
    if (bought.length > 0 && (await limits.mailbox('bought-before', mailbox, tx)))
      await parts.mail.send(tx, { to: bought[0]!.email, kind: 'bought-before', ...boughtBeforeMail(bought) });
    return;
  }
  const isReserved = held.every(({ held_until }) => held_until !== null);
  const isAll = held.length === leadIds.length;
  const which =
    leadIds.length === 1
      ? 'this lead'
      : isAll
        ? 'these leads'
        : held.length === 1
          ? 'one of these leads'
          : `${held.length} of these leads`;
  const sentence = isReserved
    ? `You have reserved ${which} already. Pay for that reservation, let it go, or wait until it runs out.`
    : `You have bought ${which} already. Use the link in your purchase email to see the contacts. Nothing was reserved or charged.`;
  // If others are left, the cart continues with them; if not, only another address can continue.
  const errors = isAll
    ? [{ field: 'email', message: `This address has ${isReserved ? 'reserved' : 'bought'} ${which} already.` }]
    : held.map(({ lead_id, held_until }) => ({
        field: `leads_ids/${leadIds.indexOf(lead_id)}`,
        message: `You have ${held_until === null ? 'bought' : 'reserved'} this lead already.`,
      }));
  throw problem(409, sentence, { errors: errors.slice(0, 50) });
}

/** Expires overdue reservations of these leads through the lifecycle, before their shares are given to someone else. */
async function endOverdue(tx: Tx, parts: Parts, leadIds: string[]): Promise<void> {
  const overdue = await tx
    .selectFrom('purchase_item')
    .select('purchase_id')
    .distinct()
    .where('lead_id', 'in', leadIds)
    .where('is_held', '=', true)
    .where('held_until', '<=', parts.now().toISOString())
    .orderBy('purchase_id')
    .execute();
  for (const { purchase_id } of overdue) {
    const held = await holdPurchase(tx, parts, purchase_id);
    // Its end may have been recorded while this waited for the lock.
    if (held.items.some(({ is_held, held_until }) => is_held && held_until !== null))
      await recordPurchase(tx, parts, held, { type: 'reservation.ended', by: 'system' });
  }
}

async function freeSlots(tx: Tx, leadIds: string[]): Promise<Map<string, number>> {
  const held = await tx
    .selectFrom('purchase_item')
    .select(['lead_id', 'slot'])
    .where('lead_id', 'in', leadIds)
    .where('is_held', '=', true)
    .execute();
  return new Map(
    leadIds.map((id) => {
      const taken = new Set(held.filter(({ lead_id }) => lead_id === id).map(({ slot }) => slot));
      let slot = 1;
      while (taken.has(slot)) slot += 1;
      return [id, slot];
    }),
  );
}
