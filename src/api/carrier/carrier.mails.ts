import { showPhone } from '#src/machines/phone/phone.ts';
import { showMoney } from '#src/machines/amount/amounts.ts';
import { showPolicyKind } from '#src/machines/carrier/compliance.ts';
import type { PolicyKind } from '#src/machines/carrier/compliance.ts';
import type { Brokerage } from '#src/machines/settings/brokerage.ts';
import type { JobEndedBy } from '#src/machines/agent-lead/agent-lead.types.ts';
import { letter, longDate, longDays } from '#src/api/mail/letter.ts';
import type { Letter } from '#src/api/mail/letter.ts';

/** What a carrier may read about a load before it has the job: never who the client is. */
export interface LoadFacts {
  reference: string;
  origin_city: string | null;
  origin_state: string | null;
  destination_city: string | null;
  destination_state: string | null;
  move_date: string | null;
  move_date_last: string | null;
}

const routeFacts = (load: LoadFacts): [string, string][] => [
  ['Load', load.reference],
  ['Route', `${load.origin_city}, ${load.origin_state} to ${load.destination_city}, ${load.destination_state}`],
];

/** The load on the day on which the carrier agreed to pick it up, of those that the client offers. */
const onAgreedDay = (load: LoadFacts, startDate: string | null): LoadFacts =>
  startDate ? { ...load, move_date: startDate, move_date_last: startDate } : load;

function loadFacts(load: LoadFacts): [string, string][] {
  return [
    ...routeFacts(load),
    ...(load.move_date ? ([['Pick-up', longDays(load.move_date, load.move_date_last)]] as [string, string][]) : []),
  ];
}

export function awardMail(given: {
  carrier: string;
  load: LoadFacts;
  amount: number;
  startDate: string | null;
  url: string;
}): Letter {
  return letter({
    subject: `You won the load ${given.load.reference}`,
    greeting: `Hello ${given.carrier},`,
    paragraphs: ['The job is yours once you have signed its agreement. Read it, then sign or decline.'],
    facts: [...loadFacts(onAgreedDay(given.load, given.startDate)), ['Your pay', showMoney(given.amount)]],
    button: { label: 'Read and sign', url: given.url },
  });
}

export function bidInvitationMail(given: {
  carrier: string;
  brokerage: Pick<Brokerage, 'name' | 'phone'>;
  load: LoadFacts;
  url: string;
}): Letter {
  return letter({
    subject: `You’re invited to bid on load ${given.load.reference}`,
    greeting: `Hello ${given.carrier},`,
    paragraphs: [`${given.brokerage.name} would like your bid on this load. It is on the load board now.`],
    facts: loadFacts(given.load),
    button: { label: 'See the load and bid', url: given.url },
    after: [`Questions? Call ${showPhone(given.brokerage.phone)} or reply to this email.`],
  });
}

export function bidCounteredMail(given: {
  carrier: string;
  brokerage: Pick<Brokerage, 'name' | 'phone'>;
  load: LoadFacts;
  offered: number;
  asked: number;
  note: string | null;
  url: string;
}): Letter {
  const { carrier, brokerage, load, offered, asked, note, url } = given;
  return letter({
    subject: `Counter-offer on load ${load.reference}: ${showMoney(asked)}`,
    greeting: `Hello ${carrier},`,
    paragraphs: [
      `${brokerage.name} asks if you would take this load for ${showMoney(asked)}.`,
      ...(note ? [`“${note}”`] : []),
    ],
    facts: [...loadFacts(load), ['Your bid', showMoney(offered)], ['Counter-offer', showMoney(asked)]],
    button: { label: 'See the load and answer', url },
    after: [
      'Your bid stays as it is until you revise it.',
      `Questions? Call ${showPhone(brokerage.phone)} or reply to this email.`,
    ],
  });
}

export function bidLostMail(given: { carrier: string; load: LoadFacts; reason: string }): Letter {
  return letter({
    subject: `Your bid on ${given.load.reference}`,
    greeting: `Hello ${given.carrier},`,
    paragraphs: [
      `Your bid wasn’t chosen this time: ${given.reason}.`,
      'New loads come in every day. We hope you’ll bid again.',
    ],
    facts: loadFacts(given.load),
  });
}

/** To a carrier whose bid lost to an award that has ended since: the broker can award it again. */
export function bidReopenedMail(given: { carrier: string; load: LoadFacts; amount: number; url: string }): Letter {
  const amount = showMoney(given.amount);
  return letter({
    subject: `Load ${given.load.reference} is open again`,
    greeting: `Hello ${given.carrier},`,
    paragraphs: [
      `The load is open again, and your bid of ${amount} is active.`,
      'If your plans have changed, revise or withdraw it on the load.',
    ],
    facts: [...loadFacts(given.load), ['Your bid', amount]],
    button: { label: 'See the load', url: given.url },
  });
}

export function awardWithdrawnMail(given: {
  carrier: string;
  load: LoadFacts;
  reason: string;
  /** Null if the carrier had not signed yet. */
  signedAndEndedBy: JobEndedBy | null;
  /** Whether the carrier has reported the pick-up. */
  hasGoods: boolean;
  brokerage: Pick<Brokerage, 'phone'>;
}): Letter {
  const { signedAndEndedBy: endedBy, hasGoods, brokerage } = given;
  return letter({
    subject: endedBy
      ? `You are no longer on job ${given.load.reference}`
      : `The award of ${given.load.reference} was withdrawn`,
    greeting: `Hello ${given.carrier},`,
    paragraphs: endedBy
      ? [
          `We have taken you off this job: ${given.reason}`,
          ...(endedBy === 'plans' ? ['It doesn’t count against your record.'] : []),
          hasGoods
            ? `You have picked it up: call us now at ${showPhone(brokerage.phone)} about where the goods go.`
            : 'Please do not pick it up.',
        ]
      : [`We have withdrawn the award of this load: ${given.reason}`, 'There’s nothing for you to sign.'],
    facts: loadFacts(given.load),
  });
}

export function jobSignedMail(given: {
  carrier: string;
  load: LoadFacts;
  startDate: string | null;
  url: string;
}): Letter {
  return letter({
    subject: `Your signed job agreement ${given.load.reference}`,
    greeting: `Hello ${given.carrier},`,
    paragraphs: [
      'Your copy of the job agreement is attached. The client’s contact and the addresses are now on the job.',
    ],
    facts: loadFacts(onAgreedDay(given.load, given.startDate)),
    button: { label: 'Open the job', url: given.url },
  });
}

/** To the carrier of a job, when a payment to it was recorded. */
export function carrierPaidMail(given: {
  carrier: string;
  brokerage: Pick<Brokerage, 'name' | 'phone'>;
  load: LoadFacts;
  amount: number;
  /** What is still to be paid for the job. */
  left: number;
  paidOn: string;
  /** Null if it was not recorded. */
  method: string | null;
  url: string;
}): Letter {
  const { carrier, brokerage, load, amount, left, paidOn, method, url } = given;
  return letter({
    subject: `Payment sent: ${showMoney(amount)} for job ${load.reference}`,
    greeting: `Hello ${carrier},`,
    paragraphs: [
      left > 0
        ? `${brokerage.name} has paid a part of your pay for this job.`
        : `${brokerage.name} has paid you for this job.`,
    ],
    facts: [
      ...routeFacts(load),
      ['Amount', showMoney(amount)],
      ['Paid on', longDate(paidOn)],
      ...(method ? ([['Paid by', method]] as [string, string][]) : []),
      ...(left > 0 ? ([['Still to come', showMoney(left)]] as [string, string][]) : []),
    ],
    button: { label: 'See your payments', url },
    after: [`Didn’t get it? Call ${showPhone(brokerage.phone)} or reply to this email.`],
  });
}

/** A payment that the carrier was told of does not count: it was recorded by mistake, or did not arrive. */
export function carrierPaymentCorrectedMail(given: {
  carrier: string;
  brokerage: Pick<Brokerage, 'name' | 'phone'>;
  load: LoadFacts;
  amount: number;
  left: number;
  url: string;
}): Letter {
  const { carrier, brokerage, load, amount, left, url } = given;
  return letter({
    subject: `Corrected: payment of ${showMoney(amount)} for job ${load.reference}`,
    greeting: `Hello ${carrier},`,
    paragraphs: [
      `We told you that ${brokerage.name} had paid you ${showMoney(amount)} for this job. That payment no longer counts in our records, so it’s still to come.`,
    ],
    facts: [...routeFacts(load), ['Still to come', showMoney(left)]],
    button: { label: 'See your payments', url },
    after: [`Did you get this payment? Call ${showPhone(brokerage.phone)} or reply to this email.`],
  });
}

/** The carrier's copy of the broker-carrier agreement. */
export function frameSignedMail(given: { carrier: string; brokerage: Brokerage; url: string }): Letter {
  const { carrier, brokerage, url } = given;
  return letter({
    subject: `Your signed agreement with ${brokerage.name}`,
    greeting: `Hello ${carrier},`,
    paragraphs: [
      'Your copy of the broker-carrier agreement is attached.',
      'Your settings say what is still needed before you can see the load board and bid.',
    ],
    button: { label: 'Open your settings', url },
  });
}

/** To the brokerage, which confirms the authority of a carrier that has signed. */
export function frameSignedNews(given: {
  carrier: { legal_name: string; usdot: string; docket_number: string | null; contact_name: string; authority: string };
  others: { legal_name: string; authority: string }[];
  signer: string;
  url: string;
}): Letter {
  const { carrier, others, signer, url } = given;
  const isPending = carrier.authority === 'pending';
  return letter({
    subject: `${carrier.legal_name} signed the broker-carrier agreement`,
    greeting: 'Hello,',
    paragraphs: [
      // A name such as "Acme Inc." already ends with a period.
      `${signer} signed for ${carrier.legal_name.replace(/\.$/, '')}.${isPending ? ' It can’t see loads until someone looks up its operating authority and confirms it.' : ''}`,
      ...(others.length > 0
        ? [
            `Careful: ${others.map(({ legal_name, authority }) => `${legal_name}${authority === 'active' ? ' (confirmed)' : ''}`).join(', ')} gave the same USDOT number. Compare them on the carrier’s page before you confirm one.`,
          ]
        : []),
    ],
    facts: [
      ['USDOT', carrier.usdot],
      ...(carrier.docket_number ? ([['Docket', carrier.docket_number]] as [string, string][]) : []),
      ['Contact', carrier.contact_name],
    ],
    button: { label: 'Open the carrier', url },
  });
}

/**
 * The decision on the carrier's authority; no mail if it is only being reviewed again. `claim` is the number that
 * another account gave as well.
 */
export function authorityMail(given: {
  carrier: string;
  brokerage: Brokerage;
  authority: 'active' | 'pending' | 'revoked';
  gaps: string[];
  url: string;
  claim: { usdot: string } | null;
}): Letter | null {
  const { carrier, brokerage, authority, gaps, url, claim } = given;
  if (authority === 'pending') return null;
  if (authority === 'revoked') {
    return letter({
      subject: `You cannot bid at ${brokerage.name} for now`,
      greeting: `Hello ${carrier},`,
      paragraphs: [
        claim
          ? `Two accounts list USDOT ${claim.usdot}. We looked the number up, and it belongs to the other account. You can’t see the load board, bid, or be awarded a load. Jobs you’ve signed continue.`
          : 'We’ve set your operating authority to revoked, so you can’t see the load board, bid, or be awarded a load. Jobs you’ve signed continue.',
        claim
          ? `If the number is yours, call us at ${showPhone(brokerage.phone)} from the phone that the FMCSA lists for it.`
          : `Call us at ${showPhone(brokerage.phone)} if this is a mistake.`,
      ],
    });
  }
  return letter({
    subject: 'Your operating authority is confirmed',
    greeting: `Hello ${carrier},`,
    paragraphs: [
      ...(claim ? [`Another account also listed your USDOT ${claim.usdot}. It can no longer use it.`] : []),
      ...(gaps.length === 0
        ? ['Everything is on record. You can bid on loads now.']
        : ['We have confirmed your operating authority. You can’t bid yet:', gaps.map((gap) => `- ${gap}`).join('\n')]),
    ],
    button: { label: gaps.length === 0 ? 'Open the load board' : 'Open your settings', url },
  });
}

/** To the carrier that keeps its USDOT number after another carrier's claim to it was rejected. */
export function claimRejectedMail(given: { carrier: string; usdot: string; brokerage: Brokerage }): Letter {
  const { carrier, usdot, brokerage } = given;
  return letter({
    subject: `Someone else listed your USDOT ${usdot}`,
    greeting: `Hello ${carrier},`,
    paragraphs: [
      `Another account signed up at ${brokerage.name} with your USDOT number. We reviewed it and turned it away; nothing changes for you.`,
      `Watch for loads booked in your name elsewhere, and call us at ${showPhone(brokerage.phone)} if that account was yours.`,
    ],
  });
}

export function policyEndingMail(given: {
  carrier: string;
  kind: string;
  insurer: string;
  policyNumber: string;
  expiration: string;
  daysLeft: number;
  url: string;
}): Letter {
  const { carrier, insurer, policyNumber, expiration, daysLeft, url } = given;
  const kind = showPolicyKind(given.kind as PolicyKind);
  const when = daysLeft === 0 ? 'today' : daysLeft === 1 ? 'tomorrow' : `in ${daysLeft} days`;
  return letter({
    subject: `Your ${kind} insurance ends ${when}`,
    greeting: `Hello ${carrier},`,
    paragraphs: [
      `Your ${kind} policy on record ends ${when}. Upload the new one before then: with a required policy ended, you cannot bid on loads or be awarded one.`,
    ],
    facts: [
      ['Insurer', insurer],
      ['Policy', policyNumber],
      ['Ends on', longDate(expiration)],
    ],
    button: { label: 'Upload the new policy', url },
  });
}
