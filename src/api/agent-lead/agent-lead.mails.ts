import { showPhone } from '#src/machines/phone/phone.ts';
import { showMoney } from '#src/machines/amount/amounts.ts';
import { dateIn } from '#src/machines/calendar/days.ts';
import type { Brokerage } from '#src/machines/settings/brokerage.ts';
import type { JobEndedBy } from '#src/machines/agent-lead/agent-lead.types.ts';
import { letter, longDate, longDays } from '#src/api/mail/letter.ts';
import { withFooter } from '#src/api/mail/mail-composition.ts';
import { followUpsLetter } from '#src/api/mail/follow-ups-letter.ts';
import type { Letter } from '#src/api/mail/letter.ts';
import { hrefs } from '#src/api/link/hrefs.ts';
import type { LeadRow } from './agent-lead.query.ts';

/** The mails about a lead, to the client and to the agent. Those to carriers are in `carrier.mails.ts`. */

const route = (lead: LeadRow) =>
  `${lead.origin_city}, ${lead.origin_state} to ${lead.destination_city}, ${lead.destination_state}`;
const until = (expiresAt: string, { zone }: Brokerage) =>
  `This link works through ${longDate(lastDayOf(zone, expiresAt))}. It is meant for you alone.`;

/** The last day before an instant at which something expires, which may be the midnight after that day. */
const lastDayOf = (zone: string, end: string): string => dateIn(zone, new Date(Date.parse(end) - 1));

function moveFacts(lead: LeadRow): [string, string][] {
  return [
    ['Reference', lead.reference],
    ['Move', route(lead)],
    ...(lead.move_date ? ([['Pick-up', longDays(lead.move_date, lead.move_date_last)]] as [string, string][]) : []),
  ];
}

export function quoteMail(given: {
  brokerage: Brokerage;
  lead: LeadRow;
  estimateId: string;
  total: number;
  validUntil: string;
  message: string | null;
  url: string;
}): Letter {
  const { brokerage, lead } = given;
  const replaces = lead.quoted_estimate_id !== null && lead.quoted_estimate_id !== given.estimateId;
  return letter({
    subject: `Your moving quote ${lead.reference} from ${brokerage.name}`,
    greeting: `Hello ${lead.client_name},`,
    paragraphs: [
      replaces
        ? `Here is our new price for your move from ${route(lead)}. It replaces the one we sent you before.`
        : `Here is our price for your move from ${route(lead)}.`,
      ...(given.message ? [given.message] : []),
    ],
    facts: [...moveFacts(lead), ['Total', showMoney(given.total)], ['Valid until', longDate(given.validUntil)]],
    button: { label: 'View your estimate', url: given.url },
    after: ['This link is only for you.', `Questions? Call ${showPhone(brokerage.phone)} or reply to this email.`],
  });
}

/** A character that nobody types, as a placeholder for the agent's message. */
const MESSAGE = '\uf8ff';

/** The complete text of the quote's mail in two parts, with the agent's message between them. */
export function previewOfQuote(given: Omit<Parameters<typeof quoteMail>[0], 'message'> & { movePage: string }) {
  const mail = quoteMail({ ...given, message: MESSAGE });
  const { text } = withFooter({ ...mail, movePage: given.movePage }, { brokerage: given.brokerage, logo: null });
  const [before = '', after = ''] = text.split(`\n\n${MESSAGE}\n\n`);
  return { subject: mail.subject, before, after };
}

export function contractMail(given: {
  brokerage: Brokerage;
  lead: LeadRow;
  url: string;
  expiresAt: string;
  isAgain: boolean;
}): Letter {
  const { brokerage, lead } = given;
  return letter({
    subject: `${given.isAgain ? 'Your link to sign' : 'Please sign'}: moving agreement ${lead.reference}`,
    greeting: `Hello ${lead.client_name},`,
    paragraphs: [
      'Your moving agreement is ready. Read it, and sign it on your phone or computer; it takes a few minutes.',
    ],
    facts: moveFacts(lead),
    button: { label: 'Read and sign', url: given.url },
    after: [until(given.expiresAt, brokerage), `Questions? Call ${showPhone(brokerage.phone)}.`],
  });
}

export function signedCopyMail(given: {
  brokerage: Brokerage;
  lead: LeadRow;
  signer: string;
  /** Received before the signature, for an agreement that was reopened. */
  paid: number;
  /** The rest of the deposit. */
  deposit: number;
  /** Everything that is still to be paid. */
  due: number;
  /** Where the deposit is paid by card; null if nothing is due. */
  payUrl: string | null;
}): Letter {
  const { brokerage, paid, deposit, due, payUrl } = given;
  const isPaidBefore = paid > 0;
  return letter({
    subject: `Your signed agreement ${given.lead.reference}`,
    greeting: `Hello ${given.signer},`,
    paragraphs: [
      'Thank you for signing. Your copy is attached; its last page shows when and how it was signed.',
      'We will be in touch about your move.',
    ],
    facts: [
      ...moveFacts(given.lead),
      ...(isPaidBefore ? [['Received so far', showMoney(paid)] as [string, string]] : []),
      ...(deposit > 0 ? [['Deposit, due now', showMoney(deposit)] as [string, string]] : []),
      ...(isPaidBefore
        ? [['Balance, due at delivery', showMoney(Math.max(0, due - deposit))] as [string, string]]
        : []),
    ],
    ...(payUrl ? { button: { label: 'Pay your deposit by card', url: payUrl } } : {}),
    after: [
      ...(deposit > 0
        ? [`To pay the deposit by bank transfer, cashier’s check, or money order, call ${showPhone(brokerage.phone)}.`]
        : []),
      `Questions? Call ${showPhone(brokerage.phone)}.`,
    ],
  });
}

/**
 * To the client, once a carrier has signed for the move: the contract promises the client its name and USDOT number.
 */
export function carrierKnownMail(given: {
  brokerage: Brokerage;
  lead: LeadRow;
  carrier: { legal_name: string; usdot: string; phone: string | null };
}): Letter {
  const { brokerage, lead, carrier } = given;
  return letter({
    subject: `Your carrier for move ${lead.reference}`,
    greeting: `Hello ${lead.client_name},`,
    paragraphs: ['A carrier has signed for your move.'],
    facts: [
      ['Carrier', carrier.legal_name],
      ['USDOT number', carrier.usdot],
      ...(carrier.phone ? ([['Phone', showPhone(carrier.phone)]] as [string, string][]) : []),
      ...moveFacts(lead),
    ],
    after: [`Questions? Call ${showPhone(brokerage.phone)}.`],
  });
}

/** To the client whose carrier was taken off the job after it was named. */
export function carrierChangedMail(given: { brokerage: Brokerage; lead: LeadRow; endedBy: JobEndedBy }): Letter {
  const { brokerage, lead, endedBy } = given;
  return letter({
    subject: `Your carrier for move ${lead.reference} is changing`,
    greeting: `Hello ${lead.client_name},`,
    paragraphs:
      endedBy === 'carrier'
        ? [
            `${lead.carrier_legal_name} will not be doing your move. We are arranging another carrier, and will email you its name as soon as it has signed.`,
            'Your agreement with us and its price stay as they are.',
          ]
        : [
            `The plans for your move have changed, so we have released ${lead.carrier_legal_name} from it. We will email you the name of your carrier as soon as one has signed for the new plans.`,
            'Your agreement with us stays as it is until we change it together.',
          ],
    facts: moveFacts(lead),
    after: [`Questions? Call ${showPhone(brokerage.phone)}.`],
  });
}

/** To the client whose agreement is being changed: the one that was sent or signed is no longer valid. */
export function contractReopenedMail(given: { brokerage: Brokerage; lead: LeadRow; isSigned: boolean }): Letter {
  const { brokerage, lead, isSigned } = given;
  return letter({
    subject: `Your moving agreement ${lead.reference} is being changed`,
    greeting: `Hello ${lead.client_name},`,
    paragraphs: [
      isSigned
        ? 'We are changing your moving agreement. The one that you signed no longer applies; we will send you the new one to read and sign.'
        : 'We are changing your moving agreement. The link that we sent you no longer works; we will send you the new one to read and sign.',
    ],
    facts: moveFacts(lead),
    after: [`Questions? Call ${showPhone(brokerage.phone)}.`],
  });
}

export function invoiceMail(given: {
  brokerage: Brokerage;
  lead: LeadRow;
  number: number;
  total: number;
  /** What is left to pay. */
  due: number;
  dueOn: string;
  /** Where it is paid by card; null if nothing is left. */
  payUrl: string | null;
  /** Of a revised invoice: what was taken off the price, and why; null if something was added back. */
  reduced?: { amount: number; reason: string } | null | undefined;
}): Letter {
  const { total, due, payUrl, reduced } = given;
  return letter({
    subject: `${reduced === undefined ? 'Invoice' : 'Revised invoice'} ${given.number} for your move ${given.lead.reference}`,
    greeting: `Hello ${given.lead.client_name},`,
    paragraphs: [
      reduced === undefined
        ? 'Your move is done. The invoice is attached.'
        : `${reduced ? `We took ${showMoney(reduced.amount)} off the price of your move.` : 'We corrected your invoice.'} The revised invoice is attached. It replaces the one we sent before.`,
    ],
    facts: [
      ['Invoice', String(given.number)],
      ...(reduced
        ? ([['Price reduction', `${showMoney(reduced.amount)}: ${reduced.reason}`]] as [string, string][])
        : []),
      ['Total', showMoney(total)],
      ...(due === total ? [] : ([['Paid so far', showMoney(total - due)]] as [string, string][])),
      ...(due > 0
        ? ([
            ['Balance due', showMoney(due)],
            ['Due', longDate(given.dueOn)],
          ] as [string, string][])
        : due === 0
          ? ([['Balance due', 'None, thank you']] as [string, string][])
          : ([['Overpaid', showMoney(-due)]] as [string, string][])),
    ],
    ...(payUrl ? { button: { label: 'Pay by card', url: payUrl } } : {}),
    after: [`Questions? Call ${showPhone(given.brokerage.phone)} or reply to this email.`],
  });
}

/** For an agent: the leads that are due today, at least one. */
export function followUpMail(given: {
  leads: readonly LeadRow[];
  agentName: string;
  /** The address of one of the product's paths. */
  url: (path: string) => string;
}): Letter {
  const { leads, url } = given;
  const [lead] = leads;
  if (leads.length === 1)
    return letter({
      subject: `Follow up today: ${lead!.client_name} (${lead!.reference})`,
      greeting: `Hello ${given.agentName},`,
      paragraphs: [`Follow up today with ${lead!.client_name}: ${lead!.follow_up_reason}`],
      facts: [...phoneFacts(lead!), ...moveFacts(lead!)],
      button: { label: 'Open the lead', url: url(hrefs.lead(lead!.id)) },
    });
  return followUpsLetter({
    name: given.agentName,
    leads: leads.map((one) => [
      `${one.client_name} (${one.reference})`,
      [...phoneFacts(one).map(([, phone]) => phone), one.follow_up_reason].join(' · '),
      url(hrefs.lead(one.id)),
    ]),
    button: { label: 'See what’s due today', url: url(hrefs.ownLeads()) },
  });
}

const phoneFacts = ({ client_phone: phone }: LeadRow): [string, string][] =>
  phone ? [['Phone', showPhone(phone)]] : [];
