import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Noun } from '../noun.ts';
import { write } from '#src/api/database/write.ts';
import type { Tx } from '#src/api/database/write.ts';
import type { Actor } from '#src/api/engine/recorded-lifecycle.ts';
import type { Api } from '#src/api/http/http.ts';
import { carriers, needsBoard, needsCarrier } from '#src/api/http/principal.ts';
import { Strict, Uuid, Version } from '#src/api/http/schemas.ts';
import type { ApiParts } from '#src/api/parts.ts';
import { boardGaps } from '#src/machines/carrier/compliance.ts';
import { changeTruck, listTrucks, passTrucks, postTruck, withdrawTruck, truckRecord } from './truck.record.ts';
import { ChangeBody, PostBody, answer } from './truck.schemas.ts';

const ById = Strict({ id: Uuid });

function truckRoutes(app: Api, parts: ApiParts): void {
  /** Each write responds with all trucks, so that the list is up to date at once. */
  function writing(
    request: FastifyRequest,
    reply: FastifyReply,
    change: (tx: Tx, carrierId: string, actor: Actor) => Promise<unknown>,
  ) {
    const principal = needsCarrier(request);
    const { accountId, carrierId, name } = principal;
    return write(parts.database, request, reply, accountId, async (tx) => {
      await change(tx, carrierId, { id: accountId, name, role: 'carrier' });
      return listTrucks(tx, parts, carrierId, boardGaps(principal).length === 0);
    });
  }

  app.get(
    '/carrier/trucks',
    { schema: { summary: 'The carrier’s posted trucks, and how many loads fit each', response: answer } },
    async (request) => {
      const carrier = needsCarrier(request);
      return listTrucks(parts.database.kysely, parts, carrier.carrierId, boardGaps(carrier).length === 0);
    },
  );
  app.post(
    '/carrier/trucks',
    { schema: { summary: 'Posts a truck that is empty in a place on some days', body: PostBody, response: answer } },
    async (request, reply) => {
      needsBoard(request);
      return writing(request, reply, (tx, carrierId, actor) => postTruck(tx, parts, carrierId, actor, request.body));
    },
  );
  app.patch(
    '/carrier/trucks/:id',
    { schema: { summary: 'Other days, another place', params: ById, body: ChangeBody, response: answer } },
    async (request, reply) => {
      const { version, ...given } = request.body;
      return writing(request, reply, (tx, carrierId, actor) =>
        changeTruck(tx, parts, { id: request.params.id, carrierId, version, actor }, given),
      );
    },
  );
  app.post(
    '/carrier/trucks/:id/withdraw',
    { schema: { summary: 'Withdraws a truck', params: ById, body: Strict({ version: Version }), response: answer } },
    async (request, reply) => {
      const { version } = request.body;
      return writing(request, reply, (tx, carrierId, actor) =>
        withdrawTruck(tx, parts, { id: request.params.id, carrierId, version, actor }),
      );
    },
  );
}

/** Trucks that carriers post as empty: the carriers get matching loads, and agents see the trucks near a lead. */
export const truck: Noun = { records: [truckRecord], calls: [{ for: carriers, add: truckRoutes }], tidy: passTrucks };
