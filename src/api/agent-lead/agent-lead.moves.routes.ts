import { Type } from 'typebox';
import type { FastifyRequest } from 'fastify';
import type { Api } from '#src/api/platform/http.ts';
import { keepingUploads, readMultipart } from '#src/api/platform/multipart.ts';
import type { ApiParts } from '#src/api/platform/parts.ts';
import { CalendarDate, FlagText, Nullable, PositiveCents, Strict, Text, Uuid, Version, problems } from '#src/api/platform/schemas.ts';
import { awardCarrier, postLoad, specialAward, takeOffBoard, withdrawAward } from './agent-lead.award.ts';
import { closeContract, recordPayment, sendInvoice } from './agent-lead.close.ts';
import { LeadDetail, LeadParams, MAXIMUM_FILE_BYTES, agentOf, leadWrite } from './lead-write.ts';
import { followUp, markContracted, sendContract, sendQuote } from './agent-lead.sales.ts';

const version = Type.Optional(Version);
/** Calls without other fields may come without any body at all. */
const OnlyVersion = Type.Optional(Nullable(Strict({ version })));
const VersionText = Type.Optional(Type.String({ pattern: '^[1-9][0-9]{0,8}$', maxLength: 9 }));
const answer = { 200: LeadDetail, ...problems };
const versionOf = (body: { version?: number } | null | undefined): number | null => body?.version ?? null;

/** The agent's moves of the lifecycle, a call each. */
export function agentLeadMoveRoutes(app: Api, parts: ApiParts): void {
  salesRoutes(app, parts);
  boardRoutes(app, parts);
  closingRoutes(app, parts);
}

function salesRoutes(app: Api, parts: ApiParts): void {
  app.post('/agent-lead/:leadId/follow_up', { schema: { params: LeadParams, body: Strict({ version, date: CalendarDate, reason: Text(500) }), response: answer } }, async (request, reply) => {
    const { date, reason } = request.body;
    return (await leadWrite(parts, request, reply, (tx, actor) => followUp(tx, parts, known(request, actor), { date, reason }))) as never;
  });

  app.post(
    '/agent-lead/:leadId/quote',
    { schema: { params: LeadParams, body: Type.Optional(Nullable(Strict({ version, estimate_id: Type.Optional(Uuid), message: Type.Optional(Nullable(Text(5000))) }))), response: answer } },
    async (request, reply) => (await leadWrite(parts, request, reply, (tx, actor) => sendQuote(tx, parts, known(request, actor), request.body ?? {}))) as never,
  );

  app.post(
    '/agent-lead/contract/:contractId/send',
    { schema: { params: Strict({ contractId: Uuid }), body: Type.Optional(Nullable(Strict({ version, follow_up_date: Type.Optional(Nullable(CalendarDate)) }))), response: answer } },
    async (request, reply) =>
      (await leadWrite(parts, request, reply, (tx, actor) => sendContract(tx, parts, { version: versionOf(request.body), actor }, request.params.contractId, request.body ?? {}))) as never,
  );

  app.post(
    '/agent-lead/:leadId/contracted/send',
    { schema: { summary: 'Multipart: agreement (file), signed_at (YYYY-MM-DD), version', params: LeadParams, response: answer } },
    async (request, reply) => {
      agentOf(request);
      const upload = await readMultipart(request, parts, Strict({ signed_at: Type.Optional(CalendarDate), version: VersionText }), { files: 1, bytes: MAXIMUM_FILE_BYTES });
      return (await keepingUploads(parts, upload.files, () =>
        leadWrite(parts, request, reply, (tx, actor) =>
          markContracted(tx, parts, { leadId: request.params.leadId, version: numberOrNull(upload.fields.version), actor }, { agreement: upload.files.find((file) => file.field === 'agreement') ?? null, signedOn: upload.fields.signed_at ?? null }),
        upload.fingerprint + JSON.stringify(upload.fields)),
      )) as never;
    },
  );
}

function boardRoutes(app: Api, parts: ApiParts): void {
  app.post('/agent-lead/:leadId/load-board/post', { schema: { params: LeadParams, body: OnlyVersion, response: answer } }, async (request, reply) =>
    (await leadWrite(parts, request, reply, (tx, actor) => postLoad(tx, parts, known(request, actor)))) as never,
  );

  app.post('/agent-lead/:leadId/load-board/take-off', { schema: { params: LeadParams, body: OnlyVersion, response: answer } }, async (request, reply) =>
    (await leadWrite(parts, request, reply, (tx, actor) => takeOffBoard(tx, parts, known(request, actor)))) as never,
  );

  app.post('/agent-lead/:leadId/carrier/award', { schema: { params: LeadParams, body: Strict({ version, bid_id: Uuid }), response: answer } }, async (request, reply) =>
    (await leadWrite(parts, request, reply, (tx, actor) => awardCarrier(tx, parts, known(request, actor), request.body.bid_id))) as never,
  );

  app.post(
    '/agent-lead/:leadId/carrier/special_award',
    { schema: { params: LeadParams, body: Strict({ version, carrier_id: Uuid, amount: PositiveCents, start_date: Type.Optional(Nullable(CalendarDate)), reason: Text(500) }), response: answer } },
    async (request, reply) => (await leadWrite(parts, request, reply, (tx, actor) => specialAward(tx, parts, known(request, actor), request.body))) as never,
  );

  app.post('/agent-lead/:leadId/carrier/withdraw', { schema: { params: LeadParams, body: Strict({ version, reason: Text(500) }), response: answer } }, async (request, reply) =>
    (await leadWrite(parts, request, reply, (tx, actor) => withdrawAward(tx, parts, known(request, actor), request.body.reason))) as never,
  );
}

function closingRoutes(app: Api, parts: ApiParts): void {
  const CloseFields = Strict({ owed_to_carrier_payed: Type.Optional(FlagText), owed_to_broker_payed: Type.Optional(FlagText), version: VersionText });
  app.post(
    '/agent-lead/:leadId/contract/close',
    { schema: { summary: 'Multipart: owed_to_carrier_payed, owed_to_broker_payed (true or false), completion_of_work_statement (file), version', params: LeadParams, response: answer } },
    async (request, reply) => {
      agentOf(request);
      const upload = await readMultipart(request, parts, CloseFields, { files: 1, bytes: MAXIMUM_FILE_BYTES });
      const { owed_to_carrier_payed, owed_to_broker_payed, version: seen } = upload.fields;
      return (await keepingUploads(parts, upload.files, () =>
        leadWrite(parts, request, reply, (tx, actor) =>
          closeContract(tx, parts, { leadId: request.params.leadId, version: numberOrNull(seen), actor }, {
            owedToCarrierPayed: owed_to_carrier_payed === 'true',
            owedToBrokerPayed: owed_to_broker_payed === 'true',
            statement: upload.files.find((file) => file.field === 'completion_of_work_statement') ?? null,
          }),
        upload.fingerprint + JSON.stringify(upload.fields)),
      )) as never;
    },
  );

  app.post(
    '/agent-lead/:leadId/invoice/send',
    { schema: { params: LeadParams, body: Type.Optional(Nullable(Strict({ version, due_on: Type.Optional(Nullable(CalendarDate)) }))), response: answer } },
    async (request, reply) => (await leadWrite(parts, request, reply, (tx, actor) => sendInvoice(tx, parts, known(request, actor), request.body ?? {}))) as never,
  );

  app.post(
    '/agent-lead/:leadId/invoice/payment',
    { schema: { params: LeadParams, body: Strict({ version, paid_on: CalendarDate, method: Text(60), note: Type.Optional(Nullable(Text(500))) }), response: answer } },
    async (request, reply) => (await leadWrite(parts, request, reply, (tx, actor) => recordPayment(tx, parts, known(request, actor), request.body))) as never,
  );
}

function known<A>(request: FastifyRequest, actor: A) {
  return { leadId: (request.params as { leadId: string }).leadId, version: versionOf(request.body as { version?: number } | null), actor };
}

const numberOrNull = (text: string | undefined): number | null => (text === undefined ? null : Number(text));
