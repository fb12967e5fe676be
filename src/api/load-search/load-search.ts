import type { FastifyReply, FastifyRequest } from 'fastify';
import { job } from '../noun.ts';
import type { Noun } from '../noun.ts';
import { write } from '#src/api/database/write.ts';
import type { Tx } from '#src/api/database/write.ts';
import type { Api } from '#src/api/http/http.ts';
import { carriers, needsCarrier } from '#src/api/http/principal.ts';
import { notFound } from '#src/api/http/problem.ts';
import { Strict, Uuid, Version } from '#src/api/http/schemas.ts';
import { hrefs } from '#src/api/link/hrefs.ts';
import { createLeaveTokens } from '#src/api/link/leave-token.ts';
import { oneClickRoutes } from '#src/api/mailing/one-click.ts';
import type { ApiParts } from '#src/api/parts.ts';
import { mailSearches } from './load-search.alert.ts';
import { changeSearch, endAlert, listSearches, removeSearch, saveSearch } from './load-search.repository.ts';
import { ChangeBody, SaveBody, answer } from './load-search.schemas.ts';

const ById = Strict({ id: Uuid });

function loadSearchRoutes(app: Api, parts: ApiParts): void {
  const { kysely } = parts.database;
  /** Each write responds with all searches, so that the list is up to date at once. */
  function writing(request: FastifyRequest, reply: FastifyReply, change: (tx: Tx, carrierId: string) => Promise<void>) {
    const { accountId, carrierId } = needsCarrier(request);
    return write(parts.database, request, reply, accountId, async (tx) => {
      await change(tx, carrierId);
      return listSearches(tx, carrierId);
    });
  }

  app.get(
    '/carrier/load-searches',
    { schema: { summary: 'The carrier’s saved searches of the board', response: answer } },
    async (request) => listSearches(kysely, needsCarrier(request).carrierId),
  );
  app.post(
    '/carrier/load-searches',
    { schema: { summary: 'Keeps the filters of the board under a name', body: SaveBody, response: answer } },
    async (request, reply) =>
      writing(request, reply, (tx, carrierId) => {
        const { name, alert, channel = 'mail', ...filter } = request.body;
        return saveSearch(tx, carrierId, { name, alert, channel, filter }, parts.now());
      }),
  );
  app.patch(
    '/carrier/load-searches/:id',
    { schema: { summary: 'Another name, other alerts', params: ById, body: ChangeBody, response: answer } },
    async (request, reply) =>
      writing(request, reply, (tx, carrierId) =>
        changeSearch(tx, carrierId, { id: request.params.id, ...request.body }, parts.now()),
      ),
  );
  app.post(
    '/carrier/load-searches/:id/remove',
    { schema: { summary: 'Deletes a search', params: ById, body: Strict({ version: Version }), response: answer } },
    async (request, reply) =>
      writing(request, reply, (tx, carrierId) =>
        removeSearch(tx, carrierId, { id: request.params.id, version: request.body.version }),
      ),
  );
}

/** Ending the alerts of one search by the token from a mail. */
function leaveRoutes(app: Api, parts: ApiParts): void {
  const tokens = createLeaveTokens(parts, 'load-search');
  const searchOf = (token: string): string => {
    const id = tokens.ownerOf(token);
    if (!id) throw notFound('link');
    return id;
  };
  oneClickRoutes(app, '/carrier/load-searches/one-click/:token', {
    page: async (token) => {
      searchOf(token);
      return parts.publicUrl() + hrefs.loadSearches();
    },
    leave: (token) => endAlert(parts.database.kysely, searchOf(token), parts.now()),
  });
}

/** A carrier's saved searches of the load board, and the mails about them. */
export const loadSearch: Noun = {
  calls: [
    { for: carriers, add: loadSearchRoutes },
    { for: 'anyone', add: leaveRoutes },
  ],
  jobs: [job('load-search.alert', mailSearches, { schedule: '*/5 * * * *' })],
};
