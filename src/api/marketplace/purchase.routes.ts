import { createClientAddress } from '#src/api/http/client-address.ts';
import type { Api } from '#src/api/http/http.ts';
import type { ApiParts } from '#src/api/parts.ts';
import { Strict, problems } from '#src/api/http/schemas.ts';
import { write } from '#src/api/database/write.ts';
import { createRequestLimits } from '#src/api/session/request-limits.ts';
import { beginPayment, checkPayment, payWithCredit } from './pay.ts';
import { openShop } from './provider.ts';
import { presentPurchase, purchaseByToken } from './purchase.present.ts';
import { holdPurchase, purchaseRecord, purchaseToken, recordPurchase } from './purchase.record.ts';
import { Checkout, PayInput, Payment, Purchase, PurchaseInput, PurchaseParams } from './purchase.schemas.ts';
import { reserve } from './reserve.ts';

/**
 * Buying leads as a guest: reserve, pay, check, release. Every call but the first needs the token that the first one
 * returned.
 */
export function purchaseRoutes(app: Api, parts: ApiParts): void {
  const { kysely } = parts.database;
  const answer = { 200: Purchase, ...problems };
  const limits = createRequestLimits(parts.database, parts.ceilingFactor);
  const clientAddress = createClientAddress(parts.sessionSecret);

  app.post(
    '/shop-lead/purchase',
    {
      schema: {
        summary:
          'Reserves shares of leads for some minutes, all or none; where credit pays for all of it, they are bought',
        body: PurchaseInput,
        response: { 201: Checkout, ...problems },
      },
    },
    async (request, reply) => {
      openShop(parts);
      const address = clientAddress(request);
      await limits.shopper(address);
      const { leads_ids, prices, email, credit } = request.body;
      void reply.code(201);
      // The token is not stored with the write: it is derived from the id.
      const { id, purchase } = await write(parts.database, request, reply, `guest:${address}`, async (tx) => {
        const made = await reserve(tx, parts, limits, { leadIds: leads_ids, prices, email, address, credit });
        if (credit) await payWithCredit(tx, parts, made);
        return { id: made, purchase: await presentPurchase(tx, parts, made) };
      });
      return { token: purchaseToken(parts, 'checkout', id), purchase };
    },
  );

  app.get(
    '/shop-lead/purchase/:token',
    { schema: { summary: 'Where a purchase stands', params: PurchaseParams, response: answer } },
    async (request, reply) => {
      void reply.header('cache-control', 'no-store');
      const { id } = await purchaseByToken(kysely, request.params.token);
      return await presentPurchase(kysely, parts, id);
    },
  );

  app.post(
    '/shop-lead/purchase/:token/pay',
    {
      schema: {
        summary: 'Begins the payment, or goes on with it',
        params: PurchaseParams,
        body: PayInput,
        response: { 200: Payment, ...problems },
      },
    },
    async (request) => {
      const { id } = await purchaseByToken(kysely, request.params.token);
      const client_secret = await beginPayment(parts, id, request.body.total);
      const { publishableKey, sandbox } = parts.payments;
      return {
        client_secret,
        publishable_key: publishableKey,
        provider: sandbox ? ('sandbox' as const) : ('stripe' as const),
        purchase: await presentPurchase(kysely, parts, id),
      };
    },
  );

  app.post(
    '/shop-lead/purchase/:token/check',
    {
      schema: {
        summary: 'Asks the payment provider what came of the payment',
        params: PurchaseParams,
        body: Strict({}),
        response: answer,
      },
    },
    async (request) => {
      const row = await purchaseByToken(kysely, request.params.token);
      await checkPayment(parts, row);
      return await presentPurchase(kysely, parts, row.id);
    },
  );

  app.delete(
    '/shop-lead/purchase/:token',
    { schema: { summary: 'Lets the reserved shares go', params: PurchaseParams, response: answer } },
    async (request, reply) => {
      const { id } = await purchaseByToken(kysely, request.params.token);
      return await write(parts.database, request, reply, `purchase:${id}`, async (tx) => {
        const held = await holdPurchase(tx, parts, id);
        const event = { type: 'reservation.released', by: 'visitor' } as const;
        purchaseRecord.mustAllow(held, event);
        await recordPurchase(tx, parts, held, event);
        return presentPurchase(tx, parts, id);
      });
    },
  );
}
