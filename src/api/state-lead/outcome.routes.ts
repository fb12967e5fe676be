import { Type } from 'typebox';
import type { Api } from '#src/api/http/http.ts';
import { problem } from '#src/api/http/problem.ts';
import { problems } from '#src/api/http/schemas.ts';
import type { ApiParts } from '#src/api/parts.ts';
import { write } from '#src/api/database/write.ts';
import { markLost, markWon, reopen } from './state-lead.outcome.ts';
import { peopleOf } from './state-lead.planning.ts';
import { presentStateLead } from './state-lead.present.ts';
import { LeadParams, moverOf } from './state-lead.routes.ts';
import { OutcomeInput, Person, StateLeadDetail } from './state-lead.schemas.ts';
import { businessOf } from './state-lead.work.ts';

/** The outcome of a lead, and who in the business can work one. */
export function stateLeadOutcomeRoutes(app: Api, parts: ApiParts): void {
  const { kysely } = parts.database;

  app.get(
    '/state-lead/people',
    {
      schema: {
        summary: 'Who of the business can be assigned a lead',
        response: { 200: Type.Array(Person, { maxItems: 200 }), ...problems },
      },
    },
    async (request) => {
      const business = await businessOf(kysely, moverOf(request).id, parts);
      const people = await peopleOf(kysely, business.id).limit(200).execute();
      return people.map(({ id, name }) => ({ id, name }));
    },
  );

  app.post(
    '/state-lead/:lead_id/outcome',
    {
      schema: {
        summary: 'Marks a lead as won with its value, as lost with the reason, or opens it again',
        params: LeadParams,
        body: OutcomeInput,
        response: { 200: StateLeadDetail, ...problems },
      },
    },
    async (request, reply) => {
      const actor = moverOf(request);
      const { version = null, outcome, value, reason, note = null } = request.body;
      return await write(parts.database, request, reply, actor.id, async (tx) => {
        const business = await businessOf(tx, actor.id, parts);
        const known = { businessId: business.id, leadId: request.params.lead_id, version, actor };
        if ((outcome === 'won' && value == null) || (outcome === 'lost' && reason == null)) {
          // Another business's lead does not exist, whatever the request says.
          await presentStateLead(tx, parts, business, known.leadId, actor.role);
          throw outcome === 'won'
            ? problem(422, 'Enter what the job is worth.', {
                errors: [{ field: 'value', message: 'Enter what the job is worth.' }],
              })
            : problem(422, 'Choose why the job was lost.', {
                errors: [{ field: 'reason', message: 'Choose why the job was lost.' }],
              });
        }
        if (outcome === 'won') await markWon(tx, parts, known, value!);
        else if (outcome === 'lost') await markLost(tx, parts, known, { reason: reason!, note });
        else await reopen(tx, parts, known);
        return presentStateLead(tx, parts, business, known.leadId, actor.role);
      });
    },
  );
}
