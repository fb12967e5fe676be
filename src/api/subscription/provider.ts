import type Stripe from 'stripe';
import type { Coupon } from '#src/machines/subscription/price.ts';
import type { Standing } from '#src/machines/subscription/subscription.lifecycle.ts';
import { showPhone } from '#src/machines/phone/phone.ts';
import type { ApiParts } from '#src/api/parts.ts';
import { couponRefused, paymentProblem } from '#src/api/payment/problems.ts';
import { cardOf, readDispute } from '#src/api/payment/reading.ts';
import type { DisputeReading, PaidCard } from '#src/api/payment/reading.ts';
import { problem } from '#src/api/http/problem.ts';

/** The payment provider's data about a business, in our terms. Money in US cents, timestamps in UTC ISO 8601. */
export interface Reading {
  standing: Standing;
  isEnding: boolean;
  providerId: string | null;
  periodEnd: string | null;
  trialEndsAt: string | null;
  pastDueSince: string | null;
  priceCents: number | null;
  coupon: Coupon | null;
  openInvoice: { id: string; amount: number } | null;
  /** Why the open payment was refused; null once another card is the default one. */
  refusal: string | null;
  cards: {
    providerId: string;
    fingerprint: string | null;
    brand: string;
    last4: string;
    expires: string;
    isDefault: boolean;
  }[];
  invoices: {
    providerId: string;
    number: string | null;
    amount: number;
    status: string;
    receiptUrl: string | null;
    issuedAt: string;
    /** The provider's id of the subscription that the invoice belongs to. */
    subscriptionId: string | null;
    paymentId: string | null;
    /**
     * Refunds and disputes; null if nothing was paid, or so long ago that the provider’s list no longer includes it.
     */
    money: { returned: number; dispute: DisputeReading | null } | null;
    charge: Charge | null;
  }[];
}

/** What was collected for a paid invoice; there is no charge for a free trial. */
export interface Charge {
  amount: number;
  paidAt: string;
  /** The period that it pays for. */
  from: string;
  until: string;
  /** Null if it was not paid with a card, or is no longer in the provider’s list. */
  card: PaidCard | null;
}

const standings: Record<string, Standing> = {
  incomplete: 'incomplete',
  trialing: 'trialing',
  active: 'active',
  past_due: 'past-due',
  unpaid: 'unpaid',
  paused: 'unpaid',
};
const OVER = ['canceled', 'incomplete_expired'];

const instant = (seconds: number): string => new Date(seconds * 1000).toISOString();
const maybeInstant = (seconds: number | null | undefined): string | null => (seconds ? instant(seconds) : null);
export const idOf = (one: string | { id: string } | null | undefined): string | null =>
  typeof one === 'string' ? one : (one?.id ?? null);

/** The payment provider, if payments are enabled. @throws Problem 503 */
export function openPayments(parts: ApiParts): ApiParts['payments'] {
  if (parts.payments.isOff)
    throw problem(503, `You can’t subscribe online yet. Call ${showPhone(parts.brokerage.phone)}.`, {
      retryAfter: 3600,
    });
  return parts.payments;
}

/** Reads all data of one customer again. @throws as the provider's library does */
export async function readProvider({ payments: { stripe } }: ApiParts, customer: string): Promise<Reading> {
  const [subscriptions, owner, methods, invoices] = await Promise.all([
    stripe.subscriptions.list({ customer, status: 'all', limit: 20, expand: ['data.discounts.source.coupon'] }),
    stripe.customers.retrieve(customer),
    stripe.customers.listPaymentMethods(customer, { limit: 100 }),
    stripe.invoices.list({ customer, limit: 100, expand: ['data.payments'] }),
  ]);
  // After the invoices: each that is paid finds its charge here.
  const charges = await stripe.charges.list({ customer, limit: 100 });
  const money = await moneyOf(stripe, charges.data);
  const subscription = subscriptions.data.find(({ status }) => !OVER.includes(status)) ?? subscriptions.data[0];
  const standing = subscription ? (standings[subscription.status] ?? 'canceled') : 'none';
  const isOver = standing === 'canceled' || standing === 'none';
  const item = subscription?.items.data[0];
  const open = isOver
    ? undefined
    : invoices.data.find(({ id, status }) => status === 'open' && id === idOf(subscription?.latest_invoice));
  // The invoice of an update that waits for its payment is not due: without it, the subscription stays as it is.
  const due = subscription?.pending_update ? undefined : open;
  const byDefault =
    (subscription && !isOver ? idOf(subscription.default_payment_method) : null) ??
    ('deleted' in owner ? null : idOf(owner.invoice_settings?.default_payment_method));
  return {
    standing,
    isEnding: !isOver && (subscription?.cancel_at_period_end ?? false),
    providerId: subscription?.id ?? null,
    periodEnd: isOver ? maybeInstant(subscription?.ended_at) : maybeInstant(item?.current_period_end),
    trialEndsAt: maybeInstant(subscription?.trial_end),
    pastDueSince: standing === 'past-due' ? maybeInstant(due?.created ?? item?.current_period_start) : null,
    priceCents: item?.price.unit_amount ?? null,
    coupon: isOver ? null : couponOf(subscription!.discounts[0]),
    openInvoice: due ? { id: due.id!, amount: due.amount_remaining } : null,
    refusal: open ? await refusalOf(stripe, open, byDefault) : null,
    cards: methods.data.flatMap(({ id, card }) =>
      card
        ? [
            {
              providerId: id,
              fingerprint: card.fingerprint ?? null,
              brand: card.brand,
              last4: card.last4,
              expires: `${card.exp_year}-${String(card.exp_month).padStart(2, '0')}`,
              isDefault: id === byDefault,
            },
          ]
        : [],
    ),
    invoices: invoices.data
      .filter(({ status, total }) => status !== 'draft' && total > 0)
      .map((invoice) => {
        const { id, number, total, status, hosted_invoice_url, created, parent } = invoice;
        const paymentId = paymentOf(invoice);
        const came = (paymentId && money.get(paymentId)) || null;
        return {
          providerId: id!,
          number,
          amount: total,
          status: status ?? 'open',
          receiptUrl: hosted_invoice_url ?? null,
          issuedAt: instant(created),
          subscriptionId: idOf(parent?.subscription_details?.subscription),
          paymentId,
          money: came && { returned: came.returned, dispute: came.dispute },
          charge: chargeOf(invoice, came?.card ?? null),
        };
      }),
  };
}

function chargeOf(invoice: Stripe.Invoice, card: PaidCard | null): Charge | null {
  const { status, amount_paid, created, status_transitions, lines, period_start, period_end } = invoice;
  if (status !== 'paid' || amount_paid === 0) return null;
  // The invoice’s own period is the one before: what was used until it was issued.
  const { start, end } = lines.data[0]?.period ?? { start: period_start, end: period_end };
  return {
    amount: amount_paid,
    paidAt: instant(status_transitions.paid_at ?? created),
    from: instant(start),
    until: instant(end),
    card,
  };
}

/** The payment of a paid invoice; for an open one, the payment being attempted. */
function paymentOf({ payments }: Stripe.Invoice): string | null {
  const all = payments?.data ?? [];
  const { payment } = all.find(({ status }) => status === 'paid') ?? all[0] ?? {};
  return idOf(payment?.payment_intent);
}

/** The provider calls a renewal that the bank wants verified declined, although the mover has only to confirm it. */
const WANTS_VERIFICATION = 'Your bank wants to verify this payment.';

/** The provider's sentence about the last attempt to pay an invoice, if that was with this card. */
async function refusalOf(stripe: Stripe, invoice: Stripe.Invoice, card: string | null): Promise<string | null> {
  const payment = paymentOf(invoice);
  if (!payment || !card) return null;
  const { status, last_payment_error: error } = await stripe.paymentIntents.retrieve(payment);
  const isRefused = status === 'requires_payment_method' && error?.payment_method?.id === card;
  if (!isRefused) return null;
  if (error.code === 'authentication_required') return WANTS_VERIFICATION;
  return (error.message ?? 'Your card was declined.').slice(0, 500);
}

/** By payment. The dispute is requested only for disputed payments. */
async function moneyOf(stripe: Stripe, charges: readonly Stripe.Charge[]) {
  const came = charges.filter(({ status, payment_intent }) => status === 'succeeded' && payment_intent);
  return new Map(
    await Promise.all(
      came.map(async (charge) => {
        const id = idOf(charge.payment_intent)!;
        const dispute = charge.disputed ? await readDispute(stripe, id) : null;
        return [id, { returned: charge.amount_refunded, dispute, card: cardOf(charge) }] as const;
      }),
    ),
  );
}

function couponOf(discount: string | Stripe.Discount | undefined): Coupon | null {
  if (!discount || typeof discount === 'string') return null;
  const { coupon } = discount.source;
  return coupon && typeof coupon === 'object' ? couponFrom(coupon, maybeInstant(discount.end)) : null;
}

export function couponFrom(coupon: Stripe.Coupon, endsAt: string | null): Coupon {
  return {
    code: coupon.id,
    percent_off: coupon.percent_off,
    amount_off: coupon.amount_off,
    duration: coupon.duration as Coupon['duration'],
    months: coupon.duration_in_months,
    ends_at: endsAt,
  };
}

/** The provider's customer id of a business, created when first needed; concurrent requests get the same one. */
export async function customerOf(parts: ApiParts, businessId: string): Promise<string> {
  const { kysely } = parts.database;
  const business = await kysely
    .selectFrom('business')
    .select(['name', 'stripe_customer_id'])
    .where('id', '=', businessId)
    .executeTakeFirstOrThrow();
  if (business.stripe_customer_id) return business.stripe_customer_id;
  const { stripe } = parts.payments;
  // The same key requires the same parameters, so anything that may change is set afterwards.
  const { id } = await stripe.customers.create(
    { metadata: { business_id: businessId } },
    { idempotencyKey: `customer:${businessId}` },
  );
  const owner = await kysely
    .selectFrom('account')
    .select('email')
    .where('business_id', '=', businessId)
    .where('role', '=', 'mover')
    .orderBy('created_at')
    .executeTakeFirst();
  await stripe.customers.update(id, { name: business.name, ...(owner ? { email: owner.email } : {}) });
  await kysely
    .updateTable('business')
    .set({ stripe_customer_id: id })
    .where('id', '=', businessId)
    .where('stripe_customer_id', 'is', null)
    .execute();
  return id;
}

/** The provider's id of the monthly price; if the price in the configuration changes, a new one is created. */
export async function priceOf(parts: ApiParts): Promise<string> {
  const { stripe } = parts.payments;
  const key = `lead-portal-month-${parts.subscription.priceCents}`;
  const find = async () => (await stripe.prices.list({ lookup_keys: [key], active: true, limit: 1 })).data[0]?.id;
  const known = await find();
  if (known) return known;
  const product = await stripe.products
    .retrieve('lead-portal')
    .catch(() =>
      stripe.products.create({ id: 'lead-portal', name: 'Lead portal' }, { idempotencyKey: 'product:lead-portal' }),
    );
  const { id } = await stripe.prices
    .create(
      {
        product: product.id,
        currency: 'usd',
        unit_amount: parts.subscription.priceCents,
        recurring: { interval: 'month' },
        lookup_key: key,
      },
      { idempotencyKey: `price:${key}` },
    )
    .catch(async (error: unknown) => ({ id: (await find()) ?? raise(error) }));
  return id;
}

function raise(error: unknown): never {
  throw error;
}

/**
 * A coupon by the code that people type: as typed, in uppercase, or in lowercase, since the provider is case-sensitive.
 * @throws Problem 422 if there is none, or it is used up or expired
 */
export async function couponNamed(parts: ApiParts, typed: string): Promise<Coupon> {
  const { stripe } = openPayments(parts);
  const code = typed.trim();
  for (const spelling of new Set([code, code.toUpperCase(), code.toLowerCase()])) {
    const found = await stripe.coupons.retrieve(spelling).catch((error: unknown) => {
      if ((error as { code?: string }).code === 'resource_missing') return null;
      throw paymentProblem(error);
    });
    if (!found) continue;
    const isOver = found.redeem_by !== null && found.redeem_by * 1000 <= parts.now().getTime();
    if (!found.valid || isOver) throw couponRefused('This coupon is no longer valid.');
    return couponFrom(found, null);
  }
  throw couponRefused('There is no such coupon.');
}
