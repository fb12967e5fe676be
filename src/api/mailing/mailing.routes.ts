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
import { Email, Named, OneOf, Strict, Token, Version, problems } from '#src/api/http/schemas.ts';
import { inTransaction, write } from '#src/api/database/write.ts';
import type { MailingRow } from './mailing.record.ts';
import { MAIL_FREQUENCIES } from '#src/machines/mailing/frequency.ts';
import { askForMails, changeMails, choiceOf, confirmMails, leaveMails, mailWayOut, mayLeave } from './mailing.list.ts';
import { oneClickRoutes } from './one-click.ts';

const codes = Object.keys(US_STATES);
const inOrder = (states: readonly string[]) => codes.filter((code) => states.includes(code));
const States = Type.Array(OneOf(codes), { minItems: 1, maxItems: codes.length, uniqueItems: true });
const Cities = Type.Array(
  Type.String({ pattern: '^[A-Z]{2}:[^,:\\u0000]{1,100}$', maxLength: 103, description: 'OH:Columbus' }),
  { maxItems: 50, uniqueItems: true, description: 'Of a state with cities only these are meant.' },
);
const Frequency = OneOf(MAIL_FREQUENCIES);
const Asked = Strict({
  email: Email,
  states: States,
  cities: Type.Optional(Cities),
  frequency: Type.Optional(Frequency),
});
const Choice = Strict({ email: Email, states: States, cities: Cities, frequency: Frequency });
const Chosen = Named('MailChoice', {
  email: Email,
  is_on_list: Type.Boolean(),
  states: Type.Array(OneOf(codes), { maxItems: codes.length }),
  cities: Cities,
  frequency: Frequency,
  version: Version,
});

/** Mails about new leads: requested, confirmed by the mailbox, and ended. No account is needed. */
export function mailingRoutes(app: Api, parts: ApiParts): void {
  const answer = createGuestAnswer(parts);
  const clientAddress = createClientAddress(parts.sessionSecret);
  const leaveTokens = createLeaveTokens(parts, 'mailing-leave');
  const choiceTokens = createLeaveTokens(parts, 'mailing-choice');

  /** @throws Problem 404 if this token was never issued */
  function memberOf(token: string): string {
    const id = leaveTokens.ownerOf(token);
    if (!id) throw notFound('link');
    return id;
  }

  /** @throws Problem 404 if this token was never issued */
  function ownerOf(token: string): string {
    const id = choiceTokens.ownerOf(token);
    if (!id) throw notFound('link');
    return id;
  }

  app.post(
    '/email_subscribe/subscribe',
    {
      schema: {
        summary:
          'Asks the mailbox whether it wants mails about new leads of these states; the answer is the same for every address',
        body: Asked,
        response: { 202: Nothing, ...problems },
      },
    },
    async (request, reply) => {
      const { states, cities = [], frequency = 'at-once' } = request.body;
      const choice = {
        email: normalized(request.body.email),
        ...choiceOf({ states: inOrder(states), cities, frequency }),
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
    '/email_subscribe/choice',
    {
      schema: {
        summary: 'What a mailbox is mailed about, with the token that its mails carry',
        querystring: Strict({ token: Token }),
        response: { 200: Chosen, ...problems },
      },
    },
    async (request, reply) => {
      void reply.header('cache-control', 'no-store');
      const member = await parts.database.kysely
        .selectFrom('mailing_member')
        .selectAll()
        .where('id', '=', ownerOf(request.query.token))
        .executeTakeFirst();
      if (!member) throw notFound('link');
      return chosenBy(member);
    },
  );

  app.post(
    '/email_subscribe/choice',
    {
      schema: {
        summary: 'Changes what a mailbox is mailed about and how often, with the token that its mails carry',
        body: Strict({ token: Token, states: States, cities: Cities, frequency: Frequency, version: Version }),
        response: { 200: Chosen, ...problems },
      },
    },
    async (request, reply) => {
      const { token, states, cities, frequency, version } = request.body;
      const memberId = ownerOf(token);
      const choice = choiceOf({ states: inOrder(states), cities, frequency });
      return write(parts.database, request, reply, `guest:${clientAddress(request)}`, async (tx) =>
        chosenBy(await changeMails(tx, parts, memberId, { ...choice, version })),
      );
    },
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

const chosenBy = ({ email, state, states, cities, frequency, version }: MailingRow) => ({
  email,
  is_on_list: state === 'subscribed',
  states: inOrder(states),
  cities,
  frequency,
  version,
});
