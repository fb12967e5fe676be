import { csvOf } from '#src/api/http/csv.ts';
import type { Kysely } from 'kysely';
import { MOVE_SIZES } from '#src/machines/state-lead/move-sizes.ts';
import { reportUntil } from '#src/machines/marketplace/purchase.lifecycle.ts';
import { openLink } from '#src/api/link/link.ts';
import type { ApiParts } from '#src/api/parts.ts';
import { notFound, problem } from '#src/api/http/problem.ts';
import { buyerFacts } from './report.facts.ts';
import type { Tables } from '#src/api/database/tables.ts';

/**
 * The id of the purchase behind the mailed link. @throws Problem 404; 410 for an expired link, and for a purchase that
 * was refunded
 */
export async function purchaseOfLink(db: Kysely<Tables>, parts: Pick<ApiParts, 'now'>, token: string): Promise<string> {
  const { subject_id } = await openLink(db, token, 'purchase', parts.now());
  const { state } = await db
    .selectFrom('purchase')
    .select('state')
    .where('id', '=', subject_id)
    .executeTakeFirstOrThrow();
  if (state !== 'revealed') throw problem(410, 'This purchase was refunded, so its contacts are closed.', { state });
  return subject_id;
}

/**
 * The purchased leads, with contacts; `only` selects some of them. @throws Problem 404 if `only` names a lead that is
 * not part of the purchase
 */
export async function boughtLeads(db: Kysely<Tables>, now: Date, purchaseId: string, only?: string[]) {
  const { reference, paid_at, mailbox } = await db
    .selectFrom('purchase')
    .select(['reference', 'paid_at', 'mailbox'])
    .where('id', '=', purchaseId)
    .executeTakeFirstOrThrow();
  const rows = await db
    .selectFrom('purchase_item as item')
    .innerJoin('state_lead as lead', 'lead.id', 'item.lead_id')
    .selectAll('lead')
    .select([
      'item.price',
      'item.credit',
      'item.refund_asked_at',
      'item.refunded_at',
      'item.refund_to',
      'item.report_reason',
      'item.report_text',
      'item.reported_at',
      'item.report_declined_at',
      'item.report_answer',
    ])
    .where('item.purchase_id', '=', purchaseId)
    .orderBy('item.position')
    .execute();
  if (only?.some((id) => !rows.some((row) => row.id === id))) throw notFound('lead');
  const { refundsLeft, wasWrong } = await buyerFacts(db, mailbox, now);
  return {
    reference,
    bought_at: paid_at!,
    report_until: reportUntil(paid_at!),
    refunds_left: wasWrong ? 0 : refundsLeft,
    items: rows
      .filter(({ id }) => !only || only.includes(id))
      .map((row) => ({
        id: row.id,
        reference: row.reference,
        client: { name: row.client_name, email: row.client_email, phone: row.client_phone, zone: row.client_zone },
        origin: { city: row.origin_city, state: row.origin_state, zip: row.origin_zip },
        destination: { city: row.destination_city, state: row.destination_state, zip: row.destination_zip },
        miles: row.miles,
        size: row.size,
        weight_lb: row.weight_lb,
        move_date: row.move_date,
        is_flexible: row.is_flexible,
        comment: row.comment,
        received_at: row.received_at,
        price: row.price,
        credit: row.credit,
        refund_asked_at: row.refund_asked_at,
        refunded_at: row.refunded_at,
        refund_to: row.refund_to,
        report: row.reported_at
          ? {
              reason: row.report_reason!,
              text: row.report_text,
              at: row.reported_at,
              declined_at: row.report_declined_at,
              answer: row.report_answer,
            }
          : null,
      })),
  };
}

type Bought = Awaited<ReturnType<typeof boughtLeads>>['items'][number];

const COLUMNS: readonly (readonly [name: string, value: (lead: Bought) => string | number | null])[] = [
  ['lead', (lead) => lead.reference],
  ['name', (lead) => lead.client.name],
  ['phone', (lead) => lead.client.phone],
  ['email', (lead) => lead.client.email],
  ['time_zone', (lead) => lead.client.zone],
  ['from_city', (lead) => lead.origin.city],
  ['from_state', (lead) => lead.origin.state],
  ['from_zip', (lead) => lead.origin.zip],
  ['to_city', (lead) => lead.destination.city],
  ['to_state', (lead) => lead.destination.state],
  ['to_zip', (lead) => lead.destination.zip],
  ['miles', (lead) => lead.miles],
  ['move_date', (lead) => lead.move_date],
  ['flexible', (lead) => (lead.is_flexible ? 'yes' : 'no')],
  ['size', (lead) => MOVE_SIZES[lead.size].name],
  ['weight_lb', (lead) => lead.weight_lb],
  ['comment', (lead) => lead.comment],
  ['received_at', (lead) => lead.received_at],
  ['price_usd', (lead) => (lead.price / 100).toFixed(2)],
];

export const boughtLeadsCsv = (leads: readonly Bought[]): string =>
  csvOf([COLUMNS.map(([name]) => name), ...leads.map((lead) => COLUMNS.map(([, value]) => value(lead)))]);
