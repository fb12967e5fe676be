import { Type } from 'typebox';
import { US_STATES } from '#src/machines/place/us-states.ts';
import { Nothing, normalized, wrong } from '#src/api/account/account.schemas.ts';
import { createGuestAnswer } from '#src/api/account/guest-answer.ts';
import { createClientAddress } from '#src/api/http/client-address.ts';
import { hrefs } from '#src/api/link/hrefs.ts';
import type { Api } from '#src/api/http/http.ts';
import { createLeaveTokens } from '#src/api/link/leave-token.ts';
import type { ApiParts } from '#src/api/parts.ts';
import { notFound } from '#src/api/http/problem.ts';
import { Email, OneOf, Strict, Token, problems } from '#src/api/http/schemas.ts';
import { inTransaction, write } from '#src/api/database/write.ts';
import { askForMails, confirmMails, leaveMails, mailWayOut, mayLeave } from './mailing.list.ts';
import { oneClickRoutes } from './one-click.ts';

const codes = Object.keys(US_STATES);
const States = Type.Array(OneOf(codes), { minItems: 1, maxItems: codes.length, uniqueItems: true });
const Choice = Strict({ email: Email, states: States });

/** Mails about new leads: asked for, confirmed by the mailbox, and ended. Nobody needs an account for it. */
export function mailingRoutes(app: Api, parts: ApiParts): void {
  const answer = createGuestAnswer(parts);
  const clientAddress = createClientAddress(parts.sessionSecret);
  const leaveTokens = createLeaveTokens(parts, 'mailing-leave');

  /** @throws Problem 404 where nobody was given this token */
  function memberOf(token: string): string {
    const id = leaveTokens.ownerOf(token);
    if (!id) throw notFound('link');
    return id;
  }

  app.post(
    '/email_subscribe/subscribe',
    {
      schema: {
        summary:
          'Asks the mailbox whether it wants mails about new leads of these states; the answer is the same for every address',
        body: Choice,
        response: { 202: Nothing, ...problems },
      },
    },
    async (request, reply) => {
      const choice = {
        email: normalized(request.body.email),
        states: codes.filter((code) => request.body.states.includes(code)),
      };
      return answer(request, reply, {
        kind: 'mailing',
        email: choice.email,
        change: (tx) => askForMails(tx, parts, choice),
      });
    },
  );

  app.post(
    '/email_subscribe/confirm',
    {
      schema: {
        summary: 'With the token of the mail: from now on new leads are mailed',
        body: Strict({ token: Token }),
        response: { 200: Choice, ...problems },
      },
    },
    async (request, reply) =>
      write(parts.database, request, reply, `guest:${clientAddress(request)}`, (tx) =>
        confirmMails(tx, parts, request.body.token),
      ),
  );

  app.get(
    '/email_subscribe/unsubscribe',
    {
      schema: {
        summary: 'Whose mails the token of a mail ends, and whether there are any to end; reading it ends nothing',
        querystring: Strict({ token: Token }),
        response: { 200: Type.Object({ email: Email, is_on_list: Type.Boolean() }), ...problems },
      },
    },
    async (request, reply) => {
      void reply.header('cache-control', 'no-store');
      const member = await parts.database.kysely
        .selectFrom('mailing_member')
        .selectAll()
        .where('id', '=', memberOf(request.query.token))
        .executeTakeFirst();
      if (!member) throw notFound('link');
      return { email: member.email, is_on_list: mayLeave(member, parts.now()) };
    },
  );

  app.post(
    '/email_subscribe/unsubscribe',
    {
      schema: {
        summary:
          'With the token of a mail it ends the mails (200); with an address alone it mails that link, and the answer is the same for every address (202)',
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
      if (email === undefined) throw wrong('email', 'Give the token of a mail or an email address.');
      const address = normalized(email);
      return answer(request, reply, {
        kind: 'mailing-leave',
        email: address,
        change: (tx) => mailWayOut(tx, parts, address),
      });
    },
  );

  oneClickRoutes(app, '/email_subscribe/one-click/:token', {
    async page(token) {
      const member = await parts.database.kysely
        .selectFrom('mailing_member')
        .select('email')
        .where('id', '=', memberOf(token))
        .executeTakeFirst();
      if (!member) throw notFound('link');
      return parts.publicUrl() + hrefs.unsubscribe(member.email, token);
    },
    async leave(token) {
      const memberId = memberOf(token);
      await inTransaction(parts.database, (tx) => leaveMails(tx, parts, memberId));
    },
  });
}
