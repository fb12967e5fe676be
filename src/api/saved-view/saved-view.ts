import type { Noun } from '../noun.ts';
import { write } from '#src/api/database/write.ts';
import type { Tx } from '#src/api/database/write.ts';
import type { Api } from '#src/api/http/http.ts';
import { agents, needs } from '#src/api/http/principal.ts';
import type { Principal } from '#src/api/http/principal.ts';
import { Strict, Uuid, Version } from '#src/api/http/schemas.ts';
import type { ApiParts } from '#src/api/parts.ts';
import { listColumnsRoutes } from './list-columns.ts';
import { changeView, listViews, removeView, saveView } from './saved-view.repository.ts';
import { ChangeBody, SaveBody, listAnswer, writeAnswer } from './saved-view.schemas.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';

const ById = Strict({ id: Uuid });

function savedViewRoutes(app: Api, parts: ApiParts): void {
  const { database } = parts;

  /** Each write responds with all views, so that the menu is up to date at once. */
  const writing = (
    request: FastifyRequest,
    reply: FastifyReply,
    change: (tx: Tx, by: Principal) => Promise<string>,
  ) => {
    const by = needs(request, 'agent');
    return write(database, request, reply, by.accountId, async (tx) => ({
      id: await change(tx, by),
      views: await listViews(tx, by),
    }));
  };

  app.get(
    '/agent/saved-views',
    { schema: { summary: 'One’s own views of the lists of leads, and those that are shared', response: listAnswer } },
    async (request) => ({ views: await listViews(database.kysely, needs(request, 'agent')) }),
  );

  app.post(
    '/agent/saved-views',
    { schema: { summary: 'Keeps a tab with its filters and its order', body: SaveBody, response: writeAnswer } },
    async (request, reply) => writing(request, reply, (tx, by) => saveView(tx, request.body, by, parts.now())),
  );

  app.put(
    '/agent/saved-views/:id',
    { schema: { summary: 'Another name, other filters', params: ById, body: ChangeBody, response: writeAnswer } },
    async (request, reply) =>
      writing(request, reply, async (tx, by) => {
        const { id } = request.params;
        await changeView(tx, { id, ...request.body }, by, parts.now());
        return id;
      }),
  );

  app.post(
    '/agent/saved-views/:id/remove',
    {
      schema: {
        summary: 'Deletes a view; the leads stay',
        params: ById,
        body: Strict({ version: Version }),
        response: writeAnswer,
      },
    },
    async (request, reply) =>
      writing(request, reply, async (tx, by) => {
        const { id } = request.params;
        await removeView(tx, { id, version: request.body.version }, by);
        return id;
      }),
  );
}

/** Lists of leads that agents return to. */
export const savedView: Noun = {
  calls: [
    { for: agents, add: savedViewRoutes },
    { for: agents, add: listColumnsRoutes },
  ],
};
