import { showMoney } from '#src/machines/amount/amounts.ts';
import { dateIn } from '#src/machines/calendar/days.ts';
import { cardName } from '#src/machines/subscription/card-name.ts';
import { priceOn, priceWith } from '#src/machines/subscription/price.ts';
import { graceEndOf } from '#src/machines/subscription/subscription.lifecycle.ts';
import type { SubscriptionEvent } from '#src/machines/subscription/subscription.lifecycle.ts';
import { hrefs } from '#src/api/link/hrefs.ts';
import { createLeaveTokens } from '#src/api/link/leave-token.ts';
import { letter, longDate, longDays } from '#src/api/mail/letter.ts';
import type { Fact, Letter } from '#src/api/mail/letter.ts';
import type { ApiParts } from '#src/api/parts.ts';
import type { DisputeReading, PaidCard } from '#src/api/payment/reading.ts';
import type { Tx } from '#src/api/database/write.ts';
import type { Paid } from './invoices.ts';
import type { Reading } from './provider.ts';
import type { Held } from './subscription.record.ts';

/** Mails the people of the business about a change of the subscription, in the same transaction. */
export async function tellOfChange(
  tx: Tx,
  parts: ApiParts,
  before: Held,
  after: Held,
  asked: SubscriptionEvent['type'] | null,
): Promise<void> {
  const [from, to] = [before.row.standing, after.row.standing];
  const { row } = after;
  const on = (instant: string | null) => instant && longDate(dateIn(parts.brokerage.zone, new Date(instant)));
  if (to === 'past-due') {
    const isClosed = after.business.subscription === 'inactive';
    if (isClosed && before.business.subscription !== 'inactive')
      await tell(tx, parts, after, 'payment-failed', (person) =>
        leadsClosedMail({ ...person, amount: row.amount_due }),
      );
    else if (from !== 'past-due')
      await tell(tx, parts, after, 'payment-failed', (person) =>
        paymentFailedMail({
          ...person,
          amount: row.amount_due,
          refusal: row.refusal,
          payUntil: isClosed ? null : on(row.past_due_since && graceEndOf(row.past_due_since)),
        }),
      );
  }
  if (asked === 'cancel.asked')
    await tell(tx, parts, after, 'subscription-canceled', (person) =>
      endingMail({
        ...person,
        endsOn: on(row.current_period_end)!,
        amountDue: to === 'past-due' ? row.amount_due : 0,
      }),
    );
  if (asked === 'cancel.taken-back')
    await tell(tx, parts, after, 'subscription-canceled', (person) =>
      continuesMail({ ...person, endedOn: on(row.current_period_end)! }),
    );
  if (to === 'canceled' && ['trialing', 'active', 'past-due', 'unpaid'].includes(from)) {
    const unpaid = from === 'past-due' || from === 'unpaid' ? before.row.amount_due : 0;
    await tell(tx, parts, after, 'subscription-canceled', (person) =>
      endedMail({ ...person, wasTrial: from === 'trialing', unpaid }),
    );
  }
}

/** Announces that the trial ends in a few days, once for each business. */
export async function tellOfTrialEnd(tx: Tx, parts: ApiParts, held: Held): Promise<void> {
  const { row, facts, business } = held;
  if (row.standing !== 'trialing' || row.trial_end_told_at || !row.trial_ends_at) return;
  await tx.updateTable('subscription').set({ trial_end_told_at: facts.now }).where('id', '=', row.id).execute();
  const endsOn = longDate(dateIn(parts.brokerage.zone, new Date(row.trial_ends_at)));
  const after = row.is_ending ? 'nothing' : facts.hasCard ? 'charge' : 'card';
  const first = priceAt(row.coupon, row.price_cents, row.trial_ends_at);
  await tell(tx, parts, { ...held, business }, 'trial-ends', (person) =>
    trialEndsMail({ ...person, endsOn, after, price: row.price_cents, first }),
  );
}

const priceAt = (coupon: Reading['coupon'], price: number, at: string): number =>
  priceOn({ price, withCoupon: priceWith(coupon, price), endsAt: coupon?.ends_at ?? null }, at);

/** A receipt, in the same transaction that saves the invoice as paid: one for each invoice. */
export async function tellOfCharge(
  tx: Tx,
  parts: ApiParts,
  held: Held,
  { standing, isEnding, providerId, periodEnd, priceCents, coupon }: Reading,
  { number, receiptUrl, subscriptionId, charge }: Paid,
): Promise<void> {
  const on = (instant: string) => dateIn(parts.brokerage.zone, new Date(instant));
  const isOfThis = subscriptionId === providerId && standing === 'active' && periodEnd !== null;
  const next = isOfThis
    ? {
        on: longDate(on(periodEnd)),
        amount: isEnding ? null : priceAt(coupon, priceCents ?? held.row.price_cents, periodEnd),
      }
    : null;
  await tell(tx, parts, held, 'subscription-receipt', (person) =>
    subscriptionReceiptMail({
      ...person,
      number,
      receiptUrl,
      amount: charge.amount,
      card: charge.card,
      paidOn: longDate(on(charge.paidAt)),
      period: longDays(on(charge.from), on(charge.until)),
      next,
    }),
  );
}

type Kind = 'payment-failed' | 'subscription-canceled' | 'subscription-receipt' | 'trial-ends';

/** To whom a mail is written; only the mover has the billing page. */
interface Person {
  name: string;
  url: string;
  isMover: boolean;
}

/** Payments concern only the mover; the end of the subscription concerns everyone who wants such mails. */
async function tell(
  tx: Tx,
  parts: ApiParts,
  { business }: Held,
  kind: Kind,
  write: (person: Person) => Letter,
): Promise<void> {
  const people = await tx
    .selectFrom('account')
    .select(['id', 'name', 'email', 'role', 'email_on_subscription_cancellation as wants'])
    .where('business_id', '=', business.id)
    .where('disabled_at', 'is', null)
    .execute();
  const origin = parts.publicUrl();
  const url = origin + hrefs.billing();
  const tokens = createLeaveTokens(parts, 'email_on_subscription_cancellation');
  for (const { id, name, email, role, wants } of people) {
    const mail = { to: email, kind, ...write({ name, url, isMover: role === 'mover' }) };
    if (kind !== 'subscription-canceled') {
      if (role === 'mover') await parts.mail.send(tx, mail);
    } else if (wants) {
      await parts.mail.send(tx, {
        ...mail,
        listUnsubscribe: {
          post: origin + hrefs.oneClickSettings(tokens.tokenOf(id)),
          page: origin + hrefs.settingsUnsubscribe('email_on_subscription_cancellation'),
        },
      });
    }
  }
}

export function paymentFailedMail(
  given: Person & {
    amount: number;
    /** The bank's sentence, if it gave one. */
    refusal: string | null;
    /** Until when the leads stay open. */
    payUntil: string | null;
  },
): Letter {
  const { name, url, amount, refusal, payUntil } = given;
  return letter({
    subject: 'Your payment did not go through',
    greeting: `Hello ${name},`,
    paragraphs: [
      `We couldn’t charge this month’s ${showMoney(amount)}.${refusal ? ` ${refusal}` : ''} We’ll try again in a few days.`,
      payUntil
        ? `You keep your leads until ${payUntil}. To keep them longer, pay now or add another card.`
        : 'To see your leads again, pay now or add another card.',
    ],
    button: { label: 'Pay now', url },
  });
}

/** The time to pay is over. */
export function leadsClosedMail({ name, url, amount }: Person & { amount: number }): Letter {
  return letter({
    subject: 'Names and contacts are hidden until you pay',
    greeting: `Hello ${name},`,
    paragraphs: [
      `Your payment of ${showMoney(amount)} is still missing, so you and your assistants no longer see names, phones, and emails.`,
      'New leads still arrive, and we keep your notes and quotes. Everything reopens as soon as you pay.',
    ],
    button: { label: 'Pay now', url },
  });
}

export function subscriptionReceiptMail(
  given: Person & {
    number: string | null;
    receiptUrl: string | null;
    amount: number;
    card: PaidCard | null;
    paidOn: string;
    period: string;
    /** What follows: a payment, or the end; null if neither is known. */
    next: { on: string; amount: number | null } | null;
  },
): Letter {
  const { name, url, number, receiptUrl, amount, card, paidOn, period, next } = given;
  const facts: Fact[] = [
    ['Receipt', number ?? 'No number', receiptUrl ?? undefined],
    ['Amount', showMoney(amount)],
    ['Paid on', paidOn],
    ['Period', period],
  ];
  if (card) facts.push(['Card', cardName(card)]);
  if (next && next.amount !== null) facts.push(['Next payment', `${showMoney(next.amount)} on ${next.on}`]);
  return letter({
    subject: `Payment received: ${showMoney(amount)} for your subscription`,
    greeting: `Hello ${name},`,
    paragraphs: ['Thank you. We received your payment.'],
    facts,
    button: { label: 'See your payments', url },
    after: next
      ? [
          next.amount === null
            ? `Your subscription ends on ${next.on}. It won’t renew.`
            : 'It renews every month until you cancel under Billing.',
        ]
      : [],
  });
}

const DISPUTE_WORDS = {
  open: [
    'Disputed',
    'The bank is holding the money until it decides. Send your evidence in the payment provider’s dashboard before the deadline: without it, you lose the dispute. The subscription continues in the meantime.',
  ],
  won: ['Dispute won', 'The bank decided in your favor. The money is yours again.'],
  lost: ['Dispute lost', 'The bank decided in the mover’s favor. The money went back, and the subscription has ended.'],
} as const;

/** To the brokerage: a mover's bank has taken money back, or has decided a dispute. */
export function disputeMail(given: {
  business: string;
  number: string | null;
  amount: number;
  dispute: DisputeReading;
}): Letter {
  const { business, number, amount, dispute } = given;
  const [word, after] = DISPUTE_WORDS[dispute.standing];
  return letter({
    subject: `${word}: subscription of ${business}`,
    greeting: 'Hello,',
    paragraphs: [`${business} disputed a subscription payment with its bank.`],
    facts: [
      ['Invoice', `${number ?? 'No number'}, ${showMoney(amount)}`],
      ['Disputed', showMoney(dispute.amount)],
      ['Reason', dispute.reason.replaceAll('_', ' ')],
    ],
    after: [after],
  });
}

export function endingMail(given: Person & { endsOn: string; amountDue: number }): Letter {
  const { name, url, isMover, endsOn, amountDue } = given;
  return letter({
    subject: `Your subscription ends on ${endsOn}`,
    greeting: `Hello ${name},`,
    paragraphs: [
      amountDue > 0
        ? `Your company’s subscription was canceled. ${isMover ? 'Your' : 'The'} payment of ${showMoney(amountDue)} is still due; once it’s paid, you keep your leads until ${endsOn}. The subscription won’t renew.`
        : `Your company’s subscription was canceled. You keep your leads until ${endsOn}, and nothing more will be charged.`,
      isMover
        ? 'Changed your mind? Until then, you can keep it with one click.'
        : 'Until then, your company’s owner can keep it with one click.',
    ],
    ...(isMover && { button: { label: 'Keep the subscription', url } }),
  });
}

/** A cancellation was taken back. */
export function continuesMail({ name, url, isMover, endedOn }: Person & { endedOn: string }): Letter {
  return letter({
    subject: 'Your subscription continues',
    greeting: `Hello ${name},`,
    paragraphs: [`Your company’s subscription no longer ends on ${endedOn}. You keep your leads.`],
    ...(isMover && { button: { label: 'Your subscription', url } }),
  });
}

/** `unpaid`: the payment that never came, if the subscription ended without it. */
export function endedMail(given: Person & { wasTrial: boolean; unpaid: number }): Letter {
  const { name, url, isMover, wasTrial, unpaid } = given;
  const what = wasTrial ? 'free trial' : 'subscription';
  return letter({
    subject: `Your ${what} has ended`,
    greeting: `Hello ${name},`,
    paragraphs: [
      unpaid > 0
        ? `Your company’s subscription has ended because ${isMover ? 'your' : 'its'} payment of ${showMoney(unpaid)} was never received. Nothing more will be charged.`
        : `Your company’s ${what} has ended.`,
      isMover
        ? 'We keep your leads and notes; subscribe to see names and contacts again.'
        : 'We keep your leads and notes. Names and contacts open again once your company’s owner subscribes.',
    ],
    ...(isMover && { button: { label: 'Subscribe', url } }),
  });
}

export function trialEndsMail(
  given: Person & {
    endsOn: string;
    /** A charge to the card on file; a card is missing; or nothing, because the trial was canceled. */
    after: 'charge' | 'card' | 'nothing';
    price: number;
    /** The first payment, with a coupon. */
    first: number;
  },
): Letter {
  const { name, url, endsOn, after, price, first } = given;
  const cost =
    first === price
      ? `for ${showMoney(price)} a month`
      : `with a first payment of ${showMoney(first)}. The price without your coupon is ${showMoney(price)} a month`;
  const [said, label] = {
    charge: [`After ${endsOn}, your card is charged and your subscription continues ${cost}.`, 'Your subscription'],
    card: [`To keep your leads after ${endsOn}, add a card; your subscription then continues ${cost}.`, 'Add a card'],
    nothing: [
      `You canceled, so you keep your leads until ${endsOn}, and nothing will be charged. Changed your mind? Until then, you can keep the subscription with one click.`,
      'Keep the subscription',
    ],
  }[after] as [string, string];
  return letter({
    subject: `Your free trial ends on ${endsOn}`,
    greeting: `Hello ${name},`,
    paragraphs: [said],
    button: { label, url },
  });
}
