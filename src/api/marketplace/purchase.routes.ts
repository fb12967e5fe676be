import type { Api } from '#src/api/platform/http.ts';
import type { ApiParts } from '#src/api/platform/parts.ts';
import { problem } from '#src/api/platform/problem.ts';
import { Strict, problems } from '#src/api/platform/schemas.ts';
import { Checkout, Payment, Purchase, PurchaseInput, PurchaseParams } from './purchase.schemas.ts';

/** Buying leads as a guest: reserve, pay, check, let go. */
export function purchaseRoutes(app: Api, _parts: ApiParts): void {
  const answer = { 200: Purchase, ...problems };
  const closed = () => problem(503, 'Payments are not open yet.', { retryAfter: 3600 });

  app.post('/shop-lead/purchase', { schema: { summary: 'Reserves shares of leads for some minutes', body: PurchaseInput, response: { 201: Checkout, ...problems } } }, async () => {
    throw closed();
  });
  app.get('/shop-lead/purchase/:token', { schema: { summary: 'Where a purchase stands', params: PurchaseParams, response: answer } }, async () => {
    throw closed();
  });
  app.post('/shop-lead/purchase/:token/pay', { schema: { summary: 'Begins the payment, or goes on with it', params: PurchaseParams, body: Strict({}), response: { 200: Payment, ...problems } } }, async () => {
    throw closed();
  });
  app.post('/shop-lead/purchase/:token/check', { schema: { summary: 'Asks the payment provider what came of the payment', params: PurchaseParams, body: Strict({}), response: answer } }, async () => {
    throw closed();
  });
  app.delete('/shop-lead/purchase/:token', { schema: { summary: 'Lets the reserved shares go', params: PurchaseParams, response: answer } }, async () => {
    throw closed();
  });
}
