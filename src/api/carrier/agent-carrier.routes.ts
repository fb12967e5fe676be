import { Type } from 'typebox';
import { LEAD_KINDS } from '#src/api/agent-lead/agent-lead.schemas.ts';
import { LeadParams, agentOf } from '#src/api/agent-lead/lead-write.ts';
import { lastDateOf } from '#src/api/agent-lead/agent-lead.query.ts';
import { leadById } from '#src/api/agent-lead/agent-lead.repository.ts';
import type { Api } from '#src/api/platform/http.ts';
import { dateIn } from '#src/api/platform/parts.ts';
import type { ApiParts } from '#src/api/platform/parts.ts';
import { needs } from '#src/api/platform/principal.ts';
import { notFound, problem } from '#src/api/platform/problem.ts';
import { Cents, Count, Cursor, FlagText, LimitText, Nullable, OneOf, Strict, Text, UsState, Uuid, Version, problems } from '#src/api/platform/schemas.ts';
import { write } from '#src/api/platform/write.ts';
import { Carrier, Detail, PricingSheet, presentDetail } from './agent-carrier.detail.ts';
import { hasPlace, listCarriers, nearestCarriers } from './carrier.repository.ts';

const ShortText = Type.String({ maxLength: 500 });

/** A band ends after it begins, and no two rows price the same job. @throws Problem 422 with the row */
export function checkSheet(rows: { miles_from: number; miles_to: number; lb_from: number; lb_to: number }[]): void {
  for (const [index, row] of rows.entries()) {
    if (row.miles_to <= row.miles_from || row.lb_to <= row.lb_from) {
      throw problem(422, `Row ${index + 1}: a band must end after it begins.`, { errors: [{ field: `data/${index}`, message: 'A band must end after it begins.' }] });
    }
    const twin = rows.findIndex(
      (other, at) => at < index && row.miles_from < other.miles_to && other.miles_from < row.miles_to && row.lb_from < other.lb_to && other.lb_from < row.lb_to,
    );
    if (twin >= 0) throw problem(422, `Rows ${twin + 1} and ${index + 1} price the same jobs.`, { errors: [{ field: `data/${index}`, message: `It overlaps row ${twin + 1}.` }] });
  }
}

/** Carriers as agents choose them. */
export function agentCarrierRoutes(app: Api, parts: ApiParts): void {
  const { kysely } = parts.database;
  const today = () => dateIn(parts.brokerage.zone, parts.now());

  app.get(
    '/agent/carriers',
    {
      schema: {
        querystring: Strict({ query: Type.Optional(Text(100)), state: Type.Optional(UsState), compliant_only: Type.Optional(FlagText), after: Type.Optional(Cursor), limit: Type.Optional(LimitText) }),
        response: { 200: Type.Object({ carriers: Type.Array(Carrier, { maxItems: 100 }), page: Type.Object({ end: Nullable(Cursor), has_next: Type.Boolean() }) }), ...problems },
      },
    },
    async (request) => {
      agentOf(request);
      return listCarriers(kysely, request.query, today());
    },
  );

  app.get(
    '/agent/carriers/filter-list',
    { schema: { response: { 200: Type.Object({ states: Type.Array(UsState, { maxItems: 60 }), equipment: Type.Array(ShortText, { maxItems: 200 }), kinds: Type.Array(OneOf(LEAD_KINDS), { maxItems: 10 }) }), ...problems } } },
    async (request) => {
      agentOf(request);
      const states = await kysely.selectFrom('carrier').select('state').distinct().where('state', '<>', '').orderBy('state').execute();
      const equipment = await kysely.selectFrom('carrier').select('equipment').execute();
      return { states: states.map((row) => row.state), equipment: [...new Set(equipment.flatMap((row) => row.equipment as string[]))].sort(), kinds: [...LEAD_KINDS] };
    },
  );

  app.get('/agent/carriers/:carrierId/details', { schema: { params: Strict({ carrierId: Uuid }), response: { 200: Detail, ...problems } } }, async (request) => {
    agentOf(request);
    return (await presentDetail(kysely, parts, request.params.carrierId)) as never;
  });

  app.put(
    '/agent/carriers/:carrierId/pricing-sheet',
    {
      schema: {
        params: Strict({ carrierId: Uuid }),
        body: Strict({ price_ratio: Type.Number({ exclusiveMinimum: 0, maximum: 10 }), data: PricingSheet, version: Type.Optional(Version) }),
        response: { 200: Detail, ...problems },
      },
    },
    async (request, reply) => {
      const actor = agentOf(request);
      const { price_ratio, data, version } = request.body;
      checkSheet(data);
      await write(parts.database, request, reply, actor.id, async (tx) => {
        const before = await tx.selectFrom('carrier').select('version').where('id', '=', request.params.carrierId).forUpdate().executeTakeFirst();
        if (!before) throw notFound('carrier');
        if (version !== undefined && version !== before.version) throw problem(409, 'Somebody changed this carrier while you were working on it. Nothing was changed.');
        await tx.updateTable('carrier').set({ price_ratio, pricing_sheet: JSON.stringify(data), version: before.version + 1 }).where('id', '=', request.params.carrierId).execute();
        return {};
      });
      return (await presentDetail(kysely, parts, request.params.carrierId)) as never;
    },
  );

  app.get(
    '/agent/dropdown-list',
    {
      schema: {
        querystring: Strict({ list: Type.Optional(OneOf(['agents', 'carriers'] as const)), query: Type.Optional(Text(100)) }),
        response: { 200: Type.Array(Type.Object({ id: Uuid, label: ShortText, hint: Nullable(ShortText) }), { maxItems: 50 }), ...problems },
      },
    },
    async (request) => {
      needs(request, 'agent');
      const like = `%${(request.query.query ?? '').toLowerCase().replaceAll(/[%_\\]/g, '\\$&')}%`;
      if (request.query.list === 'agents') {
        const agents = await kysely.selectFrom('account').select(['id', 'name', 'email']).where('role', '=', 'agent').where('disabled_at', 'is', null).where((eb) => eb(eb.fn('lower', ['name']), 'like', like)).orderBy('name').limit(50).execute();
        return agents.map((agent) => ({ id: agent.id, label: agent.name, hint: agent.email }));
      }
      const carriers = await kysely.selectFrom('carrier').select(['id', 'legal_name', 'city', 'state', 'usdot']).where('search_text', 'like', like).where(hasPlace).orderBy('legal_name').limit(50).execute();
      return carriers.map((carrier) => ({ id: carrier.id, label: carrier.legal_name, hint: [carrier.city && `${carrier.city}, ${carrier.state}`, `USDOT ${carrier.usdot}`].filter(Boolean).join(' · ') }));
    },
  );

  app.get(
    '/agent-lead/:leadId/nearest-carriers',
    {
      schema: {
        params: LeadParams,
        querystring: Strict({ to: Type.Optional(OneOf(['pick-up', 'drop-off'] as const)), limit: Type.Optional(LimitText) }),
        response: {
          200: Type.Array(Type.Object({ carrier: Carrier, miles: Type.Number(), sheet_price: Nullable(Cents), gaps: Type.Array(ShortText, { maxItems: 20 }), jobs_with_us: Count }), { maxItems: 100 }),
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
      if (lat === null || lng === null) throw problem(409, `The ${isDropOff ? 'drop-off' : 'pick-up'} has no known place. Give it a valid ZIP first.`);
      return nearestCarriers(kysely, { lat, lng, distance_miles: lead.distance_miles, weight_lb: lead.weight_lb, through: lastDateOf(lead, today()) }, today(), Number(request.query.limit ?? 20));
    },
  );
}
