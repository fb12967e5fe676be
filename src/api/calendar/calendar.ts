import { Nothing } from '#src/api/account/account.schemas.ts';
import { write } from '#src/api/database/write.ts';
import { sendContent } from '#src/api/file/send-file.ts';
import type { Api } from '#src/api/http/http.ts';
import { agents, needs } from '#src/api/http/principal.ts';
import { problem } from '#src/api/http/problem.ts';
import { mustAscend } from '#src/api/http/ranges.ts';
import { Strict, Token, problems } from '#src/api/http/schemas.ts';
import { revokeLinks } from '#src/api/link/link.ts';
import type { ApiParts } from '#src/api/parts.ts';
import { addDays, dateIn } from '#src/machines/calendar/days.ts';
import type { Noun } from '../noun.ts';
import { feedOf, makeFeed, readFeed } from './calendar.feed.ts';
import { readCalendar } from './calendar.query.ts';
import { Calendar, CalendarFeed, CalendarQuery, MOST_DAYS, NewCalendarFeed, Scope } from './calendar.schemas.ts';

function calendarRoutes(app: Api, parts: ApiParts): void {
  const { database } = parts;

  app.get(
    '/agent/calendar',
    {
      schema: {
        summary: 'Pick-ups and deliveries of leads whose client has signed, both days included',
        querystring: CalendarQuery,
        response: { 200: Calendar, ...problems },
      },
    },
    async (request) => {
      const { accountId } = needs(request, 'agent');
      const { from, to, mine } = request.query;
      mustAscend('to', from, to);
      if (to >= addDays(from, MOST_DAYS)) {
        const message = `Ask for ${MOST_DAYS} days at most.`;
        throw problem(400, message, { errors: [{ field: 'to', message }] });
      }
      const { entries, has_more } = await readCalendar(database.kysely, {
        from,
        to,
        agentId: mine === 'true' ? accountId : null,
      });
      return { today: dateIn(parts.brokerage.zone, parts.now()), entries, has_more };
    },
  );

  app.get(
    '/agent/calendar-feed',
    {
      schema: {
        summary: 'Whether there is a link for calendar programs; its secret was shown where it was made',
        response: { 200: CalendarFeed, ...problems },
      },
    },
    async (request) => feedOf(database.kysely, needs(request, 'agent').accountId, parts.now()),
  );

  app.post(
    '/agent/calendar-feed',
    {
      schema: {
        summary: 'Makes a link for calendar programs; an earlier one ends',
        body: Strict({ scope: Scope }),
        response: { 201: NewCalendarFeed, ...problems },
      },
    },
    async (request, reply) => {
      const { accountId } = needs(request, 'agent');
      void reply.code(201);
      return write(database, request, reply, accountId, (tx) => makeFeed(tx, parts, accountId, request.body.scope));
    },
  );

  app.delete(
    '/agent/calendar-feed',
    { schema: { summary: 'Ends the link', response: { 200: Nothing, ...problems } } },
    async (request, reply) => {
      const { accountId } = needs(request, 'agent');
      return write(database, request, reply, accountId, async (tx) => {
        await revokeLinks(tx, 'calendar', [accountId], parts.now());
        return {};
      });
    },
  );
}

function feedRoutes(app: Api, parts: ApiParts): void {
  app.get(
    '/calendar/:token',
    { schema: { summary: 'A calendar for calendar programs (RFC 5545)', params: Strict({ token: Token }) } },
    async (request, reply) => {
      const content = await readFeed(parts, request.params.token);
      return sendContent(reply, { name: 'moves.ics', mediaType: 'text/calendar; charset=utf-8' }, content);
    },
  );
}

/** The dates of moves, for agents and for the calendar programs that they authorize. */
export const calendar: Noun = {
  calls: [
    { for: agents, add: calendarRoutes },
    { for: 'anyone', add: feedRoutes },
  ],
};
