import { Type } from 'typebox';
import type { FastifyRequest } from 'fastify';
import { declineJob, signJob } from '#src/api/agent-lead/agent-lead.award-end.ts';
import { sendAttachment, sendZip } from '#src/api/agent-lead/attachment.content.ts';
import { LeadParams } from '#src/api/agent-lead/lead-write.ts';
import { closedBecause, newestJobAgreement, openAgreement } from '#src/api/agreement/agreement.repository.ts';
import { presentSigning } from '#src/api/agreement/agreement.present.ts';
import { sealedFileId } from '#src/api/agreement/sealed-copy.ts';
import { SigningDocument } from '#src/api/agreement/agreement.schemas.ts';
import { readSignature, signatureConfig } from '#src/api/agreement/signature.ts';
import { createClientAddress } from '#src/api/http/client-address.ts';
import { Fields } from '#src/api/http/fields.ts';
import type { Api } from '#src/api/http/http.ts';
import type { ApiParts } from '#src/api/parts.ts';
import { needsBoard, needsCarrier } from '#src/api/http/principal.ts';
import { notFound, problem } from '#src/api/http/problem.ts';
import {
  CalendarDate,
  Cents,
  Cursor,
  FlagText,
  LimitText,
  Nullable,
  OneOf,
  PositiveCents,
  Strict,
  Text,
  Uuid,
  problems,
} from '#src/api/http/schemas.ts';
import { sendFile } from '#src/api/file/send-file.ts';
import { write } from '#src/api/database/write.ts';
import { carrierById, sheetPriceOf } from './carrier.repository.ts';
import { loadFilters, OWN_TABS } from './load.filter.ts';
import type { LoadFilters } from './load.filter.ts';
import { listLoads, mapOfLoads } from './load.list.ts';
import { LOAD_SORTS } from './load.order.ts';
import { isOwnJob, loadById, placeBid, visibleLead, withdrawBid } from './load.repository.ts';
import { Load, LoadMap, LoadPage } from './load.schemas.ts';

const ShortText = Type.String({ maxLength: 2000 });

const PlaceBidBody = Strict({
  start_date: CalendarDate,
  amount: PositiveCents,
  note: Type.Optional(Nullable(Text(1000))),
  version: Type.Optional(
    Type.String({ minLength: 1, maxLength: 100, description: 'the version of the load that the bid was made for' }),
  ),
});

const leadIdOf = (request: FastifyRequest) => (request.params as { leadId: string }).leadId;

/** For a job that the carrier has: whatever became of its compliance since, it may read, sign, and decline it. */
const known = (request: FastifyRequest) => {
  const { accountId, carrierId, name } = needsCarrier(request);
  return { leadId: leadIdOf(request), carrierId, accountId, name };
};

/** For the board. @throws as `needsBoard` */
const onBoard = (request: FastifyRequest) => {
  const { accountId, carrierId, name } = needsBoard(request);
  return { leadId: leadIdOf(request), carrierId, accountId, name };
};

/** The load board, and a carrier's own jobs. */
export function carrierRoutes(app: Api, parts: ApiParts): void {
  const { kysely } = parts.database;

  /** For one load: requires access to the board, unless it is the carrier's own job. @throws as `needsBoard` */
  async function onLoad(request: FastifyRequest) {
    const who = known(request);
    if (!(await isOwnJob(kysely, who.leadId, who.carrierId))) needsBoard(request);
    return who;
  }
  /** For a list: the carrier's own jobs don't require access to the board. */
  const onList = (request: FastifyRequest<{ Querystring: LoadFilters }>) =>
    OWN_TABS.includes(request.query.tab) ? needsCarrier(request) : needsBoard(request);

  app.get(
    '/carrier/agent-lead/',
    {
      schema: {
        querystring: Strict({
          ...loadFilters,
          sort: Type.Optional(OneOf(LOAD_SORTS)),
          after: Type.Optional(Cursor),
          limit: Type.Optional(LimitText),
          fields: Fields,
        }),
        response: { 200: LoadPage, ...problems },
      },
    },
    async (request) => await listLoads(kysely, parts, request.query, onList(request).carrierId),
  );

  app.get(
    '/carrier/agent-lead/map',
    {
      schema: {
        summary: 'Where the loads of a list are picked up, by city',
        querystring: Strict(loadFilters),
        response: { 200: LoadMap, ...problems },
      },
    },
    async (request) => mapOfLoads(kysely, request.query, onList(request).carrierId),
  );

  app.get(
    '/carrier/agent-lead/:leadId/details',
    { schema: { params: LeadParams, response: { 200: Load, ...problems } } },
    async (request) => {
      const { leadId, carrierId } = await onLoad(request);
      return await loadById(kysely, parts, leadId, carrierId);
    },
  );

  app.post(
    '/carrier/agent-lead/:leadId/bid/place',
    { schema: { params: LeadParams, body: PlaceBidBody, response: { 200: Load, ...problems } } },
    async (request, reply) => {
      const who = onBoard(request);
      return await write(parts.database, request, reply, who.accountId, async (tx) => {
        const { version = null, ...terms } = request.body;
        await placeBid(tx, parts, { ...who, version }, terms);
        return loadById(tx, parts, who.leadId, who.carrierId);
      });
    },
  );

  app.delete(
    '/carrier/agent-lead/:leadId/bid',
    { schema: { params: LeadParams, response: { 200: Load, ...problems } } },
    async (request, reply) => {
      const who = onBoard(request);
      return await write(parts.database, request, reply, who.accountId, async (tx) => {
        await withdrawBid(tx, parts, who);
        return loadById(tx, parts, who.leadId, who.carrierId);
      });
    },
  );

  app.get(
    '/carrier/agent-lead/:leadId/carrier-rate-schedule/data',
    {
      schema: {
        params: LeadParams,
        response: {
          200: Type.Object({ price: Nullable(Cents), steps: Type.Array(ShortText, { maxItems: 10 }) }),
          ...problems,
        },
      },
    },
    async (request) => {
      const { leadId, carrierId } = await onLoad(request);
      return sheetPriceOf(await carrierById(kysely, carrierId), await visibleLead(kysely, leadId, carrierId));
    },
  );

  app.get(
    '/carrier/agent-lead/:leadId/attachments/download',
    { schema: { params: LeadParams } },
    async (request, reply) => {
      const { leadId, carrierId } = await onLoad(request);
      const lead = await visibleLead(kysely, leadId, carrierId);
      return sendZip(parts, reply, lead.id, lead.reference, carrierId);
    },
  );

  app.get(
    '/carrier/agent-lead/:leadId/attachment/:attachmentId/content',
    {
      schema: {
        params: Strict({ leadId: Uuid, attachmentId: Uuid }),
        querystring: Strict({ preview: Type.Optional(FlagText) }),
      },
    },
    async (request, reply) => {
      const { leadId, carrierId } = await onLoad(request);
      await visibleLead(kysely, leadId, carrierId);
      const row = await kysely
        .selectFrom('attachment')
        .selectAll()
        .where('id', '=', request.params.attachmentId)
        .where('lead_id', '=', leadId)
        .where('is_visible_to_carriers', '=', true)
        .executeTakeFirst();
      if (!row) throw notFound('attachment');
      return sendAttachment(parts, reply, row, request.query.preview === 'true');
    },
  );

  jobAgreementRoutes(app, parts);
}

function jobAgreementRoutes(app: Api, parts: ApiParts): void {
  const { kysely } = parts.database;
  const clientAddress = createClientAddress(parts.sessionSecret);
  const answer = { 200: SigningDocument, ...problems };

  /** The agreement of the job that this carrier holds; for any other carrier it does not exist. */
  async function ownAgreement(db: typeof kysely, leadId: string, carrierId: string) {
    const row = await newestJobAgreement(db, leadId, carrierId);
    if (!row) throw notFound('job');
    return row;
  }
  const hasAward = async (db: typeof kysely, leadId: string, carrierId: string): Promise<boolean> =>
    (await db
      .selectFrom('contract')
      .select('id')
      .where('lead_id', '=', leadId)
      .where('awarded_carrier_id', '=', carrierId)
      .executeTakeFirst()) !== undefined;
  const shown = async (db: typeof kysely, leadId: string, carrierId: string) =>
    presentSigning(
      db,
      parts,
      await ownAgreement(db, leadId, carrierId),
      `/files/carrier/specific-job-agreement/${leadId}/signed`,
    );
  /** @throws Problem 404; 410 */
  async function read(db: typeof kysely, leadId: string, carrierId: string) {
    const agreement = await shown(db, leadId, carrierId);
    // The signed copy stays readable; the page with the next steps is only for the carrier that has the job.
    if (agreement.state === 'signed' && !(await hasAward(db, leadId, carrierId)))
      throw problem(410, 'You are no longer on this job.');
    return agreement;
  }

  app.get(
    '/carrier/specific-job-agreement/:leadId',
    { schema: { params: LeadParams, response: answer } },
    async (request, reply) => {
      void reply.header('cache-control', 'no-store');
      const { leadId, carrierId } = known(request);
      return read(kysely, leadId, carrierId);
    },
  );

  app.post(
    '/carrier/specific-job-agreement/:leadId/open',
    {
      schema: {
        summary: 'The carrier confirms having opened the agreement',
        params: LeadParams,
        response: answer,
      },
    },
    async (request, reply) => {
      const { leadId, carrierId, accountId } = known(request);
      return await write(parts.database, request, reply, accountId, async (tx) => {
        const agreement = await ownAgreement(tx, leadId, carrierId);
        if (closedBecause(agreement, parts.now(), false) === null)
          await openAgreement(tx, agreement.id, 'carrier', parts.now());
        return read(tx, leadId, carrierId);
      });
    },
  );

  app.post(
    '/carrier/specific-job-agreement/:leadId/sign',
    { schema: { params: LeadParams, response: answer }, config: signatureConfig },
    async (request, reply) => {
      const { leadId, carrierId, accountId, name: accountName } = known(request);
      const { fingerprint, zone, ...given } = await readSignature(request as FastifyRequest, parts);
      return await write(
        parts.database,
        request,
        reply,
        accountId,
        async (tx) => {
          await signJob(
            tx,
            parts,
            { leadId, carrierId, actor: { id: accountId, name: accountName, role: 'carrier' } },
            {
              ...given,
              signer: {
                by: 'carrier',
                zone,
                ip: clientAddress(request),
                userAgent: request.headers['user-agent'] ?? '',
              },
            },
          );
          return shown(tx, leadId, carrierId);
        },
        fingerprint,
      );
    },
  );

  app.post(
    '/carrier/specific-job-agreement/:leadId/decline',
    { schema: { params: LeadParams, body: Strict({ reason: Text(500) }), response: answer } },
    async (request, reply) => {
      const { leadId, carrierId, accountId, name } = known(request);
      return await write(parts.database, request, reply, accountId, async (tx) => {
        await declineJob(
          tx,
          parts,
          { leadId, carrierId, actor: { id: accountId, name, role: 'carrier' } },
          request.body.reason,
        );
        return shown(tx, leadId, carrierId);
      });
    },
  );

  app.get(
    '/carrier/specific-job-agreement/:leadId/signed',
    { schema: { params: LeadParams } },
    async (request, reply) => {
      const { leadId, carrierId } = known(request);
      return sendFile(parts, reply, await sealedFileId(parts, await ownAgreement(kysely, leadId, carrierId)));
    },
  );
}
