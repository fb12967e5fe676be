import type { FastifyReply } from 'fastify';
import { facts, paragraph } from '#src/api/agreement/document.ts';
import type { PaperDocument } from '#src/api/agreement/document.ts';
import { printDraft } from '#src/api/agreement/press.ts';
import { sendContent } from '#src/api/file/send-file.ts';
import { longDate } from '#src/api/mail/letter.ts';
import type { ApiParts } from '#src/api/parts.ts';
import { readLogo } from '#src/api/settings/logo.ts';
import { showMoney } from '#src/machines/amount/amounts.ts';
import { cardName } from '#src/machines/subscription/card-name.ts';
import { dateIn } from '#src/machines/calendar/days.ts';
import type { RowOf } from '#src/api/database/tables.ts';
import { creditOfPurchase } from './credit.ts';
import type { PurchaseCredit } from './credit.ts';
import { itemsOf, refundedOf } from './orders.ts';
import type { OrderItem } from './orders.ts';

/** The receipt of a purchase as PDF, on the brokerage's letterhead, including later refunds. */
export async function sendReceipt(reply: FastifyReply, parts: ApiParts, purchaseId: string): Promise<FastifyReply> {
  const { kysely } = parts.database;
  const row = await kysely.selectFrom('purchase').selectAll().where('id', '=', purchaseId).executeTakeFirstOrThrow();
  const pdf = await printDraft({
    brokerage: parts.brokerage,
    logo: await readLogo(parts),
    document: receiptDocument(
      row,
      await itemsOf(kysely, [purchaseId]),
      await creditOfPurchase(kysely, purchaseId),
      parts.brokerage,
    ),
    footer: `Receipt · ${row.reference}`,
    createdAt: parts.now(),
  });
  return sendContent(reply, { name: `Receipt ${row.reference}.pdf`, mediaType: 'application/pdf' }, pdf, pdf.length);
}

export function receiptDocument(
  row: Pick<
    RowOf<'purchase'>,
    | 'reference'
    | 'email'
    | 'paid_at'
    | 'total'
    | 'credit'
    | 'state'
    | 'returned'
    | 'card_returned'
    | 'card_brand'
    | 'card_last4'
  >,
  items: readonly OrderItem[],
  credit: PurchaseCredit,
  { name, zone }: Pick<ApiParts['brokerage'], 'name' | 'zone'>,
): PaperDocument {
  const { refunded: toCard, refunded_credit: asCredit } = refundedOf(row, items, credit);
  const refunded = toCard + asCredit;
  // An empty column is omitted.
  const whereRefunded = <T>(cell: T): T[] => (refunded > 0 ? [cell] : []);
  const { card_brand: brand, card_last4: last4 } = row;
  const byCard = row.total - row.credit;
  const how = row.credit === 0 ? 'by card' : byCard === 0 ? 'with credit' : 'by card and with credit';
  return {
    title: 'Receipt',
    subtitle: `Purchase ${row.reference}`,
    templateVersion: 'purchase-receipt/1',
    blocks: [
      facts(
        ['Seller', name],
        ['Buyer', row.email],
        ['Paid', `${longDate(dateIn(zone, new Date(row.paid_at!)))}, ${how}`],
        brand && last4 ? ['Card', cardName({ brand, last4 })] : null,
        ['Amount paid', [{ strong: showMoney(row.total) }]],
        row.credit > 0 && byCard > 0 ? ['By card', showMoney(byCard)] : null,
        row.credit > 0 && byCard > 0 ? ['With credit', showMoney(row.credit)] : null,
        toCard > 0 ? ['Refunded to the card', showMoney(toCard)] : null,
        asCredit > 0 ? ['Refunded as credit', showMoney(asCredit)] : null,
      ),
      {
        type: 'table',
        caption: 'Leads',
        columns: [
          { label: 'Lead', share: 0.16 },
          { label: 'Move', share: refunded > 0 ? 0.5 : 0.67 },
          ...whereRefunded({ label: 'Refunded', share: 0.17 }),
          { label: 'Price', share: 0.17, isNumber: true },
        ],
        rows: items.map((item) => [
          item.reference,
          `${item.origin_city}, ${item.origin_state} to ${item.destination_city}, ${item.destination_state}`,
          ...whereRefunded(item.refunded_at ? longDate(dateIn(zone, new Date(item.refunded_at))) : ''),
          showMoney(item.price),
        ]),
        totals: [
          ['', 'Total', ...whereRefunded(''), showMoney(row.total)],
          ...(refunded > 0
            ? [
                ['', 'Refunded', '', showMoney(-refunded)],
                ['', 'Paid after refunds', '', showMoney(row.total - refunded)],
              ]
            : []),
        ],
      },
      paragraph('Each line is the contact of a household that asked for a mover. All amounts are in US dollars.'),
    ],
  };
}
