import { Type } from 'typebox';
import { LEAD_KINDS } from '#src/api/agent-lead/agent-lead.schemas.ts';
import { LeadParams, agentOf } from '#src/api/agent-lead/lead-write.ts';
import { lastDateOf } from '#src/api/agent-lead/last-date.ts';
import { NOTHING, invitedTo, isAskable } from '#src/api/bid/bid-invitation.ts';
import { leadById } from '#src/api/agent-lead/agent-lead.repository.ts';
import type { Api } from '#src/api/http/http.ts';
import type { ApiParts } from '#src/api/parts.ts';
import { needs } from '#src/api/http/principal.ts';
import { problem } from '#src/api/http/problem.ts';
import {
  Named,
  PageInfo,
  Cents,
  Count,
  Cursor,
  Instant,
  LimitText,
  Nullable,
  OneOf,
  Strict,
  Text,
  UsState,
  Uuid,
  Version,
  problems,
} from '#src/api/http/schemas.ts';
import { write } from '#src/api/database/write.ts';
import { dateIn } from '#src/machines/calendar/days.ts';
import { Carrier, Detail, presentDetail } from './agent-carrier.detail.ts';
import { Jobs, jobsOf } from './agent-carrier.jobs.ts';
import { ListCarriers, carrierFilters, listCarriers } from './agent-carrier.list.ts';
import { tellOfCarrier } from './carrier.live.ts';
import { NearTruck, trucksNear } from './carrier-truck.repository.ts';
import { carrierById, hasPlace, nearestCarriers } from './carrier.repository.ts';
import { LanePrice, lanePriceOf } from './lane-price.ts';
import { mayBid } from './load.present.ts';
import { SheetRows, soundSheet } from './pricing-sheet.ts';
import { lockedCarrier } from './profile.repository.ts';

const ShortText = Type.String({ maxLength: 500 });
/** `miles` from the requested place, if there was one. */
const ListedCarrier = Named('Carrier', {
  ...Carrier.properties,
  miles: Nullable(Type.Number({ minimum: 0, maximum: 13_000 })),
});

/** Carriers, as agents choose among them. */
export function agentCarrierRoutes(app: Api, parts: ApiParts): void {
  const { kysely } = parts.database;
  const today = () => dateIn(parts.brokerage.zone, parts.now());

  app.get(
    '/agent/carriers',
    {
      schema: {
        querystring: ListCarriers,
        response: {
          200: Type.Object({
            carriers: Type.Array(ListedCarrier, { maxItems: 100 }),
            page: PageInfo,
          }),
          ...problems,
        },
      },
    },
    async (request) => {
      agentOf(request);
      return listCarriers(kysely, request.query, today());
    },
  );

  app.get(
    '/agent/carriers/filter-list',
    {
      schema: {
        response: {
          200: Type.Object({
            states: Type.Array(UsState, { maxItems: 60 }),
            equipment: Type.Array(ShortText, { maxItems: 200 }),
            kinds: Type.Array(OneOf(LEAD_KINDS), { maxItems: 10 }),
            compliance: Type.Object({ compliant: Count, not_compliant: Count }),
          }),
          ...problems,
        },
      },
    },
    async (request) => {
      agentOf(request);
      return { ...(await carrierFilters(kysely, today())), kinds: [...LEAD_KINDS] };
    },
  );

  app.get(
    '/agent/carriers/:carrierId/details',
    { schema: { params: Strict({ carrierId: Uuid }), response: { 200: Detail, ...problems } } },
    async (request) => {
      agentOf(request);
      return await presentDetail(kysely, parts, request.params.carrierId);
    },
  );

  app.get(
    '/agent/carriers/:carrierId/jobs',
    {
      schema: {
        params: Strict({ carrierId: Uuid }),
        querystring: Strict({ after: Type.Optional(Cursor), limit: Type.Optional(LimitText) }),
        response: { 200: Jobs, ...problems },
      },
    },
    async (request) => {
      agentOf(request);
      const { id } = await carrierById(kysely, request.params.carrierId);
      return await jobsOf(kysely, id, request.query);
    },
  );

  app.put(
    '/agent/carriers/:carrierId/pricing-sheet',
    {
      schema: {
        params: Strict({ carrierId: Uuid }),
        body: Strict({
          price_ratio: Type.Number({ minimum: 0.001, maximum: 10 }),
          data: SheetRows,
          version: Type.Optional(Version),
        }),
        response: { 200: Detail, ...problems },
      },
    },
    async (request, reply) => {
      const actor = agentOf(request);
      const { price_ratio, data, version } = request.body;
      const rows = soundSheet(data);
      const { carrierId } = request.params;
      return await write(parts.database, request, reply, actor.id, async (tx) => {
        const before = await lockedCarrier(tx, carrierId);
        if (version !== undefined && version !== before.version) {
          throw problem(409, 'Someone changed this carrier while you were working on it. Your change wasn’t saved.', {
            current: await presentDetail(tx, parts, carrierId),
          });
        }
        await tx
          .updateTable('carrier')
          .set({ price_ratio, pricing_sheet: JSON.stringify(rows), version: before.version + 1 })
          .where('id', '=', carrierId)
          .execute();
        const detail = await presentDetail(tx, parts, carrierId);
        await tellOfCarrier(tx, carrierId);
        return detail;
      });
    },
  );

  app.get(
    '/agent/dropdown-list',
    {
      schema: {
        querystring: Strict({
          list: Type.Optional(OneOf(['agents', 'colleagues', 'carriers'] as const)),
          query: Type.Optional(Text(100)),
        }),
        response: {
          200: Type.Array(Type.Object({ id: Uuid, label: ShortText, hint: Nullable(ShortText) }), { maxItems: 50 }),
          ...problems,
        },
      },
    },
    async (request) => {
      const { accountId } = needs(request, 'agent');
      const like = `%${(request.query.query ?? '').toLowerCase().replaceAll(/[%_\\]/g, '\\$&')}%`;
      const { list } = request.query;
      if (list === 'agents' || list === 'colleagues') {
        const agents = await kysely
          .selectFrom('account')
          .select(['id', 'name', 'email'])
          .where('role', '=', 'agent')
          .where('disabled_at', 'is', null)
          .$if(list === 'colleagues', (others) => others.where('id', '!=', accountId))
          .where((eb) => eb(eb.fn('lower', ['name']), 'like', like))
          .orderBy('name')
          .limit(50)
          .execute();
        return agents.map((agent) => ({ id: agent.id, label: agent.name, hint: agent.email }));
      }
      const carriers = await kysely
        .selectFrom('carrier')
        .select(['id', 'legal_name', 'city', 'state', 'usdot'])
        .where('search_text', 'like', like)
        .where(hasPlace)
        .orderBy('legal_name')
        .limit(50)
        .execute();
      return carriers.map((carrier) => ({
        id: carrier.id,
        label: carrier.legal_name,
        hint: [carrier.city && `${carrier.city}, ${carrier.state}`, `USDOT ${carrier.usdot}`]
          .filter(Boolean)
          .join(' · '),
      }));
    },
  );

  app.get(
    '/agent-lead/:leadId/lane-price',
    {
      schema: {
        summary: 'What carriers are usually paid from this state to that one',
        params: LeadParams,
        response: { 200: LanePrice, ...problems },
      },
    },
    async (request) => {
      const { id } = await leadById(kysely, request.params.leadId);
      return lanePriceOf(kysely, id, parts.now());
    },
  );

  app.get(
    '/agent-lead/:leadId/nearest-carriers',
    {
      schema: {
        params: LeadParams,
        querystring: Strict({
          to: Type.Optional(OneOf(['pick-up', 'drop-off'] as const)),
          limit: Type.Optional(LimitText),
        }),
        response: {
          200: Type.Array(
            Type.Object({
              carrier: ListedCarrier,
              miles: Type.Number(),
              truck: Nullable(NearTruck),
              sheet_price: Nullable(Cents),
              gaps: Type.Array(ShortText, { maxItems: 20 }),
              jobs_with_us: Count,
              invited_at: Nullable(Instant),
              invited_by: Nullable(ShortText),
              bid: Nullable(Type.Object({ id: Uuid, amount: Cents })),
              may_invite: Type.Boolean({
                description:
                  'the load is on the board, and the carrier may bid, does not yet, and was not invited since',
              }),
            }),
            { maxItems: 100 },
          ),
          ...problems,
        },
      },
    },
    async (request) => {
      agentOf(request);
      const lead = await leadById(kysely, request.params.leadId);
      const isDropOff = request.query.to === 'drop-off';
      const lat = isDropOff ? lead.destination_lat : lead.origin_lat;
      const lng = isDropOff ? lead.destination_lng : lead.origin_lng;
      if (lat === null || lng === null)
        throw problem(409, `The ${isDropOff ? 'drop-off' : 'pick-up'} has no known place. Give it a valid ZIP first.`);
      const nearest = await nearestCarriers(
        kysely,
        {
          lat,
          lng,
          distance_miles: lead.distance_miles,
          weight_lb: lead.weight_lb,
          through: lastDateOf(lead, today()),
          trucks: isDropOff
            ? new Map()
            : await trucksNear(kysely, { lat, lng, first: lead.move_date, last: lead.move_date_last }, today()),
        },
        today(),
        Number(request.query.limit ?? 20),
      );
      const standings = await invitedTo(
        kysely,
        lead.id,
        nearest.map(({ carrier }) => carrier.id),
      );
      return nearest.map((one) => {
        const standing = standings.get(one.carrier.id) ?? NOTHING;
        const may_invite = isAskable(lead, standing) && mayBid(lead, one.carrier.id, one.gaps).may;
        return { ...one, ...standing, may_invite };
      });
    },
  );
}
