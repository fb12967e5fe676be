import type { FastifyRequest } from 'fastify';
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { US_STATES } from '#src/machines/place/us-states.ts';
import { Nothing, normalized, wrong } from '#src/api/account/account.schemas.ts';
import { createGuestAnswer } from '#src/api/account/guest-answer.ts';
import { createClientAddress } from '#src/api/platform/client-address.ts';
import { hrefs } from '#src/api/platform/hrefs.ts';
import type { Api } from '#src/api/platform/http.ts';
import type { ApiParts } from '#src/api/platform/parts.ts';
import { notFound } from '#src/api/platform/problem.ts';
import { Email, OneOf, Strict, Token, problems } from '#src/api/platform/schemas.ts';
import { inTransaction, write } from '#src/api/platform/write.ts';
import { acceptForms } from '#src/api/session/form-body.ts';
import { createLeaveTokens } from './leave-token.ts';
import { askForMails, confirmMails, leaveMails, mailWayOut } from './mailing.list.ts';

const codes = Object.keys(US_STATES);
const States = Type.Array(OneOf(codes), { minItems: 1, maxItems: codes.length, uniqueItems: true });
const Choice = Strict({ email: Email, states: States });
const OneClick = Strict({ 'List-Unsubscribe': Type.Literal('One-Click') });
const TokenPath = Strict({ token: Token });

/** Mails about new leads: asked for, confirmed by the mailbox, and ended. Nobody needs an account for it. */
export function mailingRoutes(app: Api, parts: ApiParts): void {
  const answer = createGuestAnswer(parts);
  const clientAddress = createClientAddress(parts.sessionSecret);
  const leaveTokens = createLeaveTokens(parts);

  /** @throws Problem 404 where nobody was given this token */
  function memberOf(token: string): string {
    const id = leaveTokens.memberOf(token);
    if (!id) throw notFound('link');
    return id;
  }

  app.post(
    '/email_subscribe/subscribe',
    { schema: { summary: 'Asks the mailbox whether it wants mails about new leads of these states; the answer is the same for every address', body: Choice, response: { 202: Nothing, ...problems } } },
    async (request, reply) => {
      const choice = { email: normalized(request.body.email), states: codes.filter((code) => request.body.states.includes(code)) };
      return answer(request, reply, { kind: 'mailing', email: choice.email, change: (tx) => askForMails(tx, parts, choice) });
    },
  );

  app.post(
    '/email_subscribe/confirm',
    { schema: { summary: 'With the token of the mail: from now on new leads are mailed', body: Strict({ token: Token }), response: { 200: Choice, ...problems } } },
    async (request, reply) => write(parts.database, request, reply, `guest:${clientAddress(request)}`, (tx) => confirmMails(tx, parts, request.body.token)),
  );

  app.post(
    '/email_subscribe/unsubscribe',
    {
      schema: {
        summary: 'With the token of a mail it ends the mails (200); with an address alone it mails that link, and the answer is the same for every address (202)',
        body: Strict({ token: Type.Optional(Token), email: Type.Optional(Email) }),
        response: { 200: Nothing, 202: Nothing, ...problems },
      },
    },
    async (request, reply) => {
      const { token, email } = request.body;
      if (token !== undefined) {
        const memberId = memberOf(token);
        return write(parts.database, request, reply, `guest:${clientAddress(request)}`, async (tx) => {
          await leaveMails(tx, parts, memberId);
          return {};
        });
      }
      if (email === undefined) throw wrong('email', 'Give the token of a mail or an e-mail address.');
      const address = normalized(email);
      return answer(request, reply, { kind: 'mailing-leave', email: address, change: (tx) => mailWayOut(tx, parts, address) });
    },
  );

  app.get(
    '/email_subscribe/one-click/:token',
    { schema: { summary: 'Changes nothing: for mail programs that open the address, on to the page with the button', params: TokenPath, response: problems } },
    async (request, reply) => {
      const { token } = request.params;
      const member = await parts.database.kysely.selectFrom('mailing_member').select('email').where('id', '=', memberOf(token)).executeTakeFirst();
      if (!member) throw notFound('link');
      return reply.header('cache-control', 'no-store').redirect(parts.publicUrl() + hrefs.unsubscribe(member.email, token), 303);
    },
  );

  // Mail programs send this as a form of either kind (RFC 8058, section 3.2), without cookies and without reading on.
  void app.register(async (scope) => {
    acceptForms(scope as never);
    const forms = scope.withTypeProvider<TypeBoxTypeProvider>();
    forms.post(
      '/email_subscribe/one-click/:token',
      {
        schema: {
          summary: 'One click in a mail program (RFC 8058) ends the mails',
          consumes: ['application/x-www-form-urlencoded', 'multipart/form-data'],
          params: TokenPath,
          body: OneClick,
          response: { 200: Nothing, ...problems },
        },
        preValidation: async (request) => {
          if (request.isMultipart()) (request as { body: unknown }).body = await fieldsOf(request);
        },
      },
      async (request) => {
        const memberId = memberOf(request.params.token);
        await inTransaction(parts.database, (tx) => leaveMails(tx, parts, memberId));
        return {};
      },
    );
  });
}

async function fieldsOf(request: FastifyRequest): Promise<Record<string, unknown>> {
  const fields: Record<string, unknown> = {};
  for await (const part of request.parts({ limits: { files: 0, fields: 4, fieldSize: 200 } })) {
    if (part.type === 'field') fields[part.fieldname] = part.value;
  }
  return fields;
}
