import type { Kysely } from 'kysely';
import { sha256 } from '#src/api/database/ids.ts';
import type { ApiParts } from '#src/api/parts.ts';
import { notFound } from '#src/api/http/problem.ts';
import type { Tables } from '#src/api/database/tables.ts';
import { creditOfPurchase } from './credit.ts';
import { actionsOf, isOpen, purchaseFacts, purchaseTokens } from './purchase.record.ts';
import type { PurchaseRow } from './purchase.record.ts';

/** The purchase, for the browser that reserved it. @throws Problem 404 */
export async function purchaseByToken(db: Kysely<Tables>, token: string): Promise<PurchaseRow> {
  const row = await db.selectFrom('purchase').selectAll().where('token_hash', '=', sha256(token)).executeTakeFirst();
  if (!row) throw notFound('purchase');
  return row;
}

/**
 * A purchase as its buyer sees it. An unpaid purchase whose time is up is shown as expired, whether that was recorded
 * yet or not.
 */
export async function presentPurchase(db: Kysely<Tables>, parts: Pick<ApiParts, 'now' | 'sessionSecret'>, id: string) {
  const stored = await db.selectFrom('purchase').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  const items = await db
    .selectFrom('purchase_item')
    .selectAll()
    .where('purchase_id', '=', id)
    .orderBy('position')
    .execute();
  const leads = await db
    .selectFrom('state_lead')
    .select(['id', 'origin_city', 'origin_state', 'destination_city', 'destination_state', 'off_market_at'])
    .where(
      'id',
      'in',
      items.map(({ lead_id }) => lead_id),
    )
    .execute();
  const leadOf = new Map(leads.map((lead) => [lead.id, lead]));
  const isOver =
    (stored.state === 'reserved' || stored.state === 'failed') &&
    Date.parse(stored.reserved_until) <= parts.now().getTime();
  const row = isOver ? { ...stored, state: 'expired' as const } : stored;
  const token = row.state === 'revealed' ? await detailsToken(db, parts, id) : null;
  const { granted, returned: creditBack, withdrawn } = await creditOfPurchase(db, id);
  const { reference, state, email, reserved_until, total, credit, receipt_url, refusal, returned, dispute } = row;
  return {
    reference,
    state,
    email,
    reserved_until,
    total,
    credit,
    refunded_credit: granted + creditBack - withdrawn,
    items: items.map(({ lead_id, price }) => {
      const lead = leadOf.get(lead_id)!;
      return {
        id: lead_id,
        origin: { city: lead.origin_city, state: lead.origin_state },
        destination: { city: lead.destination_city, state: lead.destination_state },
        price,
        gone: (isOpen(state) || state === 'expired') && lead.off_market_at !== null,
      };
    }),
    actions: actionsOf({ row, facts: purchaseFacts(row, items, parts.now()) }),
    details_token: token,
    details_until: token && (await openUntil(db, token)),
    receipt_url,
    refusal,
    returned,
    dispute,
  };
}

/** The token of the mailed link: the secret that it is derived from may have been replaced since. */
export async function detailsToken(
  db: Kysely<Tables>,
  parts: Pick<ApiParts, 'sessionSecret'>,
  id: string,
): Promise<string | null> {
  const tokens = purchaseTokens(parts, 'details', id);
  if (tokens.length === 1) return tokens[0]!;
  const links = await db
    .selectFrom('link')
    .select('token_hash')
    .where('purpose', '=', 'purchase')
    .where('subject_id', '=', id)
    .execute();
  const hashes = new Set(links.map(({ token_hash }) => token_hash));
  return tokens.find((token) => hashes.has(sha256(token))) ?? null;
}

async function openUntil(db: Kysely<Tables>, token: string): Promise<string | null> {
  const link = await db
    .selectFrom('link')
    .select('expires_at')
    .where('token_hash', '=', sha256(token))
    .executeTakeFirst();
  return link?.expires_at ?? null;
}
