import { showPhone } from '#src/machines/phone/phone.ts';
import type { LeadRow } from '#src/api/agent-lead/agent-lead.query.ts';
import { letter, longDate } from '#src/api/mail/letter.ts';
import type { Letter } from '#src/api/mail/letter.ts';
import type { Brokerage } from '#src/machines/settings/brokerage.ts';

export const daysText = (first: string, last: string): string =>
  first === last ? longDate(first) : `${longDate(first)} to ${longDate(last)}`;

/** To the client who asked for other dates: the brokerage's answer. */
export function rescheduleAnswerMail(given: {
  brokerage: Brokerage;
  lead: LeadRow;
  isAccepted: boolean;
  first: string;
  last: string;
  words: string | null;
}): Letter {
  const { brokerage, lead, isAccepted, first, last, words } = given;
  const hasAgreement = lead.agreement_state !== null;
  return letter({
    subject: `${isAccepted ? 'Your new dates work' : 'About the dates you asked for'}: move ${lead.reference}`,
    greeting: `Hello ${lead.client_name},`,
    paragraphs: [
      isAccepted
        ? `We can pick up on the dates you asked for.${hasAgreement ? ' Your agreement names the old dates, so we will send you the changed one to sign.' : ''}`
        : 'We can’t move you on the dates you asked for. Your dates stay as they are.',
      ...(words ? [words] : []),
    ],
    facts: [
      ['Reference', lead.reference],
      ['You asked for', daysText(first, last)],
      ...(lead.move_date && !isAccepted
        ? ([['Pick-up stays', daysText(lead.move_date, lead.move_date_last ?? lead.move_date)]] as [string, string][])
        : []),
    ],
    after: [`Questions? Call ${showPhone(brokerage.phone)}.`],
  });
}
