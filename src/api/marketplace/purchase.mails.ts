import { phoneText } from '#src/api/http/us-phone.ts';
import { showCount, showMoney } from '#src/machines/amount/amounts.ts';
import { dateIn } from '#src/machines/calendar/days.ts';
import { FINAL_REASONS, reportUntil } from '#src/machines/marketplace/purchase.lifecycle.ts';
import type { ReportReason } from '#src/machines/marketplace/purchase.lifecycle.ts';
import { REPORT_WORDS } from '#src/machines/marketplace/report-words.ts';
import { hrefs } from '#src/api/link/hrefs.ts';
import { letter, longDate } from '#src/api/mail/letter.ts';
import type { Letter } from '#src/api/mail/letter.ts';
import type { ApiParts } from '#src/api/parts.ts';
import type { Tx } from '#src/api/database/write.ts';
import type { HeldPurchase } from './purchase.record.ts';
import type { RowOf } from '#src/api/database/tables.ts';

type Lead = RowOf<'state_lead'>;

/** As many as a mail lists one by one. */
const LISTED = 20;
const route = (lead: Lead) =>
  `${lead.origin_city}, ${lead.origin_state} to ${lead.destination_city}, ${lead.destination_state}`;
/** Banks take their time. */
const DAYS_TO_SHOW = 'Your bank shows it within 5 to 10 days.';

export async function tellBuyer(
  tx: Tx,
  parts: Pick<ApiParts, 'mail'>,
  { row }: Pick<HeldPurchase, 'row'>,
  mail: Letter,
): Promise<void> {
  await parts.mail.send(tx, { to: row.email, kind: 'purchase', ...mail });
}

/** The receipt, with the link to the contacts; the contacts themselves are not in the mail. */
export function revealMail(
  parts: Pick<ApiParts, 'publicUrl' | 'brokerage'>,
  { row, items }: HeldPurchase,
  leads: Lead[],
  token: string,
): Letter {
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
    facts: [['Paid', showMoney(row.total)]],
    button: {
      label: isOne ? 'See the contact' : 'See the contacts',
      url: parts.publicUrl() + hrefs.boughtLeads(token),
    },
    after: [
      `Wrong number or not moving? Report it there by ${longDate(dateIn(parts.brokerage.zone, new Date(reportUntil(row.paid_at!))))}.`,
      `Receipt: ${parts.publicUrl()}${hrefs.purchaseReceipt(token)}`,
      'Anyone with this link can see the contacts, so keep it private.',
    ],
  });
}

/** For a mailbox in whose name leads were reserved that it has bought before. */
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

/** That all of it went back: because it came too late, or because the brokerage has decided so, here or at the provider. */
export function refundedMail({ row, items }: HeldPurchase): Letter {
  // What was revealed stays sold.
  const isLate = !items.some(({ is_held }) => is_held);
  return letter({
    subject: `Your refund is on its way: purchase ${row.reference}`,
    greeting: 'Hello,',
    paragraphs: isLate
      ? [
          `Your payment of ${showMoney(row.total)} didn’t complete a purchase because the reservation had ended. We’ve refunded it in full. ${DAYS_TO_SHOW}`,
        ]
      : [
          `We have refunded your purchase ${row.reference}: ${showMoney(row.total)}, minus any earlier refunds. ${DAYS_TO_SHOW}`,
          ...(row.refund_reason ? [`“${row.refund_reason}”`] : []),
        ],
  });
}

export function leadRefundedMail({ row }: HeldPurchase, lead: Lead, amount: number): Letter {
  return letter({
    subject: `Refunded: lead ${lead.reference} of purchase ${row.reference}`,
    greeting: 'Hello,',
    paragraphs: [`We have refunded one lead of your purchase. ${DAYS_TO_SHOW}`],
    facts: [
      ['Lead', `${lead.reference}, ${route(lead)}`],
      ['Refunded', showMoney(amount)],
    ],
  });
}

interface Reported {
  held: HeldPurchase;
  lead: Lead;
  price: number;
  reason: ReportReason;
  text: string | null;
  /** The rule pays it back. */
  isGranted: boolean;
}

/** For the brokerage, with what it needs to decide. */
export function reportMail(
  { held: { row, items }, lead, price, reason, text, isGranted }: Reported,
  reportedUrl: string,
): Letter {
  const isGone = FINAL_REASONS.some((one) => one === reason);
  const part = items.length > 1 ? ` --lead ${lead.reference}` : '';
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
      ['Phone', lead.client_phone ? phoneText(lead.client_phone) : 'None'],
      ['Email', lead.client_email ?? 'None'],
      ['Paid for it', showMoney(price)],
    ],
    ...(isGone && { button: { label: 'Decide on this lead', url: reportedUrl } }),
    after: [
      ...(isGone ? ['It is hidden from the shop until you confirm the report or put the lead back.'] : []),
      isGranted
        ? 'Its price goes back to the card by the rule for reports. There is nothing to decide about the money.'
        : `To give the money back: npm run marketplace:refund -- ${row.reference}${part} --amount ${(price / 100).toFixed(2)} --reason "…"`,
    ],
  });
}

/** For the buyer: what we were told. */
export function reportCopyMail({ held: { row }, lead, price, reason, text, isGranted }: Reported): Letter {
  return letter({
    subject: `${isGranted ? 'Refund for' : 'We have your report on'} lead ${lead.reference}`,
    greeting: 'Hello,',
    paragraphs: [
      isGranted
        ? `Thanks for telling us. We’re refunding its price, ${showMoney(price)}, to your card.`
        : 'Thanks for telling us. We’ll look into it and reply by email. If the lead is bad, we’ll refund its price to your card.',
    ],
    facts: [
      ['Purchase', row.reference],
      ['Lead', `${lead.reference}, ${route(lead)}`],
      ['What is wrong', REPORT_WORDS[reason]],
      ...(text ? [['In your words', text] as [string, string]] : []),
    ],
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
