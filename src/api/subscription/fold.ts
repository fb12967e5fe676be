import type { Updateable } from 'kysely';
import type { SubscriptionEvent } from '#src/machines/subscription/subscription.lifecycle.ts';
import { newId } from '#src/api/database/ids.ts';
import { publish } from '#src/api/live/live.ts';
import type { ApiParts } from '#src/api/parts.ts';
import { inTransaction } from '#src/api/database/write.ts';
import type { Tx } from '#src/api/database/write.ts';
import { readProvider } from './provider.ts';
import type { Reading } from './provider.ts';
import { writeInvoices } from './invoices.ts';
import { tellOfChange, tellOfCharge } from './subscription.mails.ts';
import { hold, placeIn, record, subscriptionRecord } from './subscription.record.ts';
import type { Held } from './subscription.record.ts';
import type { Tables } from '#src/api/database/tables.ts';

/** Something that a mover requested and the provider has done. */
export interface Done {
  event: SubscriptionEvent;
  actorId: string | null;
  payload?: object;
}

interface Fold {
  /** Recorded before what the provider reports now. */
  done?: Done;
  /**
   * The intention that this ends. Without one, reconciling waits while another request to the provider is in progress.
   */
  key?: string;
  /** In the same transaction, last except for the live update. */
  also?: (tx: Tx, held: Held) => Promise<void>;
}

/** A request to the provider is in progress, so what it reports now is not final. */
export class IntentionPending extends Error {}

const ATTEMPTS = 10;

/**
 * Reconciles the rows of a business with its payment provider. Any number of these in any order lead to the same
 * result: each reads everything again, and a reading older than another reconciliation's write is discarded and
 * repeated.
 *
 * @returns the names of what was different; empty if nothing was
 * @throws IntentionPending; what the provider's library throws
 */
export async function fold(parts: ApiParts, businessId: string, options: Fold = {}): Promise<string[]> {
  const before = turns.get(businessId) ?? Promise.resolve();
  const own = before.catch(() => {}).then(() => foldNow(parts, businessId, options));
  turns.set(businessId, own);
  try {
    return await own;
  } finally {
    if (turns.get(businessId) === own) turns.delete(businessId);
  }
}

/**
 * One reconciliation per business at a time in this process; those of other nodes are detected by the count of reads.
 */
const turns = new Map<string, Promise<unknown>>();

async function foldNow(parts: ApiParts, businessId: string, options: Fold): Promise<string[]> {
  const { kysely } = parts.database;
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    const before = await kysely
      .selectFrom('business')
      .leftJoin('subscription', 'subscription.business_id', 'business.id')
      .select(['stripe_customer_id', 'reads'])
      .where('business.id', '=', businessId)
      .executeTakeFirst();
    if (!before?.stripe_customer_id) return [];
    const reading = await readProvider(parts, before.stripe_customer_id);
    const differences = await inTransaction(parts.database, async (tx) => {
      const held = await hold(tx, parts, businessId);
      if (before.reads !== null && held.row.reads !== before.reads) return null;
      return write(tx, parts, held, reading, options);
    });
    if (differences) return differences;
  }
  throw new Error('The subscription changes too fast to be compared.');
}

async function write(
  tx: Tx,
  parts: ApiParts,
  start: Held,
  reading: Reading,
  { done, key, also }: Fold,
): Promise<string[]> {
  const { row } = start;
  const intention = row.intention as { key: string } | null;
  if (intention && intention.key !== key && row.intention_until! > start.facts.now)
    throw new IntentionPending('Another change is on its way.');
  await tx
    .updateTable('subscription')
    .set({
      reads: row.reads + 1,
      read_at: start.facts.now,
      ...(intention?.key === key ? { intention: null, intention_until: null } : {}),
    })
    .where('id', '=', row.id)
    .execute();
  const cards = await writeCards(tx, row.business_id, reading);
  const { isAnother: invoices, paid } = await writeInvoices(tx, parts, start, reading);
  const set = columnsOf(reading, start);
  const changed = differing(start, reading, set);
  let held = start;
  // If this was done long after the request, it may be known already: then the provider's report covers the rest.
  if (done && subscriptionRecord.allows(held, done.event))
    held = await record(tx, held, { ...done, set: { ...set, ...reasonOf(done) }, cards: reading.cards.length });
  const place = placeIn(held.row, held.facts.now);
  // A free trial that the provider does not know of is left to expire.
  const isReported = reading.standing !== 'none' || held.row.provider_id !== null;
  const isElsewhere = isReported && (place.standing !== reading.standing || place.isEnding !== reading.isEnding);
  if (isElsewhere || (!done && (changed.length > 0 || cards))) {
    const event = isReported
      ? ({
          type: 'provider.reported',
          by: 'system',
          standing: reading.standing,
          endsWithPeriod: reading.isEnding,
        } as const)
      : ({
          type: 'provider.reported',
          by: 'system',
          standing: place.standing,
          endsWithPeriod: place.isEnding,
        } as const);
    held = await record(tx, held, { event, actorId: null, set, payload: { changed }, cards: reading.cards.length });
  }
  if (held !== start) await tellOfChange(tx, parts, start, held, done?.event.type ?? null);
  for (const invoice of paid) await tellOfCharge(tx, parts, held, reading, invoice);
  await also?.(tx, held);
  if (held !== start || invoices || cards)
    await publish(tx, { noun: 'subscription', id: row.id, audience: `business:${row.business_id}` });
  return [
    ...changed,
    ...(isElsewhere ? ['standing'] : []),
    ...(cards ? ['cards'] : []),
    ...(invoices ? ['invoices'] : []),
  ];
}

type Columns = Omit<Updateable<Tables['subscription']>, 'standing' | 'is_ending'>;

/** If the provider has no record left, there is nothing to pay and no discount. */
const FORGOTTEN = {
  provider_id: null,
  current_period_end: null,
  past_due_since: null,
  open_invoice_id: null,
  amount_due: 0,
  refusal: null,
  coupon: null,
  cancel_reason: null,
} satisfies Columns;

/** Nothing, if the provider never knew of a subscription. */
function columnsOf(reading: Reading, { row }: Held): Columns {
  if (reading.providerId === null) return row.provider_id === null ? {} : FORGOTTEN;
  return {
    provider_id: reading.providerId,
    current_period_end: reading.periodEnd,
    // The trial is remembered, even under a later subscription without one.
    trial_ends_at: reading.trialEndsAt ?? row.trial_ends_at,
    past_due_since: reading.pastDueSince,
    open_invoice_id: reading.openInvoice?.id ?? null,
    amount_due: reading.openInvoice?.amount ?? 0,
    refusal: reading.refusal,
    coupon: reading.coupon ? JSON.stringify(reading.coupon) : null,
    price_cents: reading.priceCents ?? row.price_cents,
    ...(reading.isEnding ? {} : { cancel_reason: null }),
  };
}

const reasonOf = ({ event }: Done) => (event.type === 'cancel.asked' ? { cancel_reason: event.reason } : {});

function differing({ row }: Held, reading: Reading, set: Columns): string[] {
  const kept = row.coupon;
  const isSameCoupon = kept?.code === reading.coupon?.code && kept?.ends_at === reading.coupon?.ends_at;
  return (Object.keys(set) as (keyof Columns & keyof typeof row)[]).filter((name) =>
    name === 'coupon' ? !isSameCoupon : name !== 'cancel_reason' && plain(set[name]) !== plain(row[name]),
  );
}

/** The database omits the fraction of a timestamp if it is zero. */
const plain = (value: unknown): unknown =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\dT/.test(value) ? Date.parse(value) : value;

/** @returns whether anything was different */
async function writeCards(tx: Tx, businessId: string, { cards }: Reading): Promise<boolean> {
  const kept = await tx.selectFrom('payment_card').selectAll().where('business_id', '=', businessId).execute();
  const gone = kept.filter(({ provider_id }) => !cards.some(({ providerId }) => providerId === provider_id));
  const changed = cards.filter((card) => {
    const row = kept.find(({ provider_id }) => provider_id === card.providerId);
    return (
      !row || row.is_default !== card.isDefault || row.expires !== card.expires || row.fingerprint !== card.fingerprint
    );
  });
  if (gone.length > 0)
    await tx
      .deleteFrom('payment_card')
      .where(
        'id',
        'in',
        gone.map(({ id }) => id),
      )
      .execute();
  for (const { providerId, fingerprint, brand, last4, expires, isDefault } of changed) {
    await tx
      .insertInto('payment_card')
      .values({
        id: newId(),
        business_id: businessId,
        provider_id: providerId,
        fingerprint,
        brand,
        last4,
        expires,
        is_default: isDefault,
      })
      .onConflict((conflict) =>
        conflict.column('provider_id').doUpdateSet({ expires, fingerprint, is_default: isDefault }),
      )
      .execute();
  }
  return gone.length > 0 || changed.length > 0;
}
