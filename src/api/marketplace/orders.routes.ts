import { Type } from 'typebox';
import { Nothing, normalized } from '#src/api/account/account.schemas.ts';
import { createGuestAnswer } from '#src/api/account/guest-answer.ts';
import type { Api } from '#src/api/http/http.ts';
import type { ApiParts } from '#src/api/parts.ts';
import {
  Cents,
  Email,
  Instant,
  Named,
  Nullable,
  OneOf,
  PositiveCents,
  Strict,
  Token,
  UsState,
  Uuid,
  problems,
} from '#src/api/http/schemas.ts';
import { CREDIT_KINDS, REFUND_WAYS } from '#src/machines/marketplace/credit-rule.ts';
import { PURCHASE_STATES, REPORT_REASONS } from '#src/machines/marketplace/purchase.lifecycle.ts';
import { creditOf } from './credit.ts';
import { purchaseOfLink } from './details.ts';
import { mailboxOfLink, mailOrdersLink, orderOf, ordersOf } from './orders.ts';
import { DetailsToken } from './purchase.schemas.ts';
import { sendReceipt } from './receipt.ts';

const Reference = Type.String({ minLength: 1, maxLength: 20 });
const Place = Type.Object({ city: Type.String({ maxLength: 100 }), state: UsState });

const Order = Named('ShopOrder', {
  reference: Type.String({ maxLength: 20 }),
  state: OneOf(PURCHASE_STATES),
  bought_at: Instant,
  total: PositiveCents,
  credit: Cents,
  refunded: Cents,
  refunded_credit: Cents,
  items: Type.Array(
    Type.Object({
      id: Uuid,
      reference: Type.String({ maxLength: 20 }),
      origin: Place,
      destination: Place,
      price: PositiveCents,
      credit: Cents,
      refund_asked_at: Nullable(Instant),
      refunded_at: Nullable(Instant),
      refund_to: Nullable(OneOf(REFUND_WAYS)),
      report: Nullable(Type.Object({ reason: OneOf(REPORT_REASONS), at: Instant, declined_at: Nullable(Instant) })),
    }),
    { maxItems: 50 },
  ),
  details_token: Nullable(Type.String({ maxLength: 128, description: 'Opens the contacts, while they are open.' })),
});
const Orders = Named('ShopOrders', { email: Email, orders: Type.Array(Order, { maxItems: 100 }) });

/** The credit of an address: the balance, and each entry, newest first. */
const ShopCredit = Named('ShopCredit', {
  email: Email,
  balance: Cents,
  expires_at: Type.String({ ...Instant, description: 'Until when the token lets its holder use the credit.' }),
  entries: Type.Array(
    Type.Object({
      kind: OneOf(CREDIT_KINDS),
      amount: Type.Integer({
        minimum: -1_000_000_000,
        maximum: 1_000_000_000,
        description: 'US cents; less than 0 where it was spent or taken back.',
      }),
      balance: Cents,
      at: Instant,
      purchase: Type.String({ maxLength: 20 }),
      lead: Nullable(Type.String({ maxLength: 20 })),
    }),
    { maxItems: 100 },
  ),
});

/** The purchases of an address, behind a link that is mailed to it: buyers have no account. */
export function ordersRoutes(app: Api, parts: ApiParts): void {
  const { kysely } = parts.database;
  const answer = createGuestAnswer(parts);

  app.post(
    '/shop-lead/orders/link',
    {
      schema: {
        summary: 'Mails the way to its orders to an address that has bought; the answer is the same for every address',
        body: Strict({ email: Email }),
        response: { 202: Nothing, ...problems },
      },
    },
    async (request, reply) => {
      const email = normalized(request.body.email);
      return answer(request, reply, { kind: 'orders', email, change: (tx) => mailOrdersLink(tx, parts, email) });
    },
  );

  app.get(
    '/shop-lead/orders',
    {
      schema: {
        summary: 'The orders of an address, with their leads, reports and refunds',
        querystring: Strict({ token: Token }),
        response: { 200: Orders, ...problems },
      },
    },
    async (request, reply) => {
      void reply.header('cache-control', 'no-store');
      return await ordersOf(kysely, parts, request.query.token);
    },
  );

  app.get(
    '/shop-lead/credit',
    {
      schema: {
        summary: 'The credit of an address, with its entries',
        querystring: Strict({ token: Token }),
        response: { 200: ShopCredit, ...problems },
      },
    },
    async (request, reply) => {
      void reply.header('cache-control', 'no-store');
      const { email, expiresAt } = await mailboxOfLink(kysely, parts, request.query.token);
      return { email, expires_at: expiresAt, ...(await creditOf(kysely, email)) };
    },
  );

  app.get(
    '/shop-lead/orders/receipt',
    {
      schema: {
        summary: 'The receipt of one of the orders, as PDF',
        querystring: Strict({ token: Token, reference: Reference }),
      },
    },
    async (request, reply) => {
      const { token, reference } = request.query;
      return sendReceipt(reply, parts, await orderOf(kysely, parts, token, reference));
    },
  );

  app.get(
    '/shop-lead/details/receipt',
    { schema: { summary: 'The receipt of a purchase, as PDF', querystring: DetailsToken } },
    async (request, reply) => sendReceipt(reply, parts, await purchaseOfLink(kysely, parts, request.query.token)),
  );
}
