import { Type } from 'typebox';
import type { Static } from 'typebox';
import type { FastifyRequest } from 'fastify';
import type { Api } from '#src/api/http/http.ts';
import type { ApiParts } from '#src/api/parts.ts';
import { needs } from '#src/api/http/principal.ts';
import { Problem, problem } from '#src/api/http/problem.ts';
import { CalendarDate, Nullable, Strict, Uuid, Version, problems } from '#src/api/http/schemas.ts';
import { inTransaction, write } from '#src/api/database/write.ts';
import type { Tx } from '#src/api/database/write.ts';
import { portals } from '#src/api/session/portals.ts';
import { listStateLeads, mapStateLeads } from './state-lead.list.ts';
import { markContacted, shelve } from './state-lead.moves.ts';
import { assign, planFollowUp } from './state-lead.planning.ts';
import { presentStateLead } from './state-lead.present.ts';
import {
  ArchiveMany,
  ArchiveResults,
  AssignMany,
  ListQuery,
  MapQuery,
  StateLeadDetail,
  StateLeadMap,
  StateLeadPage,
} from './state-lead.schemas.ts';
import { businessOf } from './state-lead.work.ts';
import type { Actor } from './state-lead.work.ts';

export const LeadParams = Strict({ lead_id: Uuid });
const answer = { 200: StateLeadDetail, ...problems };

const EditStateLead = Strict({
  version: Type.Optional(Version),
  is_archived: Type.Optional(Type.Boolean()),
  contacted: Type.Optional(Type.Literal(true)),
  follow_up_date: Type.Optional(Nullable(CalendarDate)),
  assignee_id: Type.Optional(Nullable(Uuid)),
});

/** The mover or assistant making the request. @throws Problem 401, 403 */
export function moverOf(request: FastifyRequest): Actor & { id: string } {
  const { accountId, name, role } = needs(request, ...portals.user);
  return { id: accountId, name, role };
}

/** The leads of a moving business: the list, a single lead, its notes, and the archive. */
export function stateLeadRoutes(app: Api, parts: ApiParts): void {
  const { kysely } = parts.database;

  app.get(
    '/state-lead/',
    { schema: { querystring: ListQuery, response: { 200: StateLeadPage, ...problems } } },
    async (request) => {
      const actor = moverOf(request);
      const business = await businessOf(kysely, actor.id, parts);
      return await listStateLeads(kysely, parts, business, request.query, actor);
    },
  );

  app.get(
    '/state-lead/map',
    { schema: { querystring: MapQuery, response: { 200: StateLeadMap, ...problems } } },
    async (request) => {
      const actor = moverOf(request);
      const business = await businessOf(kysely, actor.id, parts);
      return await mapStateLeads(kysely, parts, business, request.query, actor);
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
        summary: 'One thing at a time: archives, restores, marks as contacted, sets a follow-up, or assigns',
        params: LeadParams,
        body: EditStateLead,
        response: answer,
      },
    },
    async (request, reply) => {
      const actor = moverOf(request);
      const { version = null, is_archived, follow_up_date, assignee_id } = request.body;
      return await write(parts.database, request, reply, actor.id, async (tx) => {
        const business = await businessOf(tx, actor.id, parts);
        const given = { businessId: business.id, leadId: request.params.lead_id, version, actor };
        const { version: _version, ...said } = request.body;
        if (Object.keys(said).length !== 1) {
          // Another business's lead does not exist, whatever the request says.
          await presentStateLead(tx, parts, business, given.leadId, actor.role);
          throw problem(
            422,
            'Say one thing: whether the lead is archived, that the client was contacted, when to follow up, or who works it.',
            {
              errors: [{ field: 'is_archived', message: 'Give this, `contacted`, `follow_up_date` or `assignee_id`.' }],
            },
          );
        }
        if (is_archived !== undefined) await shelve(tx, parts, given, is_archived);
        else if (follow_up_date !== undefined) await planFollowUp(tx, parts, given, follow_up_date);
        else if (assignee_id !== undefined) await assign(tx, parts, given, assignee_id);
        else await markContacted(tx, parts, given);
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
      return {
        results: await eachOnItsOwn(parts, ids, (tx, leadId) =>
          shelve(tx, parts, { businessId: business.id, leadId, version: null, actor }, is_archived),
        ),
      };
    },
  );

  app.post(
    '/state-lead/assign',
    {
      schema: {
        summary: 'Assigns many, each with its own result',
        body: AssignMany,
        response: { 200: ArchiveResults, ...problems },
      },
    },
    async (request) => {
      const actor = moverOf(request);
      const { ids, assignee_id = null } = request.body;
      const business = await businessOf(kysely, actor.id, parts);
      return {
        results: await eachOnItsOwn(parts, ids, (tx, leadId) =>
          assign(tx, parts, { businessId: business.id, leadId, version: null, actor }, assignee_id),
        ),
      };
    },
  );
}

/** A refusal for one lead does not affect the others. */
async function eachOnItsOwn(
  parts: ApiParts,
  ids: readonly string[],
  act: (tx: Tx, leadId: string) => Promise<unknown>,
): Promise<Static<typeof ArchiveResults>['results']> {
  const results: Static<typeof ArchiveResults>['results'] = [];
  for (const id of ids) {
    try {
      await inTransaction(parts.database, (tx) => act(tx, id));
      results.push({ id, done: true, detail: null });
    } catch (refused) {
      if (!(refused instanceof Problem)) throw refused;
      results.push({ id, done: false, detail: refused.detail });
    }
  }
  return results;
}
