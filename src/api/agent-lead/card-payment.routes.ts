import { presentBrokerage } from '#src/api/settings/logo.ts';
import type { Kysely } from 'kysely';
import { Type } from 'typebox';
import type { Tables } from '#src/api/database/tables.ts';
import { BrokerageBody, NewLink } from '#src/api/agreement/agreement.schemas.ts';
import { write } from '#src/api/database/write.ts';
import type { Api } from '#src/api/http/http.ts';
import { problem } from '#src/api/http/problem.ts';
import {
  CalendarDate,
  Cents,
  Count,
  Named,
  Nullable,
  OneOf,
  PositiveCents,
  Strict,
  problems,
} from '#src/api/http/schemas.ts';
import type { ApiParts } from '#src/api/parts.ts';
import { beginCardPayment, checkCardPayments, moneyBehind, newPayLink, payableOf } from './card-payment.ts';
import { LeadParams, agentOf } from './lead-write.ts';
import { balanceOf, PAYMENT_METHODS } from './ledger.balance.ts';
import { paymentLinkMail } from './ledger.mails.ts';
import { paymentsOf } from './ledger.ts';
import type { LeadRow } from './agent-lead.query.ts';
import { leadById } from './agent-lead.repository.ts';
import { TokenQuery } from './shared.routes.ts';

const ShortText = Type.String({ maxLength: 2000 });

export const ClientMoney = Named('ClientMoney', {
  reference: ShortText,
  client_name: ShortText,
  brokerage: BrokerageBody,
  total: Nullable(Cents),
  paid: Type.Integer({ description: 'US cents, less what went back' }),
  due: Type.Integer({ description: 'US cents; below zero where more was paid' }),
  invoice: Nullable(Type.Object({ number: Count, due_on: CalendarDate })),
  payable: Nullable(Type.Object({ kind: OneOf(['deposit', 'balance'] as const), amount: PositiveCents })),
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

/** What a client owes and has paid, as it is told. */
export async function presentMoney(db: Kysely<Tables>, parts: ApiParts, lead: LeadRow, refusal: string | null = null) {
  const money = balanceOf(lead);
  const entries = await paymentsOf(db, lead.id);
  const corrected = new Set(entries.map(({ corrects }) => corrects));
  const isClients = ({ id, kind, direction }: (typeof entries)[number]) =>
    kind !== 'correction' && !corrected.has(id) && (direction === 'from-client' || direction === 'to-client');
  return {
    reference: lead.reference,
    client_name: lead.client_name,
    brokerage: presentBrokerage(parts),
    total: money?.total ?? null,
    paid: lead.received - lead.refunded,
    due: money?.due ?? 0,
    invoice: lead.invoice && { number: lead.invoice.number, due_on: lead.invoice.due_on },
    payable: payableOf(lead),
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

/** What the client owes and has paid, behind its link, and the payment by card. */
export function cardPaymentRoutes(app: Api, parts: ApiParts): void {
  const { kysely } = parts.database;

  const present = (lead: LeadRow, refusal: string | null = null) => presentMoney(kysely, parts, lead, refusal);

  app.get(
    '/agent-lead/payment/shared',
    { schema: { querystring: TokenQuery, response: { 200: ClientMoney, ...problems } } },
    async (request, reply) => {
      void reply.header('cache-control', 'no-store');
      return present(await moneyBehind(kysely, parts, request.query.token));
    },
  );

  app.post(
    '/agent-lead/payment/shared/pay',
    {
      schema: {
        summary: 'Begins a payment by card; charges nothing',
        querystring: TokenQuery,
        body: Strict({ amount: PositiveCents }),
        response: {
          200: Type.Object({
            client_secret: Nullable(ShortText),
            publishable_key: ShortText,
            provider: OneOf(['off', 'sandbox', 'stripe'] as const),
          }),
          ...problems,
        },
      },
    },
    async (request) => {
      const { token } = request.query;
      const secret = await beginCardPayment(parts, token, request.body.amount);
      const { publishableKey, sandbox } = parts.payments;
      return {
        client_secret: secret,
        publishable_key: publishableKey,
        provider: sandbox ? ('sandbox' as const) : ('stripe' as const),
      };
    },
  );

  app.post(
    '/agent-lead/payment/shared/check',
    {
      schema: {
        summary: 'Asks the provider what came of it, and books that',
        querystring: TokenQuery,
        response: { 200: ClientMoney, ...problems },
      },
    },
    async (request) => {
      const { token } = request.query;
      const refusal = await checkCardPayments(parts, token);
      return present(await moneyBehind(kysely, parts, token), refusal);
    },
  );
}

/** An agent sends the client a link to pay. */
export function paymentLinkRoutes(app: Api, parts: ApiParts): void {
  app.post(
    '/agent-lead/:leadId/payments/link',
    {
      schema: {
        summary: 'Mails the client a link to pay what is due by card',
        params: LeadParams,
        response: { 201: NewLink, ...problems },
      },
    },
    async (request, reply) => {
      const actor = agentOf(request);
      void reply.code(201);
      return write(parts.database, request, reply, actor.id, async (tx) => {
        const lead = await leadById(tx, request.params.leadId);
        const payable = lead.is_archived ? null : payableOf(lead);
        if (!payable)
          throw problem(409, 'Nothing can be paid now: the client has to sign first, or has paid.', {
            state: lead.state,
          });
        if (!lead.client_email) throw problem(409, 'It needs: the client has an email address.', { state: lead.state });
        const link = await newPayLink(tx, parts, lead.id, actor.id);
        await parts.mail.send(tx, {
          to: lead.client_email,
          kind: 'payment-link',
          leadId: lead.id,
          ...paymentLinkMail({
            brokerage: presentBrokerage(parts),
            lead,
            amount: payable.amount,
            isDeposit: payable.kind === 'deposit',
            url: link.url,
          }),
        });
        return link;
      });
    },
  );
}
