import { showMoney } from '#src/machines/amount/amounts.ts';
import { dateIn } from '#src/machines/calendar/days.ts';
import { cardName } from '#src/machines/subscription/card-name.ts';
import { priceOn } from '#src/machines/subscription/price.ts';
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
  if (to === 'past-due' && from !== 'past-due')
    await tell(tx, parts, after, 'payment-failed', (name, url) =>
      paymentFailedMail({ name, url, amount: after.row.amount_due }),
    );
  const endsOn =
    after.row.current_period_end && longDate(dateIn(parts.brokerage.zone, new Date(after.row.current_period_end)));
  if (asked === 'cancel.asked')
    await tell(tx, parts, after, 'subscription-canceled', (name, url) =>
      endingMail({ name, url, endsOn: endsOn!, amountDue: to === 'past-due' ? after.row.amount_due : 0 }),
    );
  if (to === 'canceled' && ['trialing', 'active', 'past-due', 'unpaid'].includes(from)) {
    await tell(tx, parts, after, 'subscription-canceled', (name, url) =>
      endedMail({ name, url, wasTrial: from === 'trialing' }),
    );
  }
}

/** Announces that the trial ends in a few days, once for each business. */
export async function tellOfTrialEnd(tx: Tx, parts: ApiParts, held: Held): Promise<void> {
  const { row, facts, business } = held;
  if (row.standing !== 'trialing' || row.trial_end_told_at || !row.trial_ends_at) return;
  await tx.updateTable('subscription').set({ trial_end_told_at: facts.now }).where('id', '=', row.id).execute();
  const endsOn = longDate(dateIn(parts.brokerage.zone, new Date(row.trial_ends_at)));
  const goesOn = facts.hasCard && !row.is_ending;
  await tell(tx, parts, { ...held, business }, 'trial-ends', (name, url) =>
    trialEndsMail({ name, url, endsOn, goesOn, price: row.price_cents }),
  );
}

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
        amount: isEnding ? null : priceOn(coupon, priceCents ?? held.row.price_cents, periodEnd),
      }
    : null;
  await tell(tx, parts, held, 'subscription-receipt', (name, url) =>
    subscriptionReceiptMail({
      name,
      url,
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

/** Payments concern only the mover; the end of the subscription concerns everyone who wants such mails. */
async function tell(
  tx: Tx,
  parts: ApiParts,
  { business }: Held,
  kind: Kind,
  write: (name: string, url: string) => Letter,
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
    const mail = { to: email, kind, ...write(name, url) };
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

export function paymentFailedMail(given: { name: string; url: string; amount: number }): Letter {
  return letter({
    subject: 'Your payment did not go through',
    greeting: `Hello ${given.name},`,
    paragraphs: [
      `Your card was declined for this month’s ${showMoney(given.amount)}. We’ll try again in a few days.`,
      'To keep your leads, pay now or add another card.',
    ],
    button: { label: 'Pay now', url: given.url },
  });
}

export function subscriptionReceiptMail(given: {
  name: string;
  url: string;
  number: string | null;
  receiptUrl: string | null;
  amount: number;
  card: PaidCard | null;
  paidOn: string;
  period: string;
  /** What follows: a payment, or the end; null if neither is known. */
  next: { on: string; amount: number | null } | null;
}): Letter {
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

export function endingMail(given: { name: string; url: string; endsOn: string; amountDue: number }): Letter {
  return letter({
    subject: `Your subscription ends on ${given.endsOn}`,
    greeting: `Hello ${given.name},`,
    paragraphs: [
      given.amountDue > 0
        ? `Your company’s subscription was canceled. Your payment of ${showMoney(given.amountDue)} is still due; once it’s paid, you keep your leads until ${given.endsOn}. The subscription won’t renew.`
        : `Your company’s subscription was canceled. You keep your leads until ${given.endsOn}, and nothing more will be charged.`,
      'Changed your mind? Until then, your company’s owner can keep it with one click.',
    ],
    button: { label: 'Keep the subscription', url: given.url },
  });
}

export function endedMail(given: { name: string; url: string; wasTrial: boolean }): Letter {
  return letter({
    subject: given.wasTrial ? 'Your free trial has ended' : 'Your subscription has ended',
    greeting: `Hello ${given.name},`,
    paragraphs: [
      `Your company’s ${given.wasTrial ? 'free trial' : 'subscription'} has ended. We keep your leads and notes; subscribe to see names and contacts again.`,
    ],
    button: { label: 'Subscribe', url: given.url },
  });
}

export function trialEndsMail(given: {
  name: string;
  url: string;
  endsOn: string;
  goesOn: boolean;
  price: number;
}): Letter {
  return letter({
    subject: `Your free trial ends on ${given.endsOn}`,
    greeting: `Hello ${given.name},`,
    paragraphs: [
      given.goesOn
        ? `After ${given.endsOn} your subscription continues for ${showMoney(given.price)} a month, charged to your card.`
        : `To keep your leads after ${given.endsOn}, add a card; it then continues for ${showMoney(given.price)} a month.`,
    ],
    button: { label: given.goesOn ? 'Your subscription' : 'Add a card', url: given.url },
  });
}
