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
