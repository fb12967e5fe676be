import { Type } from 'typebox';
import { estimateById, presentOne, presentPricing } from '#src/api/estimate/estimate.repository.ts';
import { EditEstimateBody, Estimate, EstimateBody } from '#src/api/estimate/estimate.schemas.ts';
import { Fields, wantsOf } from '#src/api/http/fields.ts';
import type { Api } from '#src/api/http/http.ts';
import { checkedBody, keepingUploads, readForm, takes } from '#src/api/http/multipart.ts';
import type { Form } from '#src/api/http/multipart.ts';
import type { ApiParts } from '#src/api/parts.ts';
import { notFound } from '#src/api/http/problem.ts';
import { CalendarDate, Email, Nullable, Phone, Strict, Text, Uuid, Zip, problems } from '#src/api/http/schemas.ts';
import { duplicatesOf, presentDetail } from './agent-lead.detail.ts';
import { addEstimate, editEstimate } from './agent-lead.estimates.ts';
import { countLeads, leadSources, listLeads } from './agent-lead.list.ts';
import { ListLeadsQuery, NarrowLeadsQuery } from './agent-lead.list.schemas.ts';
import { createLead, editLead, leadById, leadWithFields } from './agent-lead.repository.ts';
import {
  Counts,
  CreateLeadBody,
  EditLeadBody,
  HistoryEntry,
  LeadDetail,
  LeadPage,
  LeadSummary,
  Place,
  Tab,
} from './agent-lead.schemas.ts';
import { searchLeads } from './agent-lead.search.ts';
import { ATTACHED_FILES, LeadFields, LeadParams, agentOf, leadWrite } from './lead-write.ts';
import { settle } from './ledger.ts';
import { addAttachments } from './attachment.repository.ts';
import { createReadsTogether } from '#src/api/http/read-together.ts';
import { agentLeadRecord } from './agent-lead.transition.ts';
import { sql } from 'kysely';
import { prepared } from '#src/api/database/prepared.ts';
import type { RowOf } from '#src/api/database/tables.ts';

const someOfLead = Type.Partial(CreateLeadBody).properties;
/** A new lead as a form: all of it in `lead`, in separate parts, or mixed; whatever is not text is JSON. */
const LeadForm = {
  fields: Strict({ lead: Type.Optional(Strict(someOfLead)), ...someOfLead }),
  files: { content: ATTACHED_FILES },
  json: ['lead', 'client', 'stops', 'inventory', 'storage_days'],
} satisfies Form;

/** The leads themselves: create, read, list, edit, search, history, estimates. */
export function agentLeadRoutes(app: Api, parts: ApiParts): void {
  const { kysely } = parts.database;
  const together = createReadsTogether<Awaited<ReturnType<typeof listLeads>>>();

  app.post(
    '/agent-lead/',
    {
      schema: {
        summary:
          'Create a lead. In a form all of it may be JSON in `lead`, or each field a part of its own; files are `content`',
        querystring: LeadFields,
        response: { 201: LeadDetail, ...problems },
      },
      config: takes(LeadForm, CreateLeadBody),
    },
    async (request, reply) => {
      agentOf(request);
      const upload = request.isMultipart()
        ? await readForm(request, parts, LeadForm)
        : { fields: request.body as object, files: [], fingerprint: '' };
      void reply.code(201);
      return await keepingUploads(parts, upload.files, async () => {
        const { lead: whole, ...single } = (upload.fields ?? {}) as { lead?: object };
        const given = checkedBody(CreateLeadBody, request.isMultipart() ? { ...whole, ...single } : upload.fields);
        return leadWrite(
          parts,
          request,
          reply,
          async (tx, actor) => {
            const lead = await createLead(tx, parts, given, actor);
            return upload.files.length === 0
              ? lead
              : addAttachments(tx, parts, lead.id, upload.files, { isVisible: false }, actor);
          },
          upload.fingerprint + (request.isMultipart() ? JSON.stringify(given) : ''),
        );
      });
    },
  );

  app.get(
    '/agent-lead/',
    { schema: { querystring: ListLeadsQuery, response: { 200: LeadPage, ...problems } } },
    async (request) => {
      const { query } = request;
      const { id } = agentOf(request);
      const read = () => listLeads(kysely, parts, query, id);
      // After a change all pages send this request; except for `mine` the response is the same for everyone.
      return query.ids === undefined || query.mine !== undefined ? read() : together(JSON.stringify(query), read);
    },
  );

  app.get(
    '/agent-lead/counts',
    { schema: { querystring: NarrowLeadsQuery, response: { 200: Counts, ...problems } } },
    async (request) => countLeads(kysely, parts, request.query, agentOf(request).id),
  );

  app.get(
    '/agent-lead/sources',
    {
      schema: {
        summary: 'Where the leads of the lists came from',
        response: {
          200: Type.Object({ sources: Type.Array(Type.String({ maxLength: 80 }), { maxItems: 200 }) }),
          ...problems,
        },
      },
    },
    async (request) => {
      agentOf(request);
      return { sources: await leadSources(kysely) };
    },
  );

  app.get(
    '/agent-lead/search/global',
    {
      schema: {
        querystring: Strict({ query: Text(100), fields: Fields }),
        response: {
          200: Type.Array(
            Type.Object({
              id: Uuid,
              reference: Type.String({ maxLength: 20 }),
              client_name: Type.String({ maxLength: 120 }),
              state: Tab,
              is_archived: Type.Boolean(),
              origin: Nullable(Place),
              destination: Nullable(Place),
              move_date: Nullable(CalendarDate),
              matched: Type.String({ maxLength: 20 }),
            }),
            { maxItems: 20 },
          ),
          ...problems,
        },
      },
    },
    async (request) => {
      agentOf(request);
      return searchLeads(kysely, request.query.query, wantsOf(request.query.fields));
    },
  );

  app.get(
    '/agent-lead/duplicates',
    {
      schema: {
        querystring: Strict({
          email: Type.Optional(Email),
          phone: Type.Optional(Phone),
          origin_zip: Type.Optional(Zip),
          destination_zip: Type.Optional(Zip),
        }),
        response: { 200: Type.Array(LeadSummary, { maxItems: 10 }), ...problems },
      },
    },
    async (request) => {
      agentOf(request);
      const { email, phone, origin_zip, destination_zip } = request.query;
      return duplicatesOf(kysely, parts, {
        email: email?.toLowerCase() ?? null,
        phone: phone ?? null,
        origin_zip: origin_zip ?? null,
        destination_zip: destination_zip ?? null,
      });
    },
  );

  app.get(
    '/agent-lead/:leadId',
    { schema: { params: LeadParams, querystring: LeadFields, response: { 200: LeadDetail, ...problems } } },
    async (request) => {
      agentOf(request);
      const wants = wantsOf(request.query.fields);
      const lead = await leadWithFields(kysely, parts, request.params.leadId, wants);
      return await presentDetail(kysely, parts, lead, wants);
    },
  );

  app.patch(
    '/agent-lead/:leadId',
    {
      schema: {
        params: LeadParams,
        querystring: LeadFields,
        body: EditLeadBody,
        response: { 200: LeadDetail, ...problems },
      },
    },
    async (request, reply) =>
      await leadWrite(parts, request, reply, async (tx, actor) => {
        const lead = await editLead(tx, parts, request.params.leadId, request.body, actor);
        // The client may have paid while the lead was archived.
        return request.body.is_archived === false ? settle(tx, parts, lead.id) : lead;
      }),
  );

  app.get(
    '/agent-lead/:leadId/history',
    { schema: { params: LeadParams, response: { 200: Type.Array(HistoryEntry, { maxItems: 10_000 }), ...problems } } },
    async (request) => {
      agentOf(request);
      const entries = await kysely
        .selectFrom('history')
        .modifyFront(prepared)
        .selectAll()
        .select(({ selectFrom }) =>
          selectFrom('carrier')
            .select('legal_name')
            .whereRef('account_id', '=', 'history.actor_id')
            .as('actor_company'),
        )
        // Not a parameter: a plan for all partitions would read each of them.
        .where('lifecycle', '=', sql.lit('agent-lead'))
        .where('record_id', '=', request.params.leadId)
        .orderBy('sequence')
        .limit(10_000)
        .execute();
      if (entries.length === 0) throw notFound('lead');
      return entries.map(presentEntry);
    },
  );

  estimateRoutes(app, parts);
}

function presentEntry({
  actor_name,
  from_state,
  to_state,
  ...entry
}: RowOf<'history'> & { actor_company: string | null }) {
  const from = from_state === null ? null : agentLeadRecord.columnsNamed(from_state);
  const to = agentLeadRecord.columnsNamed(to_state);
  return {
    ...entry,
    actor_name: actor_name!,
    from_state: from?.state ?? null,
    from_stage: from?.stage ?? null,
    to_state: to.state,
    to_stage: to.stage,
    is_archived: to.is_archived,
  };
}

function estimateRoutes(app: Api, parts: ApiParts): void {
  const { kysely } = parts.database;
  const EstimateParams = Strict({ estimateId: Uuid });

  app.post(
    '/agent-lead/:leadId/estimates',
    {
      schema: {
        params: LeadParams,
        querystring: LeadFields,
        body: EstimateBody,
        response: { 201: LeadDetail, ...problems },
      },
    },
    async (request, reply) => {
      void reply.code(201);
      return await leadWrite(parts, request, reply, (tx, actor) =>
        addEstimate(tx, parts, request.params.leadId, request.body, actor),
      );
    },
  );

  app.get(
    '/agent-lead/estimates/:estimateId',
    { schema: { params: EstimateParams, response: { 200: Estimate, ...problems } } },
    async (request) => {
      agentOf(request);
      const row = await estimateById(kysely, request.params.estimateId);
      const lead = await leadById(kysely, row.lead_id);
      return { ...(await presentOne(kysely, row, lead.quoted_estimate_id)), ...presentPricing(row) };
    },
  );

  app.put(
    '/agent-lead/estimates/:estimateId',
    {
      schema: {
        params: EstimateParams,
        querystring: LeadFields,
        body: EditEstimateBody,
        response: { 200: LeadDetail, ...problems },
      },
    },
    async (request, reply) =>
      await leadWrite(parts, request, reply, (tx, actor) =>
        editEstimate(tx, parts, request.params.estimateId, request.body, actor),
      ),
  );
}
