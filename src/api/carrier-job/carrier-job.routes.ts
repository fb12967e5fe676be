import { Type } from 'typebox';
import type { FastifyRequest } from 'fastify';
import { JOB_PAPERS } from '#src/machines/job/job.steps.ts';
import { leadById } from '#src/api/agent-lead/agent-lead.repository.ts';
import { LeadDetail } from '#src/api/agent-lead/agent-lead.schemas.ts';
import { sendAttachment } from '#src/api/agent-lead/attachment.content.ts';
import { LeadFields, LeadParams, PAPER_FILE, agentOf, leadWrite } from '#src/api/agent-lead/lead-write.ts';
import { loadById } from '#src/api/carrier/load.repository.ts';
import { Load } from '#src/api/carrier/load.schemas.ts';
import { write } from '#src/api/database/write.ts';
import type { Api } from '#src/api/http/http.ts';
import { keepingUploads, readForm, takes } from '#src/api/http/multipart.ts';
import type { Form } from '#src/api/http/multipart.ts';
import { needsCarrier } from '#src/api/http/principal.ts';
import { FlagText, OneOf, Strict, Uuid, problems } from '#src/api/http/schemas.ts';
import type { ApiParts } from '#src/api/parts.ts';
import { addPapers, paperOf, removePaper } from './carrier-job.papers.ts';
import { jobById, ownJob } from './carrier-job.record.ts';
import { StepBody } from './carrier-job.schemas.ts';
import { stepJob } from './carrier-job.steps.ts';
import { ReceiptBody, receiptSigning } from './delivery-receipt.ts';

const PaperForm = {
  fields: Strict({ kind: OneOf(JOB_PAPERS) }),
  files: { content: { ...PAPER_FILE, maximum: 10, hasPreview: true, needed: 'Choose at least one file.' } },
} satisfies Form;
const Preview = Strict({ preview: Type.Optional(FlagText) });

/** An agent records what the carrier reported by phone, and reads its papers. */
export function agentJobRoutes(app: Api, parts: ApiParts): void {
  const { kysely } = parts.database;

  app.post(
    '/agent-lead/job/:jobId/step',
    {
      schema: {
        summary: 'What the carrier said that it has done',
        params: Strict({ jobId: Uuid }),
        querystring: LeadFields,
        body: StepBody,
        response: { 200: LeadDetail, ...problems },
      },
    },
    async (request, reply) =>
      await leadWrite(parts, request, reply, async (tx, actor) => {
        const job = await jobById(tx, request.params.jobId);
        await stepJob(tx, parts, job, request.body, actor);
        return leadById(tx, job.lead_id);
      }),
  );

  app.get(
    '/agent-lead/job/paper/:paperId/content',
    { schema: { params: Strict({ paperId: Uuid }), querystring: Preview } },
    async (request, reply) => {
      agentOf(request);
      const paper = await paperOf(kysely, null, request.params.paperId);
      return sendAttachment(parts, reply, paper, request.query.preview === 'true');
    },
  );
}

/** The carrier that has the job reports its steps and adds its papers; for any other carrier the job does not exist. */
export function carrierJobRoutes(app: Api, parts: ApiParts): void {
  const { kysely } = parts.database;
  const answer = { 200: Load, ...problems };

  const known = (request: FastifyRequest) => {
    const { accountId, carrierId, name } = needsCarrier(request);
    const { leadId } = request.params as { leadId: string };
    return { leadId, carrierId, actor: { id: accountId, name, role: 'carrier' as const } };
  };

  app.post(
    '/carrier/agent-lead/:leadId/job/step',
    {
      schema: {
        summary: 'What the carrier has done of its job',
        params: LeadParams,
        body: StepBody,
        response: answer,
      },
    },
    async (request, reply) => {
      const { leadId, carrierId, actor } = known(request);
      return await write(parts.database, request, reply, actor.id, async (tx) => {
        await stepJob(tx, parts, await ownJob(tx, leadId, carrierId), request.body, actor);
        return loadById(tx, parts, leadId, carrierId);
      });
    },
  );

  app.post(
    '/carrier/agent-lead/:leadId/job/paper',
    {
      schema: {
        summary: 'Papers and photos of a job',
        params: LeadParams,
        response: { 201: Load, ...problems },
      },
      config: takes(PaperForm),
    },
    async (request, reply) => {
      const { leadId, carrierId, actor } = known(request);
      // Checked first, so that no large body is read for a job that does not exist.
      await ownJob(kysely, leadId, carrierId);
      const upload = await readForm(request, parts, PaperForm);
      return await keepingUploads(
        parts,
        upload.files,
        async () => {
          void reply.code(201);
          return write(
            parts.database,
            request,
            reply,
            actor.id,
            async (tx) => {
              const job = await ownJob(tx, leadId, carrierId);
              await addPapers(tx, parts, job, upload.files, upload.fields.kind, actor);
              return loadById(tx, parts, leadId, carrierId);
            },
            upload.fingerprint + upload.fields.kind,
          );
        },
        reply,
      );
    },
  );

  const signReceipt = receiptSigning(parts);
  app.post(
    '/carrier/agent-lead/:leadId/job/receipt',
    {
      schema: {
        summary: 'The client’s signature for the delivery, which becomes a sealed paper of the job',
        params: LeadParams,
        body: ReceiptBody,
        response: answer,
      },
    },
    async (request, reply) => signReceipt(request, reply, request.body, known(request)),
  );

  app.delete(
    '/carrier/agent-lead/:leadId/job/paper/:paperId',
    { schema: { params: Strict({ leadId: Uuid, paperId: Uuid }), response: answer } },
    async (request, reply) => {
      const { leadId, carrierId, actor } = known(request);
      return await write(parts.database, request, reply, actor.id, async (tx) => {
        await removePaper(tx, parts, await ownJob(tx, leadId, carrierId), request.params.paperId, actor);
        return loadById(tx, parts, leadId, carrierId);
      });
    },
  );

  app.get(
    '/carrier/agent-lead/:leadId/job/paper/:paperId/content',
    { schema: { params: Strict({ leadId: Uuid, paperId: Uuid }), querystring: Preview } },
    async (request, reply) => {
      const { leadId, carrierId } = known(request);
      const job = await ownJob(kysely, leadId, carrierId);
      const paper = await paperOf(kysely, job.id, request.params.paperId);
      return sendAttachment(parts, reply, paper, request.query.preview === 'true');
    },
  );
}
