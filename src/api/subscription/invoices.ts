import { newId } from '#src/api/database/ids.ts';
import type { Tx } from '#src/api/database/write.ts';
import type { ApiParts } from '#src/api/parts.ts';
import type { Charge, Reading } from './provider.ts';
import { DAY } from '#src/machines/calendar/durations.ts';
import { disputeMail } from './subscription.mails.ts';
import type { Held } from './subscription.record.ts';

export const endDisputedJob = 'subscription.end-disputed';

/** A charge that becomes known later than this is no news, such as those before an invoice was first read. */
const NEWS_DAYS = 7;

/** An invoice that has been paid since the last comparison. */
export type Paid = Reading['invoices'][number] & { charge: Charge };

/**
 * Saves the invoices as the provider has them, with refunds and disputes. The brokerage is notified when a dispute's
 * status changes; a lost one ends the invoice's subscription.
 *
 * @returns whether anything was different, and what has just been paid
 */
export async function writeInvoices(
  tx: Tx,
  parts: ApiParts,
  { business, now }: Pick<Held, 'business' | 'now'>,
  { invoices }: Reading,
): Promise<{ isAnother: boolean; paid: Paid[] }> {
  const rows = await tx
    .selectFrom('payment_invoice')
    .select(['provider_id', 'status', 'payment_id', 'returned', 'dispute'])
    .where('business_id', '=', business.id)
    .execute();
  const kept = new Map(rows.map((row) => [row.provider_id, row]));
  let isAnother = false;
  const paid: Paid[] = [];
  for (const invoice of invoices.toReversed()) {
    const { providerId, number, amount, status, receiptUrl, issuedAt, subscriptionId, paymentId, money, charge } =
      invoice;
    const before = kept.get(providerId);
    const dispute = money ? (money.dispute?.standing ?? null) : (before?.dispute ?? null);
    const returned = money ? money.returned : (before?.returned ?? 0);
    const isSame =
      before?.status === status &&
      before.payment_id === paymentId &&
      before.returned === returned &&
      before.dispute === dispute;
    if (isSame) continue;
    isAnother = true;
    if (charge && before?.status !== 'paid' && Date.parse(charge.paidAt) + NEWS_DAYS * DAY > now.getTime())
      paid.push({ ...invoice, charge });
    const current = { status, receipt_url: receiptUrl, payment_id: paymentId, returned, dispute };
    await tx
      .insertInto('payment_invoice')
      .values({
        id: newId(),
        business_id: business.id,
        provider_id: providerId,
        number,
        amount,
        issued_at: issuedAt,
        ...current,
      })
      .onConflict((conflict) => conflict.column('provider_id').doUpdateSet(current))
      .execute();
    if (!money?.dispute || dispute === (before?.dispute ?? null)) continue;
    const mail = disputeMail({ business: business.name, number, amount, dispute: money.dispute });
    await parts.mail.send(tx, { to: parts.brokerage.email, kind: 'dispute', ...mail });
    if (dispute === 'lost' && subscriptionId)
      await parts.jobs.enqueue(tx, endDisputedJob, { businessId: business.id, subscriptionId });
  }
  return { isAnother, paid };
}
