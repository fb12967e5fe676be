import type { Kysely } from 'kysely';
import { Type } from 'typebox';
import { BrokerageBody } from '#src/api/agreement/agreement.schemas.ts';
import { progressOf } from '#src/api/carrier-job/carrier-job.progress.ts';
import type { Tables } from '#src/api/database/tables.ts';
import { CalendarDate, Cents, Count, Named, Nullable, OneOf, PositiveCents } from '#src/api/http/schemas.ts';
import type { ApiParts } from '#src/api/parts.ts';
import { presentBrokerage } from '#src/api/settings/logo.ts';
import type { LeadRow } from './agent-lead.query.ts';
import { payableOf } from './card-payment.ts';
import { balanceOf, PAYMENT_METHODS } from './ledger.balance.ts';
import { paymentsOf } from './ledger.ts';

const ShortText = Type.String({ maxLength: 2000 });

export const ClientMoney = Named('ClientMoney', {
  reference: ShortText,
  client_name: ShortText,
  brokerage: BrokerageBody,
  total: Nullable(Cents),
  reduced: Type.Integer({ minimum: 0, description: 'US cents; what was taken off the agreed price' }),
  paid: Type.Integer({ description: 'US cents, less what went back' }),
  due: Type.Integer({ description: 'US cents; below zero where more was paid' }),
  invoice: Nullable(Type.Object({ number: Count, due_on: CalendarDate })),
  payable: Nullable(
    Type.Object({
      kind: OneOf(['deposit', 'balance'] as const),
      amount: PositiveCents,
      is_due: Type.Boolean({ description: 'The deposit is due with the signature, the balance at delivery.' }),
    }),
  ),
  is_signed: Type.Boolean(),
  payments: Type.Array(
    Type.Object({
      id: ShortText,
      is_refund: Type.Boolean(),
      amount: PositiveCents,
      method: OneOf(PAYMENT_METHODS),
      paid_on: CalendarDate,
    }),
    { maxItems: 10_000 },
  ),
  refusal: Nullable(ShortText),
});

/** What a client owes and has paid, as shown to the client. */
export async function presentMoney(db: Kysely<Tables>, parts: ApiParts, lead: LeadRow, refusal: string | null = null) {
  const money = balanceOf(lead);
  const entries = await paymentsOf(db, lead.id);
  const payable = payableOf(lead);
  const corrected = new Set(entries.map(({ corrects }) => corrects));
  const isClients = ({ id, kind, direction }: (typeof entries)[number]) =>
    kind !== 'correction' && !corrected.has(id) && (direction === 'from-client' || direction === 'to-client');
  return {
    reference: lead.reference,
    client_name: lead.client_name,
    brokerage: presentBrokerage(parts),
    total: money?.total ?? null,
    reduced: money?.reduced ?? 0,
    paid: lead.received - lead.refunded,
    due: money?.due ?? 0,
    invoice: lead.invoice && { number: lead.invoice.number, due_on: lead.invoice.due_on },
    payable: payable && { ...payable, is_due: payable.kind === 'deposit' || (await isDelivered(db, lead)) },
    is_signed: lead.signed_at !== null,
    payments: entries.filter(isClients).map(({ id, direction, amount, method, paid_on }) => ({
      id,
      is_refund: direction === 'to-client',
      amount,
      method,
      paid_on,
    })),
    refusal,
  };
}

const isDelivered = async (db: Kysely<Tables>, lead: LeadRow): Promise<boolean> =>
  lead.state === 'completed-contracts' || (await progressOf(db, lead)).some(({ step }) => step === 'delivered');
