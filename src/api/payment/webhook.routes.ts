import type { FastifyInstance } from 'fastify';
import type Stripe from 'stripe';
import type { ApiParts } from '#src/api/parts.ts';
import type { PaymentNews } from './payments.ts';
import { problem } from '#src/api/http/problem.ts';
import { inTransaction } from '#src/api/database/write.ts';

/**
 * Receives the payment provider's events. Each is verified, accepted once, and put on the queue `payments.news`. The
 * order in which events arrive does not matter, because their handlers reload the object.
 */
export async function paymentWebhook(app: FastifyInstance, { parts }: { parts: ApiParts }): Promise<void> {
  const { payments, database, jobs } = parts;
  // The signature is over the raw bytes.
  app.addContentTypeParser('application/json', { parseAs: 'buffer', bodyLimit: 512 * 1024 }, (_request, body, done) =>
    done(null, body),
  );

  app.post('/payments/webhook', { schema: { hide: true } }, async (request, reply) => {
    const signature = request.headers['stripe-signature'];
    const event = verified(request.body, signature);
    const object = event.data.object as {
      id?: string;
      object?: string;
      customer?: string | { id: string } | null;
      payment_intent?: string | { id: string } | null;
    };
    const customer = object.object === 'customer' ? object.id : object.customer;
    const payment = object.object === 'payment_intent' ? object.id : object.payment_intent;
    const news: PaymentNews = {
      type: event.type,
      objectId: object.id ?? '',
      customerId: idOf(customer),
      paymentId: idOf(payment),
    };
    await inTransaction(database, async (tx) => {
      const first = await tx
        .insertInto('payment_event')
        .values({ id: event.id, type: event.type, object_id: news.objectId })
        .onConflict((conflict) => conflict.doNothing())
        .returning('id')
        .executeTakeFirst();
      if (first) await jobs.enqueue(tx, 'payments.news', news);
    });
    return reply.code(200).send({ received: true });
  });

  function verified(body: unknown, signature: unknown): Stripe.Event {
    if (!Buffer.isBuffer(body) || typeof signature !== 'string')
      throw problem(400, 'This is not an event of the payment provider.');
    try {
      return payments.stripe.webhooks.constructEvent(
        body,
        signature,
        payments.webhookSecret,
        TOLERANCE_SECONDS,
        undefined,
        parts.now().getTime(),
      );
    } catch {
      throw problem(400, 'The signature of the event is not right, or too old.');
    }
  }
}

const idOf = (one: string | { id: string } | null | undefined): string | null =>
  typeof one === 'string' ? one : (one?.id ?? null);

const TOLERANCE_SECONDS = 300;
