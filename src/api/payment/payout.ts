import { letter } from '#src/api/mail/letter.ts';
import type { Letter } from '#src/api/mail/letter.ts';
import { showMoney } from '#src/machines/amount/amounts.ts';
import { inTransaction } from '#src/api/database/write.ts';
import { isFirstRun } from '#src/api/configuration/first-run.ts';
import type { Brokerage } from '#src/machines/settings/brokerage.ts';
import type { Database } from '#src/api/database/database.ts';
import type { Mail } from '#src/api/mail/mail.ts';
import type { PaymentNews, Payments } from './payments.ts';

/** A payout to the brokerage's bank failed: the money stays at the payment provider until someone takes care of it. */
export async function hearOfPayout(
  parts: { database: Database; payments: Payments; mail: Mail; brokerage: Brokerage },
  { type, objectId }: PaymentNews,
): Promise<void> {
  if (type !== 'payout.failed') return;
  const { amount, failure_message: reason } = await parts.payments.stripe.payouts.retrieve(objectId);
  await inTransaction(parts.database, async (tx) => {
    if (!(await isFirstRun(tx, 'payout.failed', objectId))) return;
    await parts.mail.send(tx, {
      to: parts.brokerage.email,
      kind: 'payout',
      ...payoutFailedMail({ id: objectId, amount, reason }),
    });
  });
}

/** To the brokerage. */
export const payoutFailedMail = (given: { id: string; amount: number; reason: string | null }): Letter =>
  letter({
    subject: `A payout failed: ${showMoney(given.amount)}`,
    greeting: 'Hello,',
    paragraphs: ['Your bank rejected a payout. The payment provider still has the money.'],
    facts: [
      ['Payout', given.id],
      ['Amount', showMoney(given.amount)],
      ['Reason', given.reason ?? 'None given'],
    ],
    after: ['Check the bank account in the payment provider’s dashboard. There are no more payouts until that’s done.'],
  });
