import type { FastifyInstance } from 'fastify';
import type { Payments } from '#src/api/payment/payments.ts';
import { SANDBOX_PATH } from '#src/api/payment/payments.ts';

const SECURE = {
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'",
};

/** The sandbox's routes for browsers: the calls of a card form, and receipts. */
export async function sandboxRoutes(app: FastifyInstance, { payments }: { payments: Payments }): Promise<void> {
  const { sandbox, stripe } = payments;
  if (!sandbox || payments.isOff) return;
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: 16_384 },
    (_request, body, done) => done(null, body),
  );

  app.route({
    method: ['GET', 'POST'],
    url: `${SANDBOX_PATH}/v1/*`,
    schema: { hide: true },
    async handler(request, reply) {
      const { status, body } = await sandbox.handle({
        method: request.method,
        path: request.url.slice(SANDBOX_PATH.length),
        key: request.headers.authorization?.replace(/^Bearer /, '') ?? null,
        idempotencyKey: null,
        body: typeof request.body === 'string' ? request.body : '',
      });
      return reply.code(status).headers(SECURE).type('application/json').send(body);
    },
  });

  app.get<{ Params: { id: string } }>(
    `${SANDBOX_PATH}/receipts/:id`,
    { schema: { hide: true } },
    async (request, reply) => {
      const facts = await receiptOf(request.params.id).catch(() => null);
      if (!facts)
        return reply
          .code(404)
          .headers(SECURE)
          .type('text/html; charset=utf-8')
          .send(receiptPage('There is no such receipt', []));
      return reply.headers(SECURE).type('text/html; charset=utf-8').send(receiptPage('Receipt', facts));
    },
  );

  async function receiptOf(id: string): Promise<[string, string][]> {
    const dollars = (cents: number) => `$${(cents / 100).toFixed(2)}`;
    const day = (seconds: number) => new Date(seconds * 1000).toISOString().slice(0, 10);
    if (id.startsWith('ch_')) {
      const charge = await stripe.charges.retrieve(id);
      return [
        ['Date', day(charge.created)],
        ['Paid', dollars(charge.amount)],
        ['Returned', dollars(charge.amount_refunded)],
        ['Number', charge.id],
      ];
    }
    const invoice = await stripe.invoices.retrieve(id);
    return [
      ['Number', invoice.number ?? '–'],
      ['Date', day(invoice.created)],
      ['For', invoice.lines.data.map(({ description }) => description).join(', ')],
      ['Period', `${day(invoice.period_start)} to ${day(invoice.period_end)}`],
      ['Price', dollars(invoice.subtotal)],
      ['Total', dollars(invoice.total)],
      ['State', invoice.status ?? '–'],
    ];
  }
}

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

function receiptPage(title: string, facts: readonly (readonly [string, string])[]): string {
  const rows = facts
    .map(([name, value]) => `<tr><th scope="row">${escaped(name)}</th><td>${escaped(value)}</td></tr>`)
    .join('');
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title>
<style>body{font:16px/1.5 system-ui,sans-serif;max-width:32rem;margin:3rem auto;padding:0 1rem;color:#111827}th{text-align:left;padding-right:2rem;font-weight:500;color:#4b5563}td,th{padding-block:.25rem}p{color:#4b5563}</style>
<main><h1>${title}</h1><table>${rows}</table><p>From the payment sandbox of this deployment. No money was moved.</p></main></html>`;
}
