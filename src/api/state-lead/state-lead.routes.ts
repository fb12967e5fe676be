import type { Static } from 'typebox';
import type { FastifyRequest } from 'fastify';
import type { Api } from '#src/api/http/http.ts';
import type { ApiParts } from '#src/api/parts.ts';
import { needs } from '#src/api/http/principal.ts';
import { Problem, problem } from '#src/api/http/problem.ts';
import { Strict, Uuid, problems } from '#src/api/http/schemas.ts';
import { inTransaction, write } from '#src/api/database/write.ts';
import { portals } from '#src/api/session/portals.ts';
import { listStateLeads } from './state-lead.list.ts';
import { markContacted, shelve } from './state-lead.moves.ts';
import { presentStateLead } from './state-lead.present.ts';
import {
  ArchiveMany,
  ArchiveResults,
  EditStateLead,
  ListQuery,
  StateLeadDetail,
  StateLeadPage,
} from './state-lead.schemas.ts';
import { businessOf } from './state-lead.work.ts';
import type { Actor } from './state-lead.work.ts';

export const LeadParams = Strict({ lead_id: Uuid });
const answer = { 200: StateLeadDetail, ...problems };

/** The mover or assistant who asks. @throws Problem 401, 403 */
export function moverOf(request: FastifyRequest): Actor & { id: string } {
  const { accountId, name, role } = needs(request, ...portals.user);
  return { id: accountId, name, role };
}

/** The leads of a business of movers: its list, one of them, what is noted about it, and the shelf. */
export function stateLeadRoutes(app: Api, parts: ApiParts): void {
  const { kysely } = parts.database;

  app.get(
    '/state-lead/',
    { schema: { querystring: ListQuery, response: { 200: StateLeadPage, ...problems } } },
    async (request) => {
      const actor = moverOf(request);
      const business = await businessOf(kysely, actor.id, parts);
      return await listStateLeads(kysely, parts, business, request.query, actor.role);
    },
  );

  app.get('/state-lead/:lead_id', { schema: { params: LeadParams, response: answer } }, async (request) => {
    const actor = moverOf(request);
    const business = await businessOf(kysely, actor.id, parts);
    return await presentStateLead(kysely, parts, business, request.params.lead_id, actor.role);
  });

  app.patch(
    '/state-lead/:lead_id',
    {
      schema: {
        summary: 'One thing at a time: archives, restores, or marks as contacted',
        params: LeadParams,
        body: EditStateLead,
        response: answer,
      },
    },
    async (request, reply) => {
      const actor = moverOf(request);
      const { version = null, is_archived, contacted } = request.body;
      return await write(parts.database, request, reply, actor.id, async (tx) => {
        const business = await businessOf(tx, actor.id, parts);
        const given = { businessId: business.id, leadId: request.params.lead_id, version, actor };
        if ((is_archived === undefined) === (contacted === undefined)) {
          // Someone else's lead is not there, whatever is asked of it.
          await presentStateLead(tx, parts, business, given.leadId, actor.role);
          throw problem(422, 'Say either whether the lead is archived, or that the client was contacted.', {
            errors: [{ field: 'is_archived', message: 'Give this or `contacted`.' }],
          });
        }
        await (contacted ? markContacted(tx, parts, given) : shelve(tx, parts, given, is_archived!));
        return presentStateLead(tx, parts, business, request.params.lead_id, actor.role);
      });
    },
  );

  app.post(
    '/state-lead/archive',
    {
      schema: {
        summary: 'Archives or restores many, each with its own result',
        body: ArchiveMany,
        response: { 200: ArchiveResults, ...problems },
      },
    },
    async (request) => {
      const actor = moverOf(request);
      const { ids, is_archived } = request.body;
      const business = await businessOf(kysely, actor.id, parts);
      const results: Static<typeof ArchiveResults>['results'] = [];
      for (const leadId of ids) {
        try {
          await inTransaction(parts.database, (tx) =>
            shelve(tx, parts, { businessId: business.id, leadId, version: null, actor }, is_archived),
          );
          results.push({ id: leadId, done: true, detail: null });
        } catch (refused) {
          if (!(refused instanceof Problem)) throw refused;
          results.push({ id: leadId, done: false, detail: refused.detail });
        }
      }
      return { results };
    },
  );
}
