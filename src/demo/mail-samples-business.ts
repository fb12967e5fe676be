import { ordersMail } from '#src/api/marketplace/orders.ts';
import {
  accessEndedMail,
  alreadyMail,
  confirmMail as confirmAddressMail,
  emailChangeAskedMail,
  emailChangedMail,
  emailChangeMail,
  emailTakenMail,
  invitationMail,
  invitedWithAccountMail,
  joinedMail,
  passwordChangedMail,
  resetMail,
} from '#src/api/account/account.mails.ts';
import { confirmMail, leaveMail, newLeadsMail as leadsForSaleMail } from '#src/api/mailing/mailing.mails.ts';
import { offMarketMail, openAgainMail, phoneCorrectedMail } from '#src/api/marketplace/off-market.ts';
import {
  boughtBeforeMail,
  disputeMail as purchaseDisputeMail,
  leadRefundedMail,
  refundDeclinedMail,
  refundedMail,
  reportCopyMail,
  reportMail,
  revealMail,
} from '#src/api/marketplace/purchase.mails.ts';
import { payoutFailedMail } from '#src/api/payment/payout.ts';
import { followUpMail, newLeadsMail, quoteAnsweredMail, stateQuoteMail } from '#src/api/state-lead/state-lead.mails.ts';
import {
  continuesMail,
  disputeMail,
  endedMail,
  endingMail,
  leadsClosedMail,
  paymentFailedMail,
  subscriptionReceiptMail,
  trialEndsMail,
} from '#src/api/subscription/subscription.mails.ts';
import { agentDisabledMail, agentInvitationMail, agentJoinedMail } from '#src/api/team/team.mails.ts';
import { addDays, dateIn } from '#src/machines/calendar/days.ts';
import type { SampleFacts, Samples } from './mail-samples.ts';

/** The mover in whose name the samples are written. */
export const MOVER = {
  id: '',
  name: 'Northbound Movers',
  phone: '+16145550133',
  hasSubscription: true,
  trialSince: null,
  isTrial: false,
};

/** Emails of the marketplace, to movers, and about money. */
export function samplesOfBusiness({ parts, stateLeads, purchase, url }: SampleFacts): Samples {
  const [lead] = stateLeads;
  const validUntil = addDays(dateIn(parts.brokerage.zone, parts.now()), 14);
  const to = { name: 'Morgan Hale', url, isMover: true };
  const quote = { ...to, lead: lead!, amount: 289_000 };
  const forSale = stateLeads.map((one) => ({ ...one, price: 1200, shares_left: 2, shares: 3 }));
  const choice = { states: ['OH', 'TX'], cities: ['OH:Columbus'], frequency: 'daily' as const };
  const reported = {
    held: purchase,
    lead: lead!,
    price: 1200,
    reason: 'wrong-number',
    text: 'The number belongs to a shop.',
    way: 'card',
    granted: null,
  } as const;
  const market = {
    reference: lead!.reference,
    route: `${lead!.origin_city} to ${lead!.destination_city}`,
    id: lead!.id,
  };
  const dispute = { standing: 'open', amount: 9900, reason: 'product_not_received' } as const;
  const receipt = {
    ...to,
    number: 'SUB-0002',
    receiptUrl: url,
    amount: 9900,
    card: { brand: 'mastercard', last4: '4444' },
    paidOn: 'Fri, Dec 4, 2026',
    period: 'Fri, Dec 4, 2026 to Mon, Jan 4, 2027',
  };
  return {
    'new-lead': [
      newLeadsMail({ ...to, leads: stateLeads, count: 7, hasSubscription: true, isTrial: true }),
      newLeadsMail({ ...to, leads: [lead!], count: 1, hasSubscription: false, isTrial: false }),
    ],
    'state-quote': [
      stateQuoteMail({
        business: MOVER,
        lead: lead!,
        amount: 289_000,
        message: 'We know the building.',
        validUntil,
        url,
      }),
    ],
    'quote-answered': [
      quoteAnsweredMail({ ...quote, answer: 'accepted', reason: null }),
      quoteAnsweredMail({ ...quote, answer: 'declined', reason: 'Too late for us' }),
    ],
    'state-lead-follow-up': [
      followUpMail({ name: to.name, leads: [lead!], url: () => url }),
      followUpMail({ name: to.name, leads: [lead!, ...forSale].slice(0, 3), url: () => url }),
    ],
    'market-leads': [leadsForSaleMail({ leads: forSale, count: 9, choice, url, choiceUrl: url })],
    'mailing-confirm': [
      confirmMail({ choice, now: null, url, days: 7 }),
      confirmMail({ choice, now: { ...choice, states: ['UT'], cities: [] }, url, days: 7 }),
    ],
    'mailing-leave': [leaveMail({ url })],
    purchase: [
      revealMail(parts, purchase, stateLeads.concat(purchaseLeads(purchase, lead!)), {
        token: 'sample',
        until: new Date(`${validUntil}T12:00:00Z`),
      }),
      refundedMail(parts, purchase, { granted: 0, returned: 0, withdrawn: 0 }),
      leadRefundedMail(parts, purchase, lead!, { card: 1200, credit: 0 }),
      leadRefundedMail(parts, purchase, lead!, { card: 0, credit: 1200 }),
      reportCopyMail(parts, reported),
      reportCopyMail(parts, { ...reported, granted: { card: 1200, credit: 0 } }),
      reportCopyMail(parts, { ...reported, way: 'credit', granted: { card: 0, credit: 1200 } }),
      refundDeclinedMail(purchase, lead!, 'We called the number, and the client answered.'),
    ],
    orders: [ordersMail({ url })],
    'lead-report': [reportMail(reported, url)],
    'bought-before': [boughtBeforeMail([{ reference: 'P-1004', lead: lead!.reference }])],
    'lead-off-market': [
      offMarketMail(market, 'hired', 'P-1001'),
      offMarketMail(market, 'wrong-number', 'P-1001'),
      openAgainMail(market, 'hired'),
      phoneCorrectedMail(market, 'P-1001'),
    ],
    dispute: [
      purchaseDisputeMail(purchase, 'fraudulent'),
      disputeMail({ business: MOVER.name, number: 'R-1007', amount: 9900, dispute }),
    ],
    'payment-failed': [
      paymentFailedMail({
        ...to,
        amount: 9900,
        refusal: 'Your card was declined.',
        payUntil: 'Fri, Dec 11, 2026',
      }),
      leadsClosedMail({ ...to, amount: 9900 }),
    ],
    'trial-ends': (['charge', 'card', 'nothing'] as const).map((after) =>
      trialEndsMail({ ...to, endsOn: 'Fri, Dec 4, 2026', after, price: 9900, first: after === 'card' ? 4950 : 9900 }),
    ),
    'subscription-canceled': [
      endingMail({ ...to, endsOn: 'Fri, Dec 4, 2026', amountDue: 0 }),
      continuesMail({ ...to, endedOn: 'Fri, Dec 4, 2026' }),
      endedMail({ ...to, wasTrial: false, unpaid: 0 }),
      endedMail({ ...to, isMover: false, wasTrial: false, unpaid: 9900 }),
    ],
    'subscription-receipt': [
      subscriptionReceiptMail({ ...receipt, next: { on: 'Mon, Jan 4, 2027', amount: 9900 } }),
      subscriptionReceiptMail({ ...receipt, next: { on: 'Mon, Jan 4, 2027', amount: null } }),
    ],
    payout: [payoutFailedMail({ id: 'po_1042', amount: 912_050, reason: 'The account is closed' })],
  };
}

/** A purchase may contain other leads than the newest ones, so each id is shown with the data of the sample lead. */
const purchaseLeads = ({ items }: SampleFacts['purchase'], lead: SampleFacts['stateLeads'][number]) =>
  items.map(({ lead_id: id }) => ({ ...lead, id }));

/** Emails about accounts and teams. */
export function samplesOfAccounts({ parts, url }: SampleFacts): Samples {
  const name = 'Morgan Hale';
  const brokerage = parts.brokerage.name;
  const join = { name, inviter: 'Dana Whitfield', business: MOVER.name };
  return {
    'email-confirm': [
      confirmAddressMail({ name, company: MOVER.name, url }),
      alreadyMail({ name, signInUrl: url, resetUrl: url }),
    ],
    'password-reset': [resetMail({ name, url })],
    'email-change': [emailChangeMail({ name, url }), emailTakenMail({ signInUrl: url })],
    invitation: [invitationMail({ ...join, url }), agentInvitationMail({ ...join, brokerage, url })],
    notice: [
      passwordChangedMail({ name, resetUrl: url }),
      emailChangeAskedMail({ name, newEmail: 'morgan@new.example', resetUrl: url }),
      emailChangedMail({ name, newEmail: 'morgan@new.example', phone: parts.brokerage.phone }),
      invitedWithAccountMail(join),
      joinedMail({ name, assistant: 'Alex Kim', url }),
      accessEndedMail({ name, business: MOVER.name }),
      agentJoinedMail({ name, agent: 'Alex Kim', url }),
      agentDisabledMail({ name, brokerage }),
    ],
  };
}
