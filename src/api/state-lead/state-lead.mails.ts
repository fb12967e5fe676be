import { withPeriod } from '#src/machines/with-period.ts';
import { showPhone } from '#src/machines/phone/phone.ts';
import { showMoney } from '#src/machines/amount/amounts.ts';
import { MOVE_SIZES } from '#src/machines/state-lead/move-sizes.ts';
import { TRIAL_LEADS_PER_DAY } from '#src/machines/subscription/entitlement.ts';
import { letter, longDate } from '#src/api/mail/letter.ts';
import { followUpsLetter } from '#src/api/mail/follow-ups-letter.ts';
import type { Letter } from '#src/api/mail/letter.ts';
import { hrefs } from '#src/api/link/hrefs.ts';
import type { MailMover } from '#src/api/mail/mail-composition.ts';
import type { Business, StateLeadRow } from './state-lead.work.ts';

const route = (lead: StateLeadRow) =>
  `${lead.origin_city}, ${lead.origin_state} to ${lead.destination_city}, ${lead.destination_state}`;
const when = (lead: StateLeadRow) =>
  lead.move_date ? `${longDate(lead.move_date)}${lead.is_flexible ? ', flexible' : ''}` : 'date open';

export function newLeadsMail(given: {
  name: string;
  leads: StateLeadRow[];
  count: number;
  hasSubscription: boolean;
  isTrial: boolean;
  url: string;
}): Letter {
  const { leads, count } = given;
  const [first] = leads;
  const isOne = count === 1;
  const unlisted = count - leads.length;
  return letter({
    subject: isOne ? `New lead: ${route(first!)}` : `${count} new leads in your cities and states`,
    greeting: `Hello ${given.name},`,
    paragraphs: [
      isOne
        ? 'A household in one of your cities or states is looking for movers.'
        : 'Households in your cities and states are looking for movers.',
    ],
    list: [
      ...leads.map((lead): [string, string] => [route(lead), `${MOVE_SIZES[lead.size].name}, ${when(lead)}`]),
      ...(unlisted > 0 ? [[`And ${unlisted} more`, ''] as [string, string]] : []),
    ],
    button: { label: isOne ? 'See the lead' : 'See the leads', url: given.url },
    after: [
      ...(given.hasSubscription && given.isTrial
        ? [`Your trial shows the contacts of ${TRIAL_LEADS_PER_DAY} leads a day. Subscribe to see all of them.`]
        : []),
      ...(given.hasSubscription ? [] : ['Your subscription isn’t active, so names and contacts are hidden.']),
    ],
  });
}

/** The sender named above and below a mover's mail to a client. */
export const moverOf = ({ name, phone }: Pick<Business, 'name' | 'phone'>): MailMover => ({
  name,
  phone: phone && showPhone(phone),
});

export function stateQuoteMail(given: {
  business: Business;
  lead: StateLeadRow;
  amount: number;
  message: string | null;
  validUntil: string;
  url: string;
}): Letter {
  const { business, lead } = given;
  return letter({
    subject: `Your moving quote from ${business.name}`,
    greeting: `Hello ${lead.client_name},`,
    paragraphs: [`We’d like to handle your move from ${route(lead)}.`, ...(given.message ? [given.message] : [])],
    facts: [
      ['Mover', business.name],
      ['Price', showMoney(given.amount)],
      ['Move', when(lead)],
      ['Valid until', longDate(given.validUntil)],
    ],
    button: { label: 'See the quote and answer', url: given.url },
    after: [
      ...(business.phone
        ? [`Questions? Call ${business.name} at ${showPhone(business.phone)} or reply to this email.`]
        : []),
      'This link is only for you.',
    ],
  });
}

export function quoteAnsweredMail(given: {
  name: string;
  lead: StateLeadRow;
  amount: number;
  answer: 'accepted' | 'declined';
  reason: string | null;
  url: string;
}): Letter {
  const { lead } = given;
  const accepted = given.answer === 'accepted';
  return letter({
    subject: `${accepted ? 'Accepted' : 'Declined'}: your quote for ${lead.client_name}, ${route(lead)}`,
    greeting: `Hello ${given.name},`,
    paragraphs: [
      accepted
        ? `${lead.client_name} accepted your price. Get in touch to settle the rest.`
        : `${lead.client_name} declined your price.`,
      ...(given.reason ? [`“${given.reason}”`] : []),
    ],
    facts: [
      ['Lead', lead.reference],
      ['Price', showMoney(given.amount)],
      ...(accepted && lead.client_phone ? [['Phone', showPhone(lead.client_phone)] as [string, string]] : []),
    ],
    button: { label: 'Open the lead', url: given.url },
  });
}

/** The leads that are due today, at least one. `url` makes the address of one of the product's paths. */
export function followUpMail(given: {
  name: string;
  leads: readonly StateLeadRow[];
  url: (path: string) => string;
}): Letter {
  const { leads, url } = given;
  const [lead] = leads;
  if (leads.length === 1)
    return letter({
      subject: `Follow up today: ${lead!.client_name}, ${route(lead!)}`,
      greeting: `Hello ${given.name},`,
      paragraphs: [withPeriod(`Today is the day to follow up with ${lead!.client_name}`)],
      facts: [
        ['Lead', lead!.reference],
        ['Move', `${route(lead!)}, ${when(lead!)}`],
        ...(lead!.client_phone ? [['Phone', showPhone(lead!.client_phone)] as [string, string]] : []),
        ...(lead!.client_email ? [['Email', lead!.client_email] as [string, string]] : []),
      ],
      button: { label: 'Open the lead', url: url(hrefs.stateLeads(lead!.id)) },
    });
  return followUpsLetter({
    name: given.name,
    leads: leads.map((one) => [
      `${one.client_name} (${one.reference})`,
      [one.client_phone && showPhone(one.client_phone), route(one), when(one)].filter(Boolean).join(' · '),
      url(hrefs.stateLeads(one.id)),
    ]),
    button: { label: 'See the leads', url: url(hrefs.stateLeads()) },
  });
}
