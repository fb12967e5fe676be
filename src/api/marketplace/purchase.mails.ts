import { showPhone } from '#src/machines/phone/phone.ts';
import { showCount, showMoney } from '#src/machines/amount/amounts.ts';
import { dateIn } from '#src/machines/calendar/days.ts';
import { FINAL_REASONS, reportUntil } from '#src/machines/marketplace/purchase.lifecycle.ts';
import type { RefundWay } from '#src/machines/marketplace/credit-rule.ts';
import type { ReportReason } from '#src/machines/marketplace/purchase.lifecycle.ts';
import { REPORT_WORDS } from '#src/machines/marketplace/report-words.ts';
import { hrefs } from '#src/api/link/hrefs.ts';
import { letter, longDate } from '#src/api/mail/letter.ts';
import type { Letter } from '#src/api/mail/letter.ts';
import type { ApiParts } from '#src/api/parts.ts';
import type { Tx } from '#src/api/database/write.ts';
import type { LeadRefund, PurchaseCredit } from './credit.ts';
import type { HeldPurchase } from './purchase.record.ts';
import type { RowOf } from '#src/api/database/tables.ts';

type Lead = RowOf<'state_lead'>;

/** The most leads that a mail lists one by one. */
const LISTED = 20;
const route = (lead: Lead) =>
  `${lead.origin_city}, ${lead.origin_state} to ${lead.destination_city}, ${lead.destination_state}`;
/** Banks take time to show a refund. */
const DAYS_TO_SHOW = 'Your bank shows it within 5 to 10 days.';

export async function tellBuyer(
  tx: Tx,
  parts: Pick<ApiParts, 'mail'>,
  { row }: Pick<HeldPurchase, 'row'>,
  mail: Letter,
): Promise<void> {
  await parts.mail.send(tx, { to: row.email, kind: 'purchase', ...mail });
}

/** The receipt, with the link to the contacts; the mail does not contain the contacts themselves. */
export function revealMail(
  parts: Pick<ApiParts, 'publicUrl' | 'brokerage'>,
  { row, items }: HeldPurchase,
  leads: Lead[],
  link: { token: string; until: Date },
): Letter {
  const day = (at: Date) => longDate(dateIn(parts.brokerage.zone, at));
  const leadOf = new Map(leads.map((lead) => [lead.id, lead]));
  const listed = items.slice(0, LISTED);
  const isOne = items.length === 1;
  return letter({
    subject: `Your ${isOne ? 'lead' : `${items.length} leads`}: purchase ${row.reference}`,
    greeting: 'Hello,',
    paragraphs: [
      `Thank you. ${isOne ? 'The lead is' : 'The leads are'} yours. Use the button to see names, phone numbers, and email addresses.`,
    ],
    list: [
      ...listed.map(({ lead_id, price }): [string, string] => [route(leadOf.get(lead_id)!), showMoney(price)]),
      ...(items.length > LISTED ? [[`And ${items.length - LISTED} more`, ''] as [string, string]] : []),
    ],
    facts: paidFacts(row),
    button: {
      label: isOne ? 'See the contact' : 'See the contacts',
      url: parts.publicUrl() + hrefs.boughtLeads(link.token),
    },
    after: [
      `Wrong number or not moving? Report it there by ${day(new Date(reportUntil(row.paid_at!)))}.`,
      `The link works until ${day(link.until)}. Download the contacts there to keep them longer.`,
      `Receipt: ${parts.publicUrl()}${hrefs.purchaseReceipt(link.token)}`,
      'Anyone with this link can see the contacts, so keep it private.',
    ],
  });
}

function paidFacts({ total, credit }: HeldPurchase['row']): [string, string][] {
  if (credit === 0) return [['Paid', showMoney(total)]];
  return [
    ...(credit < total ? [['Paid by card', showMoney(total - credit)] as [string, string]] : []),
    ['Paid with credit', showMoney(credit)],
  ];
}

/** Where credit can be seen and used. */
const creditAfter = (parts: Pick<ApiParts, 'publicUrl'>): string =>
  `See and use your credit from your orders: ${parts.publicUrl()}${hrefs.askForOrders()}`;

/** For a mailbox in whose name leads were reserved that it has already bought. */
export function boughtBeforeMail(bought: readonly { reference: string; lead: string }[]): Letter {
  const isOne = bought.length === 1;
  return letter({
    subject: `You have bought ${isOne ? 'this lead' : 'these leads'} before`,
    greeting: 'Hello,',
    paragraphs: [
      `Someone, perhaps you, just reserved ${isOne ? 'a lead' : 'leads'} on the marketplace that you already bought. If it was you, don’t pay; use the link in your earlier purchase email to see the contacts. If it wasn’t you, there’s nothing to do.`,
    ],
    facts: bought
      .slice(0, LISTED)
      .map(({ lead, reference }): [string, string] => [`Lead ${lead}`, `Purchase ${reference}`]),
  });
}

/**
 * Everything was refunded: because the payment came too late, or because the brokerage decided so, here or at the
 * provider.
 */
export function refundedMail(
  parts: Pick<ApiParts, 'publicUrl'>,
  { row, items }: HeldPurchase,
  back: Pick<PurchaseCredit, 'granted' | 'returned' | 'withdrawn'>,
): Letter {
  // Revealed leads stay sold.
  const isLate = !items.some(({ is_held }) => is_held);
  const paid = row.total - row.credit;
  const credit = Math.max(0, back.granted + back.returned - back.withdrawn);
  const card = row.card_returned ?? paid;
  if (isLate)
    return letter({
      subject: `Your refund is on its way: purchase ${row.reference}`,
      greeting: 'Hello,',
      paragraphs: [
        `Your payment of ${showMoney(paid)} didn’t complete a purchase because the reservation had ended. We’ve refunded it in full. ${DAYS_TO_SHOW}`,
        ...(row.credit > 0 ? [`The ${showMoney(row.credit)} of credit you used is yours again.`] : []),
      ],
    });
  return letter({
    subject: card > 0 ? `Your refund is on its way: purchase ${row.reference}` : `Refunded as credit: ${row.reference}`,
    greeting: 'Hello,',
    paragraphs: [
      credit === 0
        ? `We have refunded your purchase ${row.reference}: ${showMoney(row.total)}, minus any earlier refunds. ${DAYS_TO_SHOW}`
        : `We have refunded your purchase ${row.reference}. In all, including any earlier refunds:`,
      ...(row.refund_reason ? [`“${row.refund_reason}”`] : []),
    ],
    ...(credit === 0
      ? {}
      : { facts: refundFacts({ card, credit }), after: [...(card > 0 ? [DAYS_TO_SHOW] : []), creditAfter(parts)] }),
  });
}

/** What was refunded, and where to. */
function refundFacts({ card, credit }: LeadRefund): [string, string][] {
  return [
    ...(card > 0 || credit === 0 ? [['Refunded to your card', showMoney(card)] as [string, string]] : []),
    ...(credit > 0 ? [['Credit', showMoney(credit)] as [string, string]] : []),
  ];
}

export function leadRefundedMail(
  parts: Pick<ApiParts, 'publicUrl'>,
  { row }: HeldPurchase,
  lead: Lead,
  refund: LeadRefund,
): Letter {
  const { card, credit } = refund;
  return letter({
    subject: `Refunded: lead ${lead.reference} of purchase ${row.reference}`,
    greeting: 'Hello,',
    paragraphs: [
      `We have refunded one lead of your purchase${card > 0 ? `. ${DAYS_TO_SHOW}` : ' as credit. You can use it for your next leads right away.'}`,
    ],
    facts: [['Lead', `${lead.reference}, ${route(lead)}`], ...refundFacts(refund)],
    ...(credit > 0 ? { after: [creditAfter(parts)] } : {}),
  });
}

interface Reported {
  held: HeldPurchase;
  lead: Lead;
  price: number;
  reason: ReportReason;
  text: string | null;
  /** The buyer's choice; null if credit paid for all of it, which leaves no choice. */
  way: RefundWay | null;
  /** What the rule refunds automatically; null if a person decides. */
  granted: LeadRefund | null;
}

/** For the brokerage, with what it needs to decide. */
export function reportMail(
  { held: { row, items }, lead, price, reason, text, way, granted }: Reported,
  reportedUrl: string,
): Letter {
  const isHidden = FINAL_REASONS.some((one) => one === reason) || (granted !== null && reason === 'wrong-number');
  return letter({
    subject: `Reported: lead ${lead.reference} of purchase ${row.reference}`,
    greeting: 'Hello,',
    paragraphs: [
      `${row.email} bought a lead and reported it: “${REPORT_WORDS[reason]}.”`,
      ...(text ? [`“${text}”`] : []),
    ],
    facts: [
      ['Purchase', `${row.reference}, ${showMoney(row.total)} for ${showCount(items.length, 'lead')}`],
      ['Lead', `${lead.reference}, ${route(lead)}`],
      ['Source', `${lead.source}${lead.external_id ? `, ${lead.external_id}` : ''}`],
      ['Client', lead.client_name],
      ['Phone', lead.client_phone ? showPhone(lead.client_phone) : 'None'],
      ['Email', lead.client_email ?? 'None'],
      ['Paid for it', showMoney(price)],
      ['Refund as', way === 'credit' ? 'Credit' : way === 'card' ? 'Refund to the card' : 'Credit, as it was paid'],
    ],
    ...((isHidden || !granted) && {
      button: { label: isHidden ? 'Decide on this lead' : 'Decide on the refund', url: reportedUrl },
    }),
    after: [
      ...(isHidden ? ['It is hidden from the shop until you confirm the report or put the lead back.'] : []),
      granted
        ? `Its price goes back ${wayText(granted, 'the card')} by the rule for reports. There is nothing to decide about the money.`
        : isHidden
          ? 'If you confirm the report, the buyer is refunded.'
          : 'Refund the lead, or tell the buyer why not.',
    ],
  });
}

/** "to your card", "as credit", or both with their amounts. */
function wayText({ card, credit }: LeadRefund, whose: string): string {
  if (credit === 0) return `to ${whose}`;
  return card === 0 ? 'as credit' : `to ${whose} (${showMoney(card)}) and as credit (${showMoney(credit)})`;
}

/** For the buyer: a copy of the report. */
export function reportCopyMail(
  parts: Pick<ApiParts, 'publicUrl'>,
  { held: { row }, lead, price, reason, text, way, granted }: Reported,
): Letter {
  return letter({
    subject: `${granted ? 'Refund for' : 'We have your report on'} lead ${lead.reference}`,
    greeting: 'Hello,',
    paragraphs: [
      granted
        ? granted.card === 0
          ? `Thanks for telling us. We’ve added ${showMoney(granted.credit)} to your credit. You can use it for your next leads right away.`
          : `Thanks for telling us. We’re refunding its price, ${showMoney(price)}, ${wayText(granted, 'your card')}.`
        : `Thanks for telling us. We’ll look into it and reply by email. If the lead is bad, we’ll ${way === 'card' ? 'refund its price to your card' : 'add its price to your credit'}.`,
    ],
    facts: [
      ['Purchase', row.reference],
      ['Lead', `${lead.reference}, ${route(lead)}`],
      ['What is wrong', REPORT_WORDS[reason]],
      ...(text ? [['In your words', text] as [string, string]] : []),
    ],
    ...(granted && granted.credit > 0 ? { after: [creditAfter(parts)] } : {}),
  });
}

/** For the buyer of a reported lead that the brokerage does not refund. */
export function refundDeclinedMail({ row }: Pick<HeldPurchase, 'row'>, lead: Lead, reason: string): Letter {
  return letter({
    subject: `About your report on lead ${lead.reference}`,
    greeting: 'Hello,',
    paragraphs: ['We looked into your report and aren’t refunding this lead.', `“${reason}”`],
    facts: [
      ['Purchase', row.reference],
      ['Lead', `${lead.reference}, ${route(lead)}`],
    ],
    after: ['If you see it differently, just reply to this email.'],
  });
}

const DISPUTE_WORDS = {
  open: 'The bank is holding the money until it decides. Send your evidence in the payment provider’s dashboard before the deadline: without it, you lose the dispute.',
  won: 'The bank decided in your favor. The money is yours again.',
  lost: 'The bank decided in the buyer’s favor. The money went back, and the link to the contacts is closed.',
} as const;

/** For the brokerage: a buyer's bank has taken money back, or has decided about it. */
export function disputeMail({ row, items }: HeldPurchase, reason: string): Letter {
  const standing = row.dispute ?? 'open';
  return letter({
    subject: `${standing === 'open' ? 'Disputed' : standing === 'won' ? 'Dispute won' : 'Dispute lost'}: purchase ${row.reference}`,
    greeting: 'Hello,',
    paragraphs: [`${row.email} disputed the charge for ${showCount(items.length, 'lead')} with their bank.`],
    facts: [
      ['Purchase', `${row.reference}, ${showMoney(row.total)}`],
      ['Reason', reason.replaceAll('_', ' ')],
    ],
    after: [DISPUTE_WORDS[standing]],
  });
}
