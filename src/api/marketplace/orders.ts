import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { hrefs } from '#src/api/link/hrefs.ts';
import { createLink, openLink } from '#src/api/link/link.ts';
import { letter } from '#src/api/mail/letter.ts';
import type { Letter } from '#src/api/mail/letter.ts';
import type { ApiParts } from '#src/api/parts.ts';
import { notFound } from '#src/api/http/problem.ts';
import type { RowOf, Tables } from '#src/api/database/tables.ts';
import type { Tx } from '#src/api/database/write.ts';
import { HOUR } from '#src/machines/calendar/durations.ts';
import { creditOfPurchases } from './credit.ts';
import type { PurchaseCredit } from './credit.ts';
import { detailsToken } from './purchase.present.ts';

/** The link opens contacts, so it expires soon; it is easy to request another one by email. */
const LINK_HOURS = 24;
/** The newest orders listed. */
const LISTED = 100;

const paidBy = (db: Kysely<Tables>, email: string) =>
  db
    .selectFrom('purchase')
    .selectAll()
    .where(sql<string>`lower(email)`, '=', email.toLowerCase())
    .where('paid_at', 'is not', null)
    // Erased buyers share no identity and must not be grouped as one.
    .where('blacked_out_at', 'is', null)
    .orderBy('paid_at', 'desc')
    .orderBy('id', 'desc');

/** Mails an address the link to its orders, if it has any; otherwise sends nothing. */
export async function mailOrdersLink(tx: Tx, parts: ApiParts, email: string): Promise<void> {
  const newest = await paidBy(tx, email).limit(1).executeTakeFirst();
  if (!newest) return;
  const now = parts.now();
  const { token } = await createLink(tx, {
    purpose: 'orders',
    subjectId: newest.id,
    createdBy: null,
    now,
    expiresAt: new Date(now.getTime() + LINK_HOURS * HOUR),
  });
  await parts.mail.send(tx, {
    to: newest.email,
    kind: 'orders',
    ...ordersMail({ url: parts.publicUrl() + hrefs.orders(token) }),
  });
}

export const ordersMail = ({ url }: { url: string }): Letter =>
  letter({
    subject: 'Your lead orders',
    greeting: 'Hello,',
    paragraphs: [
      'Someone, hopefully you, asked to see the orders placed with this address: the leads you bought, receipts, reports, refunds, and credit.',
    ],
    button: { label: 'See your orders', url },
    after: [
      `The link works for ${LINK_HOURS} hours. Anyone with it can see the contacts you bought, so keep it private.`,
      'If it wasn’t you, ignore this email. Nobody else can open your orders.',
    ],
  });

/** The address behind the link. @throws Problem 404; 410 for an expired link */
async function buyerOfLink(db: Kysely<Tables>, parts: Pick<ApiParts, 'now'>, token: string): Promise<string> {
  return (await mailboxOfLink(db, parts, token)).email;
}

/**
 * A person who opens the link has shown that the mailbox is theirs, as long as it is valid. @throws as `buyerOfLink`
 */
export async function mailboxOfLink(
  db: Kysely<Tables>,
  parts: Pick<ApiParts, 'now'>,
  token: string,
): Promise<{ email: string; expiresAt: string }> {
  const { subject_id, expires_at } = await openLink(db, token, 'orders', parts.now());
  const purchase = await db
    .selectFrom('purchase')
    .select('email')
    .where('id', '=', subject_id)
    .where('blacked_out_at', 'is', null)
    .executeTakeFirst();
  if (!purchase) throw notFound('order');
  return { email: purchase.email, expiresAt: expires_at! };
}

/** The purchases of an address and their outcome, newest first. */
export async function ordersOf(db: Kysely<Tables>, parts: ApiParts, token: string) {
  const email = await buyerOfLink(db, parts, token);
  const purchases = await paidBy(db, email).limit(LISTED).execute();
  const items = await itemsOf(
    db,
    purchases.map(({ id }) => id),
  );
  const creditOfOrder = await creditOfPurchases(
    db,
    purchases.map(({ id }) => id),
  );
  const open = await openDetails(
    db,
    parts,
    purchases.map(({ id }) => id),
  );
  return {
    email,
    orders: await Promise.all(
      purchases.map(async (row) => {
        const own = items.filter(({ purchase_id }) => purchase_id === row.id);
        return {
          reference: row.reference,
          state: row.state,
          bought_at: row.paid_at!,
          total: row.total,
          credit: row.credit,
          ...refundedOf(row, own, creditOfOrder(row.id)),
          items: own.map(presentItem),
          // The contacts of a purchase are accessible for as long as the link in its own mail is.
          details_token: row.state === 'revealed' && open.has(row.id) ? await detailsToken(db, parts, row.id) : null,
        };
      }),
    ),
  };
}

export type OrderItem = Awaited<ReturnType<typeof itemsOf>>[number];

export const itemsOf = (db: Kysely<Tables>, purchaseIds: string[]) =>
  db
    .selectFrom('purchase_item as item')
    .innerJoin('state_lead as lead', 'lead.id', 'item.lead_id')
    .select([
      'item.purchase_id',
      'item.lead_id',
      'item.price',
      'item.credit',
      'item.refund_asked_at',
      'item.refunded_at',
      'item.refund_to',
      'item.report_reason',
      'item.reported_at',
      'item.report_declined_at',
      'lead.reference',
      'lead.origin_city',
      'lead.origin_state',
      'lead.destination_city',
      'lead.destination_state',
    ])
    .where('item.purchase_id', 'in', purchaseIds.length > 0 ? purchaseIds : [NOBODY])
    .orderBy('item.position')
    .execute();

const NOBODY = '00000000-0000-0000-0000-000000000000';

/** What was refunded so far: to the card, and as credit. US cents. */
export function refundedOf(
  row: Pick<RowOf<'purchase'>, 'state' | 'total' | 'credit' | 'returned' | 'card_returned'>,
  items: readonly Pick<OrderItem, 'price' | 'credit' | 'refunded_at' | 'refund_to'>[],
  { granted, returned, withdrawn }: PurchaseCredit,
): { refunded: number; refunded_credit: number } {
  const paid = row.total - row.credit;
  const ofLeads = items
    .filter(({ refunded_at, refund_to }) => refunded_at !== null && refund_to !== 'credit')
    .reduce((sum, { price, credit }) => sum + price - credit, 0);
  return {
    refunded: row.state === 'refunded' ? (row.card_returned ?? paid) : Math.min(paid, row.returned + ofLeads),
    refunded_credit: granted + returned - withdrawn,
  };
}

const presentItem = (item: OrderItem) => ({
  id: item.lead_id,
  reference: item.reference,
  origin: { city: item.origin_city, state: item.origin_state },
  destination: { city: item.destination_city, state: item.destination_state },
  price: item.price,
  credit: item.credit,
  refund_asked_at: item.refund_asked_at,
  refunded_at: item.refunded_at,
  refund_to: item.refund_to,
  report: item.reported_at
    ? { reason: item.report_reason!, at: item.reported_at, declined_at: item.report_declined_at }
    : null,
});

async function openDetails(db: Kysely<Tables>, { now }: ApiParts, purchaseIds: string[]): Promise<Set<string>> {
  if (purchaseIds.length === 0) return new Set();
  const links = await db
    .selectFrom('link')
    .select('subject_id')
    .where('purpose', '=', 'purchase')
    .where('subject_id', 'in', purchaseIds)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now().toISOString())
    .execute();
  return new Set(links.map(({ subject_id }) => subject_id));
}

/** One of the orders behind the link. @throws Problem 404 if the link's buyer has no such order */
export async function orderOf(db: Kysely<Tables>, parts: ApiParts, token: string, reference: string): Promise<string> {
  const email = await buyerOfLink(db, parts, token);
  const order = await paidBy(db, email).where('reference', '=', reference).executeTakeFirst();
  if (!order) throw notFound('order');
  return order.id;
}
