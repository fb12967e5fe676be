import { showPhone } from '#src/machines/phone/phone.ts';
import { showMoney } from '#src/machines/amount/amounts.ts';
import type { Brokerage } from '#src/machines/settings/brokerage.ts';
import { letter, longDate } from '#src/api/mail/letter.ts';
import type { Letter } from '#src/api/mail/letter.ts';
import type { LeadRow } from './agent-lead.query.ts';

/** The mails about a client's money. */
interface About {
  brokerage: Brokerage;
  lead: LeadRow;
}

export function receiptMail({
  brokerage,
  lead,
  amount,
  paidOn,
  due,
}: About & { amount: number; paidOn: string; due: number }): Letter {
  return letter({
    subject: `Payment received: ${showMoney(amount)} for move ${lead.reference}`,
    greeting: `Hello ${lead.client_name},`,
    paragraphs: ['Thank you. We received your card payment.'],
    facts: [
      ['Reference', lead.reference],
      ['Amount', showMoney(amount)],
      ['Paid on', longDate(paidOn)],
      ['Balance due', showMoney(due)],
    ],
    after: [`Questions? Call ${showPhone(brokerage.phone)} or reply to this email.`],
  });
}

export function paymentLinkMail({
  brokerage,
  lead,
  amount,
  isDeposit,
  url,
}: About & { amount: number; isDeposit: boolean; url: string }): Letter {
  const what = isDeposit ? 'deposit' : 'balance';
  return letter({
    subject: `Pay the ${what} for your move ${lead.reference}`,
    greeting: `Hello ${lead.client_name},`,
    paragraphs: [`You can pay the ${what} for your move by card, on your phone or computer.`],
    facts: [
      ['Reference', lead.reference],
      ['Amount', showMoney(amount)],
    ],
    button: { label: 'Pay by card', url },
    after: ['This link is only for you.', `To pay another way, call ${showPhone(brokerage.phone)}.`],
  });
}

export function overdueMail({
  brokerage,
  lead,
  due,
  dueOn,
  number,
  url,
}: About & { due: number; dueOn: string; number: number; url: string }): Letter {
  return letter({
    subject: `Reminder: invoice ${number} for your move ${lead.reference} is overdue`,
    greeting: `Hello ${lead.client_name},`,
    paragraphs: [`Invoice ${number} was due on ${longDate(dueOn)}. If you’ve already paid, please ignore this email.`],
    facts: [
      ['Invoice', String(number)],
      ['Balance due', showMoney(due)],
    ],
    button: { label: 'Pay by card', url },
    after: [`To pay another way, call ${showPhone(brokerage.phone)} or reply to this email.`],
  });
}
