import type { FastifyInstance, FastifyReply } from 'fastify';
import { framedHtml, listPage, messagePage, stylesheet } from './mailbox-pages.ts';
import { createMailboxStore } from './mailbox-store.ts';
import { notFound } from '#src/api/http/problem.ts';

const pagePolicy =
  "default-src 'none'; style-src 'self'; frame-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";
/** Inside its frame, an email may only use styles and have its links followed. */
const mailPolicy =
  "sandbox allow-top-navigation-by-user-activation; default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'self'";

const idSchema = {
  type: 'object',
  properties: { id: { type: 'string', pattern: '^[0-9a-f]{24}$' } },
  required: ['id'],
} as const;
const attachmentSchema = {
  type: 'object',
  properties: { ...idSchema.properties, index: { type: 'string', pattern: '^[0-9]{1,3}$' } },
  required: ['id', 'index'],
} as const;
const filterSchema = { type: 'object', properties: { to: { type: 'string', maxLength: 254 } } } as const;

/** The pages of the embedded mailbox. Everyone who can reach them can read all email, so they are only for a demo. */
export async function mailboxRoutes(app: FastifyInstance, { dataDir }: { dataDir: string }): Promise<void> {
  const store = createMailboxStore(dataDir);

  const secured = (reply: FastifyReply, type: string, policy = pagePolicy): FastifyReply =>
    reply
      .type(type)
      .header('content-security-policy', policy)
      .header('x-content-type-options', 'nosniff')
      .header('x-frame-options', 'SAMEORIGIN')
      .header('referrer-policy', 'no-referrer')
      .header('cache-control', 'no-store');

  const mailOf = async (id: string) => {
    const mail = await store.read(id);
    if (mail === null) throw notFound('mail');
    return mail;
  };

  app.get<{ Querystring: { to?: string } }>(
    '/dev/mailbox',
    { schema: { hide: true, querystring: filterSchema } as object },
    async ({ query }, reply) =>
      secured(reply, 'text/html; charset=utf-8').send(listPage(await store.list(query.to), query.to ?? '')),
  );

  app.get<{ Querystring: { to?: string } }>(
    '/dev/mailbox/messages.json',
    { schema: { hide: true, querystring: filterSchema } as object },
    async ({ query }, reply) => secured(reply, 'application/json; charset=utf-8').send(await store.list(query.to)),
  );

  app.get('/dev/mailbox/style.css', { schema: { hide: true } as object }, (_request, reply) =>
    secured(reply, 'text/css; charset=utf-8').send(stylesheet),
  );

  app.get<{ Params: { id: string } }>(
    '/dev/mailbox/:id',
    { schema: { hide: true, params: idSchema } as object },
    async ({ params }, reply) => secured(reply, 'text/html; charset=utf-8').send(messagePage(await mailOf(params.id))),
  );

  app.get<{ Params: { id: string } }>(
    '/dev/mailbox/:id/html',
    { schema: { hide: true, params: idSchema } as object },
    async ({ params }, reply) =>
      secured(reply, 'text/html; charset=utf-8', mailPolicy).send(framedHtml((await mailOf(params.id)).html)),
  );

  app.get<{ Params: { id: string; index: string } }>(
    '/dev/mailbox/:id/attachments/:index',
    { schema: { hide: true, params: attachmentSchema } as object },
    async ({ params }, reply) => {
      const attachment = (await mailOf(params.id)).attachments[Number(params.index)];
      if (attachment === undefined) throw notFound('attachment');
      const type = attachment.mediaType === 'application/pdf' ? attachment.mediaType : 'application/octet-stream';
      return secured(reply, type, mailPolicy)
        .header('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(attachment.name)}`)
        .send(attachment.content);
    },
  );
}
