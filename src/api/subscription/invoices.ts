import { newId } from '#src/api/database/ids.ts';
import type { Tx } from '#src/api/database/write.ts';
import type { ApiParts } from '#src/api/parts.ts';
import type { Reading } from './provider.ts';
import { disputeMail } from './subscription.mails.ts';
import type { Held } from './subscription.record.ts';

export const endDisputedJob = 'subscription.end-disputed';

/**
 * Saves the invoices as the provider has them, with refunds and disputes. The brokerage is notified when a dispute's
 * status changes; a lost one ends the invoice's subscription.
 *
 * @returns whether anything was different
 */
export async function writeInvoices(
  tx: Tx,
  parts: ApiParts,
  { business }: Pick<Held, 'business'>,
  { invoices }: Reading,
): Promise<boolean> {
  const rows = await tx
    .selectFrom('payment_invoice')
    .select(['provider_id', 'status', 'payment_id', 'returned', 'dispute'])
    .where('business_id', '=', business.id)
    .execute();
  const kept = new Map(rows.map((row) => [row.provider_id, row]));
  let isAnother = false;
  for (const invoice of invoices.toReversed()) {
    const { providerId, number, amount, status, receiptUrl, issuedAt, subscriptionId, paymentId, money } = invoice;
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
    const now = { status, receipt_url: receiptUrl, payment_id: paymentId, returned, dispute };
    await tx
      .insertInto('payment_invoice')
      .values({
        id: newId(),
        business_id: business.id,
        provider_id: providerId,
        number,
        amount,
        issued_at: issuedAt,
        ...now,
      })
      .onConflict((conflict) => conflict.column('provider_id').doUpdateSet(now))
      .execute();
    if (!money?.dispute || dispute === (before?.dispute ?? null)) continue;
    const mail = disputeMail({ business: business.name, number, amount, dispute: money.dispute });
    await parts.mail.send(tx, { to: parts.brokerage.email, kind: 'dispute', ...mail });
    if (dispute === 'lost' && subscriptionId)
      await parts.jobs.enqueue(tx, endDisputedJob, { businessId: business.id, subscriptionId });
  }
  return isAnother;
}
