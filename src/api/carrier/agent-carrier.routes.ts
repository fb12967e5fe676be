import { Type } from 'typebox';
import { LEAD_KINDS, CarrierSummary } from '#src/api/agent-lead/agent-lead.schemas.ts';
import { LeadParams, agentOf } from '#src/api/agent-lead/lead-write.ts';
import { lastDateOf } from '#src/api/agent-lead/agent-lead.query.ts';
import { leadById } from '#src/api/agent-lead/agent-lead.repository.ts';
import type { Api } from '#src/api/platform/http.ts';
import { dateIn } from '#src/api/platform/parts.ts';
import type { ApiParts } from '#src/api/platform/parts.ts';
import { needs } from '#src/api/platform/principal.ts';
import { notFound, problem } from '#src/api/platform/problem.ts';
import { CalendarDate, Cents, Count, Cursor, FlagText, LimitText, Nullable, OneOf, Strict, Text, UsState, Uuid, Version, problems } from '#src/api/platform/schemas.ts';
import { write } from '#src/api/platform/write.ts';
import { carrierById, listCarriers, nearestCarriers, presentCarriers } from './carrier.repository.ts';

const ShortText = Type.String({ maxLength: 500 });

const Carrier = Type.Object({
  ...CarrierSummary.properties,
  docket_number: Nullable(ShortText),
  contact_name: ShortText,
  gaps: Type.Array(ShortText, { maxItems: 20 }),
  jobs_done: Count,
  jobs_open: Count,
  insurance_until: Nullable(CalendarDate),
});

const band = { miles_from: Type.Number({ minimum: 0, maximum: 10_000 }), miles_to: Type.Number({ minimum: 0, maximum: 10_000 }), lb_from: Type.Integer({ minimum: 0, maximum: 1_000_000 }), lb_to: Type.Integer({ minimum: 0, maximum: 1_000_000 }) };
export const PricingSheet = Type.Array(Strict({ ...band, rate_per_cwt: Cents, minimum: Cents }), { maxItems: 400 });

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

const Detail = Type.Object({
  ...Carrier.properties,
  address: ShortText,
  zip: Type.String({ maxLength: 5 }),
  authority: OneOf(['active', 'pending', 'revoked'] as const),
  agreement_signed_at: Nullable(Type.String({ maxLength: 40 })),
  licenses: Type.Array(ShortText, { maxItems: 100 }),
  equipment: Type.Array(ShortText, { maxItems: 100 }),
  service_states: Type.Array(ShortText, { maxItems: 60 }),
  price_ratio: Type.Number(),
  pricing_sheet: PricingSheet,
  policies: Type.Array(Type.Object({ id: Uuid, kind: ShortText, insurer: ShortText, policy_number: ShortText, limit_cents: Type.Integer(), effective: CalendarDate, expiration: CalendarDate }), { maxItems: 200 }),
  version: Version,
});

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
      const states = await kysely.selectFrom('carrier').select('state').distinct().orderBy('state').execute();
      const equipment = await kysely.selectFrom('carrier').select('equipment').execute();
      return { states: states.map((row) => row.state), equipment: [...new Set(equipment.flatMap((row) => row.equipment as string[]))].sort(), kinds: [...LEAD_KINDS] };
    },
  );

  app.get('/agent/carriers/:carrierId/details', { schema: { params: Strict({ carrierId: Uuid }), response: { 200: Detail, ...problems } } }, async (request) => {
    agentOf(request);
    return (await detail(request.params.carrierId)) as never;
  });

  async function detail(id: string) {
    const row = await carrierById(kysely, id);
    const [presented] = await presentCarriers(kysely, [row], today());
    const policies = await kysely.selectFrom('insurance_policy').selectAll().where('carrier_id', '=', id).orderBy('expiration', 'desc').execute();
    const { address, zip, authority, agreement_signed_at, licenses, equipment, service_states, price_ratio, pricing_sheet, version } = row;
    return { ...presented!, address, zip, authority, agreement_signed_at, licenses, equipment, service_states, price_ratio, pricing_sheet, version, policies };
  }

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
      return (await detail(request.params.carrierId)) as never;
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
      const carriers = await kysely.selectFrom('carrier').select(['id', 'legal_name', 'city', 'state', 'usdot']).where('search_text', 'like', like).orderBy('legal_name').limit(50).execute();
      return carriers.map((carrier) => ({ id: carrier.id, label: carrier.legal_name, hint: `${carrier.city}, ${carrier.state} · USDOT ${carrier.usdot}` }));
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
