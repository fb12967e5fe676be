import { showPhone } from '#src/machines/phone/phone.ts';
import type { LeadRow } from '#src/api/agent-lead/agent-lead.query.ts';
import { letter } from '#src/api/mail/letter.ts';
import type { Letter } from '#src/api/mail/letter.ts';
import type { Brokerage } from '#src/machines/settings/brokerage.ts';

/** The link to the client page, if an agent sends it on its own. */
export function portalMail({ brokerage, lead, url }: { brokerage: Brokerage; lead: LeadRow; url: string }): Letter {
  return letter({
    subject: `Your move ${lead.reference}: everything on one page`,
    greeting: `Hello ${lead.client_name},`,
    paragraphs: [
      'Your move has a page of its own: your estimate, agreement, payments, carrier and dates, and a place to ask us anything.',
    ],
    button: { label: 'Open your move', url },
    after: ['This link is only for you.', `Questions? Call ${showPhone(brokerage.phone)}.`],
  });
}

/** To a client who asked for the link to an agreement that cannot be signed now. */
export function standingMail(given: { brokerage: Brokerage; lead: LeadRow; status: string; url: string }): Letter {
  const { brokerage, lead, status, url } = given;
  return letter({
    subject: `Where your move ${lead.reference} stands`,
    greeting: `Hello ${lead.client_name},`,
    paragraphs: ['You asked for the link to your moving agreement. There is none to sign right now.', status],
    button: { label: 'Open your move', url },
    after: ['This link is only for you.', `Questions? Call ${showPhone(brokerage.phone)}.`],
  });
}
