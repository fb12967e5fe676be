import type { FastifyReply, FastifyRequest } from 'fastify';
import { job } from '../noun.ts';
import type { Noun } from '../noun.ts';
import { agentOf } from '#src/api/agent-lead/lead-write.ts';
import { carrierById } from '#src/api/carrier/carrier.repository.ts';
import { write } from '#src/api/database/write.ts';
import type { Api } from '#src/api/http/http.ts';
import { agents, carriers, needsCarrier } from '#src/api/http/principal.ts';
import { Strict, Uuid, problems } from '#src/api/http/schemas.ts';
import type { ApiParts } from '#src/api/parts.ts';
import { askRegister, lookUpCarrier, lookUpJob, lookUpStale, presentCheck, RegisterCheck } from './register-check.ts';
import type { LookUpTask } from './register-check.ts';

const ById = Strict({ carrierId: Uuid });
const answer = { 200: RegisterCheck, ...problems };
const ASKS = 'Asks the register again; the answer comes by itself';

const asking = (parts: ApiParts, request: FastifyRequest, reply: FastifyReply, by: string, carrierId: string) =>
  write(parts.database, request, reply, by, async (tx) => {
    await carrierById(tx, carrierId);
    await askRegister(tx, parts, carrierId);
    return presentCheck(tx, parts, carrierId);
  });

function ownRoutes(app: Api, parts: ApiParts): void {
  app.get(
    '/carrier/register',
    { schema: { summary: 'What the federal register says of the carrier’s USDOT number', response: answer } },
    async (request) => presentCheck(parts.database.kysely, parts, needsCarrier(request).carrierId),
  );
  app.post(
    '/carrier/register/check',
    { schema: { summary: ASKS, body: Strict({}), response: answer } },
    async (request, reply) => {
      const { accountId, carrierId } = needsCarrier(request);
      return asking(parts, request, reply, accountId, carrierId);
    },
  );
}

function agentRoutes(app: Api, parts: ApiParts): void {
  app.get(
    '/agent/carriers/:carrierId/register',
    { schema: { summary: 'The same of any carrier, for agents', params: ById, response: answer } },
    async (request) => {
      agentOf(request);
      return presentCheck(parts.database.kysely, parts, request.params.carrierId);
    },
  );
  app.post(
    '/agent/carriers/:carrierId/register/check',
    { schema: { summary: ASKS, params: ById, body: Strict({}), response: answer } },
    async (request, reply) => asking(parts, request, reply, agentOf(request).id!, request.params.carrierId),
  );
}

/** Compares carriers' own data with the federal register of motor carriers. Decides nothing by itself. */
export const carrierRegister: Noun = {
  calls: [
    { for: carriers, add: ownRoutes },
    { for: agents, add: agentRoutes },
  ],
  jobs: [
    job<LookUpTask>(lookUpJob, (parts, { data }) => lookUpCarrier(parts, data), { concurrency: 2 }),
    job('carrier-register.refresh', lookUpStale, { schedule: '*/20 * * * *' }),
  ],
};
