import { createPayments } from '#src/api/payment/payments.ts';
import { newId } from '#src/api/database/ids.ts';
import type { ApiParts } from '#src/api/parts.ts';
import { inTransaction } from '#src/api/database/write.ts';
import { beginPayment } from '#src/api/marketplace/pay.ts';
import { reportLead } from '#src/api/marketplace/report.ts';
import { reserve } from '#src/api/marketplace/reserve.ts';
import { comparePayment } from '#src/api/marketplace/settle.ts';
import { listShop } from '#src/api/marketplace/shop.ts';
import { HOUR } from '#src/machines/calendar/durations.ts';

interface DemoPurchase {
  email: string;
  hoursAgo: number;
  /** How many of the newest leads at the time, starting from which one. */
  leads: number;
  from: number;
  /** What was wrong with the first of them, reported some hours later; the brokerage has not answered yet. */
  report?: { reason: 'wrong-number' | 'already-hired'; text: string };
}

const PURCHASES: readonly DemoPurchase[] = [
  { email: 'buyer@demo.test', hoursAgo: 160, from: 0, leads: 2 },
  {
    email: 'dispatch@lakeside-movers.example',
    hoursAgo: 97,
    from: 3,
    leads: 1,
    report: { reason: 'wrong-number', text: 'A bakery answers. They have never heard of the client.' },
  },
  {
    email: 'office@redbrick-vans.example',
    hoursAgo: 52,
    from: 1,
    leads: 3,
    report: { reason: 'already-hired', text: 'She signed with another company last week.' },
  },
  { email: 'buyer@demo.test', hoursAgo: 30, from: 2, leads: 2 },
  { email: 'office@redbrick-vans.example', hoursAgo: 7, from: 4, leads: 2 },
];

const REPORTED_AFTER = 4 * HOUR;

/**
 * What guests bought earlier, so that some leads have fewer shares left: created through the product's own calls, with
 * its clock in the past. Nobody is emailed, because these guests do not exist. After a crash, it starts over with what
 * is missing.
 */
export async function buyDemoLeads(parts: ApiParts): Promise<void> {
  if (!parts.payments.sandbox) return;
  const { database, jobs, sessionSecret, publicUrl, now: today } = parts;
  const mail = { ...parts.mail, send: async () => newId() };
  const bought = await database.kysely
    .selectFrom('purchase')
    .select('email')
    .where('paid_at', 'is not', null)
    .where('email', 'in', [...new Set(PURCHASES.map(({ email }) => email))])
    .execute();
  for (const { email, hoursAgo, from, leads, report } of PURCHASES) {
    const earlier = bought.findIndex((purchase) => purchase.email === email);
    if (earlier !== -1) {
      bought.splice(earlier, 1);
      continue;
    }
    const now = () => new Date(today().getTime() - hoursAgo * HOUR);
    const payments = createPayments({
      stripe: null,
      demo: true,
      database,
      jobs,
      sessionSecret,
      publicUrl,
      hookUrl: publicUrl,
      now,
    });
    const then = { ...parts, mail, payments, now };
    const { items } = await listShop(database.kysely, then, { limit: '100' });
    const wanted = items
      .filter(({ received_at }) => Date.parse(received_at) < now().getTime())
      .slice(from, from + leads);
    if (wanted.length === 0) continue;
    const [leadIds, prices] = [wanted.map(({ id }) => id), wanted.map(({ price }) => price)];
    const id = await inTransaction(database, (tx) =>
      reserve(tx, then, { mailbox: async () => false }, { leadIds, prices, email, address: `demo ${email}` }),
    );
    const secret = await beginPayment(
      then,
      id,
      prices.reduce((sum, price) => sum + price, 0),
    );
    await payments.stripe.paymentIntents.confirm(secret!.split('_secret_')[0]!, { payment_method: 'pm_card_visa' });
    await comparePayment(then, id);
    if (!report) continue;
    const later = { ...then, now: () => new Date(now().getTime() + REPORTED_AFTER) };
    await inTransaction(database, (tx) => reportLead(tx, later, id, { lead_id: leadIds[0]!, ...report }));
  }
}
