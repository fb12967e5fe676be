import { Type } from 'typebox';
import type { Api } from '#src/api/http/http.ts';
import { decodeCursor, encodeCursor } from '#src/api/database/cursor.ts';
import type { ApiParts } from '#src/api/parts.ts';
import { paymentProblem } from '#src/api/payment/problems.ts';
import { needs } from '#src/api/http/principal.ts';
import type { Principal } from '#src/api/http/principal.ts';
import { notFound } from '#src/api/http/problem.ts';
import { Cursor, LimitText, Nullable, Strict, Uuid, problems } from '#src/api/http/schemas.ts';
import { change, changeOnce } from './change.ts';
import { customerOf, openPayments } from './provider.ts';
import { businessOf, cardsOf } from './subscription.present.ts';
import { CardsAnswer, InvoiceAnswer, SetupAnswer, SetupIntentId } from './subscription.schemas.ts';

/** A business's cards and payments. Card numbers never reach this server: the provider gets them from the browser. */
export function paymentRoutes(app: Api, parts: ApiParts): void {
  const { kysely } = parts.database;

  app.post(
    '/user/subscription/payment/method',
    {
      schema: {
        summary: 'Begins to add a card: with this the browser hands it to the payment provider',
        body: Strict({}),
        response: { 200: SetupAnswer, ...problems },
      },
    },
    async (request) => {
      const principal = needs(request, 'mover');
      const { stripe, publishableKey, sandbox } = openPayments(parts);
      const business = await businessOf(kysely, principal);
      try {
        const customer = await customerOf(parts, business.id);
        const { client_secret } = await stripe.setupIntents.create({ customer, usage: 'off_session' });
        return {
          client_secret: client_secret!,
          publishable_key: publishableKey,
          provider: sandbox ? ('sandbox' as const) : ('stripe' as const),
        };
      } catch (error) {
        throw paymentProblem(error);
      }
    },
  );

  app.post(
    '/user/payment/card/attach',
    {
      schema: {
        summary: 'Keeps the card of a setup that the browser has finished',
        body: Strict({ setup_intent: SetupIntentId }),
        response: { 200: CardsAnswer, ...problems },
      },
    },
    async (request, reply) => {
      const principal = needs(request, 'mover');
      return changeOnce(parts, request, reply, principal, async () => {
        const { id } = await businessOf(kysely, principal);
        await change(parts, principal, id, {
          event: { type: 'card.added', by: 'mover' },
          given: { setupIntent: request.body.setup_intent },
        });
        return cardsOf(kysely, id);
      });
    },
  );

  for (const [gesture, event] of [
    ['detach', 'card.removed'],
    ['default', 'card.made-default'],
  ] as const) {
    app.post(
      `/user/payment/card/:cardId/${gesture}`,
      { schema: { params: Strict({ cardId: Uuid }), body: Strict({}), response: { 200: CardsAnswer, ...problems } } },
      async (request, reply) => {
        const principal = needs(request, 'mover');
        return changeOnce(parts, request, reply, principal, async () => {
          const { id, card } = await ownCard(principal, request.params.cardId);
          await change(parts, principal, id, {
            event: { type: event, by: 'mover' },
            given: { cardId: card.id, providerCardId: card.provider_id },
          });
          return cardsOf(kysely, id);
        });
      },
    );
  }

  app.get('/user/payment/methods', { schema: { response: { 200: CardsAnswer, ...problems } } }, async (request) =>
    cardsOf(kysely, (await businessOf(kysely, needs(request, 'mover'))).id),
  );

  app.get(
    '/user/payment/history',
    {
      schema: {
        summary: 'What was charged, newest first',
        querystring: Strict({ after: Type.Optional(Cursor), limit: Type.Optional(LimitText) }),
        response: {
          200: Type.Object({
            items: Type.Array(InvoiceAnswer, { maxItems: 100 }),
            end: Nullable(Cursor),
            has_next: Type.Boolean(),
          }),
          ...problems,
        },
      },
    },
    async (request) => {
      const { id } = await businessOf(kysely, needs(request, 'mover'));
      const limit = Number(request.query.limit ?? 20);
      let wanted = kysely
        .selectFrom('payment_invoice')
        .selectAll()
        .where('business_id', '=', id)
        .orderBy('issued_at', 'desc')
        .orderBy('id', 'desc')
        .limit(limit + 1);
      if (request.query.after) {
        const [at, lastId] = decodeCursor(request.query.after);
        wanted = wanted.where(({ eb, refTuple, tuple }) =>
          eb(refTuple('issued_at', 'id'), '<', tuple(String(at), lastId)),
        );
      }
      const [rows, subscription] = await Promise.all([
        wanted.execute(),
        kysely
          .selectFrom('subscription')
          .select(['standing', 'open_invoice_id'])
          .where('business_id', '=', id)
          .executeTakeFirst(),
      ]);
      // Nobody collects an open invoice of a subscription that has ended. In a trial, it waits for an early end.
      const isCollected = (invoice: string) =>
        subscription?.standing === 'trialing' || subscription?.open_invoice_id === invoice;
      const items = rows
        .slice(0, limit)
        .map(
          ({ id: invoice, issued_at: date, provider_id, number, amount, status, receipt_url, returned, dispute }) => ({
            id: invoice,
            date,
            number,
            amount,
            status: status === 'open' && !isCollected(provider_id) ? 'uncollectible' : status,
            receipt_url,
            returned,
            dispute,
          }),
        );
      const last = items.at(-1);
      return { items, end: last ? encodeCursor([last.date, last.id]) : null, has_next: rows.length > limit };
    },
  );

  async function ownCard(principal: Principal, cardId: string) {
    const { id } = await businessOf(kysely, principal);
    const card = await kysely
      .selectFrom('payment_card')
      .select(['id', 'provider_id'])
      .where('business_id', '=', id)
      .where('id', '=', cardId)
      .executeTakeFirst();
    if (!card) throw notFound('card');
    return { id, card };
  }
}
