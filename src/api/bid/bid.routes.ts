import { Type } from 'typebox';
import { LeadDetail } from '#src/api/agent-lead/agent-lead.schemas.ts';
import { LeadParams, agentOf, known, leadWrite } from '#src/api/agent-lead/lead-write.ts';
import { leadById } from '#src/api/agent-lead/agent-lead.repository.ts';
import { dateIn } from '#src/machines/calendar/days.ts';
import { bidsOfLeads } from './bid.list.ts';
import { Bid } from './bid.schemas.ts';
import { markBidsSeen } from './bid.repository.ts';
import { Fields, wantsOf } from '#src/api/http/fields.ts';
import type { Api } from '#src/api/http/http.ts';
import type { ApiParts } from '#src/api/parts.ts';
import { Strict, Uuid, Version, problems } from '#src/api/http/schemas.ts';
import { write } from '#src/api/database/write.ts';
import { CounterOffer, counterBid } from './counter-offer.ts';
import { inviteToBid } from './bid-invitation.ts';

const MAXIMUM_LEADS = 100;

/** `id,id,…`: the query of a batch. */
const Ids = Type.String({ pattern: '^[0-9a-f-]{36}(,[0-9a-f-]{36}){0,99}$', maxLength: 37 * MAXIMUM_LEADS });

/** As many as are listed as the nearest. */
const MAXIMUM_INVITED = 50;

/** The agents' view of bids. */
export function bidRoutes(app: Api, parts: ApiParts): void {
  const { kysely } = parts.database;

  app.get(
    '/agent-lead/bid/',
    {
      schema: {
        querystring: Strict({ lead_id: Ids, fields: Fields }),
        response: { 200: Type.Array(Bid, { maxItems: 10_000 }), ...problems },
      },
    },
    async (request) => {
      agentOf(request);
      const today = dateIn(parts.brokerage.zone, parts.now());
      return bidsOfLeads(kysely, request.query.lead_id.split(','), today, wantsOf(request.query.fields));
    },
  );

  app.post(
    '/agent-lead/bid/mark_as_seen',
    { schema: { querystring: Strict({ lead_id: Uuid, fields: Fields }), response: { 200: LeadDetail, ...problems } } },
    async (request, reply) =>
      await leadWrite(parts, request, reply, async (tx) => {
        const lead = await leadById(tx, request.query.lead_id);
        await markBidsSeen(tx, lead.id, parts.now());
        return leadById(tx, lead.id);
      }),
  );

  app.post(
    '/agent-lead/:leadId/bid/:bidId/counter',
    {
      schema: {
        summary: 'Ask a carrier that has bid for another amount',
        params: Strict({ leadId: Uuid, bidId: Uuid }),
        querystring: Strict({ fields: Fields }),
        body: CounterOffer,
        response: { 200: LeadDetail, ...problems },
      },
    },
    async (request, reply) =>
      await leadWrite(parts, request, reply, (tx, actor) =>
        counterBid(tx, parts, known(request, actor), request.params.bidId, request.body),
      ),
  );

  app.post(
    '/agent-lead/:leadId/bid/invite',
    {
      schema: {
        summary: 'Invite carriers to bid on a load that is on the board',
        params: LeadParams,
        body: Strict({
          carrier_ids: Type.Array(Uuid, { minItems: 1, maxItems: MAXIMUM_INVITED, uniqueItems: true }),
          version: Type.Optional(Version),
        }),
        response: {
          200: Type.Object({
            invited: Type.Array(Uuid, {
              maxItems: MAXIMUM_INVITED,
              description: 'carriers that were told now; the others knew before or bid already',
            }),
          }),
          ...problems,
        },
      },
    },
    async (request, reply) => {
      const actor = agentOf(request);
      const { carrier_ids, version = null } = request.body;
      const { leadId } = request.params;
      return await write(parts.database, request, reply, actor.id, async (tx) => ({
        invited: await inviteToBid(tx, parts, { leadId, version, actor }, carrier_ids),
      }));
    },
  );
}
