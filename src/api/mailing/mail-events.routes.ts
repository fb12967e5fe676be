import { Type } from 'typebox';
import { Nothing } from '#src/api/account/account.schemas.ts';
import { inTransaction, write } from '#src/api/database/write.ts';
import { isBearer } from '#src/api/http/health.ts';
import type { Api } from '#src/api/http/http.ts';
import { agents, needs } from '#src/api/http/principal.ts';
import { notFound, problem } from '#src/api/http/problem.ts';
import { Count, Email, Instant, Named, OneOf, Strict, Text, problems } from '#src/api/http/schemas.ts';
import { job } from '#src/api/noun.ts';
import type { Noun } from '#src/api/noun.ts';
import type { ApiParts } from '#src/api/parts.ts';
import { readBounces } from './bounces.ts';
import { hearOfMail, liftStop, listStops } from './mail-stop.ts';

const TYPES = ['bounce', 'complaint'] as const;
const Events = Type.Array(
  Strict({ email: Email, type: OneOf(TYPES), permanent: Type.Boolean(), at: Instant, detail: Text(500) }),
  { minItems: 1, maxItems: 500 },
);
const Stop = Named('MailStop', {
  email: Email,
  type: OneOf(TYPES),
  detail: Text(500),
  at: Instant,
  held: Count,
});

/** A mail server, or a service that parses its reports, reports bounces and complaints here. */
function eventRoutes(app: Api, parts: ApiParts): void {
  app.post(
    '/mail/events',
    {
      schema: {
        summary: 'Reports bounces and complaints, with the bearer token; the same again changes nothing',
        body: Events,
        response: { 200: Nothing, ...problems },
      },
      // Checked before the body is validated, so that a caller without a token learns nothing about its format.
      onRequest: async (request) => {
        if (parts.mailEventsToken === null) throw notFound('call');
        if (!isBearer(request.headers.authorization, parts.mailEventsToken))
          throw problem(401, 'The bearer token is missing or wrong.');
      },
    },
    async (request) => {
      // In the order of their addresses, so that two concurrent reports cannot deadlock.
      const events = request.body.toSorted((a, b) => (a.email.toLowerCase() < b.email.toLowerCase() ? -1 : 1));
      await inTransaction(parts.database, async (tx) => {
        for (const event of events) await hearOfMail(tx, parts, event);
      });
      return {};
    },
  );
}

function stopRoutes(app: Api, parts: ApiParts): void {
  app.get(
    '/agent/mail-stops',
    {
      schema: {
        summary: 'Addresses that nothing is mailed to, and how much is held for them',
        querystring: Strict({ email: Type.Optional(Email) }),
        response: { 200: Strict({ stops: Type.Array(Stop, { maxItems: 200 }) }), ...problems },
      },
    },
    async (request) => ({ stops: await listStops(parts.database.kysely, request.query.email) }),
  );

  app.post(
    '/agent/mail-stops/lift',
    {
      schema: {
        summary: 'Mails an address again; what was held for it goes out',
        body: Strict({ email: Email }),
        response: { 200: Nothing, ...problems },
      },
    },
    async (request, reply) => {
      const { accountId } = needs(request, 'agent');
      return await write(parts.database, request, reply, accountId, async (tx) => {
        await liftStop(tx, parts, accountId, request.body.email);
        return {};
      });
    },
  );
}

/** What happened to mails that were sent. */
export const mailEvents: Noun = {
  calls: [
    { for: 'anyone', add: eventRoutes },
    { for: agents, add: stopRoutes },
  ],
  jobs: [job('mail.bounces', readBounces, { schedule: '*/5 * * * *' })],
};
