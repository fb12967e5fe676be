import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { sendAttachment } from '#src/api/agent-lead/attachment.content.ts';
import { ATTACHED_FILES, LeadParams, agentOf } from '#src/api/agent-lead/lead-write.ts';
import type { Actor } from '#src/api/agent-lead/agent-lead.transition.ts';
import { write } from '#src/api/database/write.ts';
import type { Tx } from '#src/api/database/write.ts';
import type { Api } from '#src/api/http/http.ts';
import { keepingUploads, readForm, takes } from '#src/api/http/multipart.ts';
import type { Form } from '#src/api/http/multipart.ts';
import { needsCarrier } from '#src/api/http/principal.ts';
import { FlagText, Strict, Uuid, problems } from '#src/api/http/schemas.ts';
import type { ApiParts } from '#src/api/parts.ts';
import type { Side } from '#src/machines/job-message/job-message.ts';
import {
  fileOfMessage,
  presentThread,
  readThrough,
  threadOfCarrier,
  threadOfJob,
  writeMessage,
} from './job-message.repository.ts';
import type { Thread } from './job-message.repository.ts';
import { AnswerBody, JobMessages, MessageBody, ReadBody } from './job-message.schemas.ts';

const FileForm = {
  fields: Strict({}),
  files: { content: { ...ATTACHED_FILES, maximum: 10, needed: 'Choose at least one file.' } },
} satisfies Form;
const Preview = Strict({ preview: Type.Optional(FlagText) });
const JobParams = Strict({ jobId: Uuid });
const answer = { 200: JobMessages, ...problems };
const created = { 201: JobMessages, ...problems };

interface Who {
  side: Side;
  actor: Actor & { id: string };
  find: (tx: Tx | ApiParts['database']['kysely']) => Promise<Thread>;
}

/** Writes on behalf of one side, and responds with the conversation as that side sees it. */
function writing(parts: ApiParts) {
  const shown = async (tx: Tx, { side, find }: Who) => presentThread(tx, await find(tx), side);
  return {
    say: (request: FastifyRequest, reply: FastifyReply, who: Who, said: { text: string; about?: 'payment' }) =>
      write(parts.database, request, reply, who.actor.id, async (tx) => {
        await writeMessage(tx, parts, () => who.find(tx), who.side, who.actor, said);
        return shown(tx, who);
      }),
    async bring(request: FastifyRequest, reply: FastifyReply, who: Who) {
      // Checked first, so that no large body is read for a job that does not exist.
      await who.find(parts.database.kysely);
      const upload = await readForm(request, parts, FileForm);
      return await keepingUploads(
        parts,
        upload.files,
        async () => {
          void reply.code(201);
          return write(
            parts.database,
            request,
            reply,
            who.actor.id,
            async (tx) => {
              await writeMessage(tx, parts, () => who.find(tx), who.side, who.actor, { files: upload.files });
              return shown(tx, who);
            },
            upload.fingerprint,
          );
        },
        reply,
      );
    },
    read: (request: FastifyRequest, reply: FastifyReply, who: Who, through: string) =>
      write(parts.database, request, reply, who.actor.id, async (tx) => {
        await readThrough(tx, await who.find(tx), who.side, through, parts.now());
        return shown(tx, who);
      }),
  };
}

/** Agents write to the carrier that has the job, and read the messages of one that was taken off. */
export function agentMessageRoutes(app: Api, parts: ApiParts): void {
  const { kysely } = parts.database;
  const { say, bring, read } = writing(parts);
  const whoOf = (request: FastifyRequest): Who => ({
    side: 'broker',
    actor: agentOf(request),
    find: (tx) => threadOfJob(tx, (request.params as { jobId: string }).jobId),
  });

  app.get(
    '/agent-lead/job/:jobId/messages',
    { schema: { summary: 'What carrier and brokerage wrote about a job', params: JobParams, response: answer } },
    async (request) => {
      agentOf(request);
      return presentThread(kysely, await threadOfJob(kysely, request.params.jobId), 'broker');
    },
  );
  app.post(
    '/agent-lead/job/:jobId/messages',
    { schema: { summary: 'Writes to the carrier', params: JobParams, body: AnswerBody, response: answer } },
    async (request, reply) => say(request, reply, whoOf(request), request.body),
  );
  app.post(
    '/agent-lead/job/:jobId/messages/file',
    { schema: { summary: 'Sends the carrier files', params: JobParams, response: created }, config: takes(FileForm) },
    async (request, reply) => bring(request, reply, whoOf(request)),
  );
  app.post(
    '/agent-lead/job/:jobId/messages/read',
    { schema: { summary: 'Messages up to one were seen', params: JobParams, body: ReadBody, response: answer } },
    async (request, reply) => read(request, reply, whoOf(request), request.body.through),
  );
  app.get(
    '/agent-lead/job/message/:messageId/content',
    { schema: { params: Strict({ messageId: Uuid }), querystring: Preview } },
    async (request, reply) => {
      agentOf(request);
      const file = await fileOfMessage(kysely, request.params.messageId, null);
      return sendAttachment(parts, reply, file, request.query.preview === 'true');
    },
  );
}

/** The carrier that has the job writes; one that had it can read. For any other it does not exist. */
export function carrierMessageRoutes(app: Api, parts: ApiParts): void {
  const { kysely } = parts.database;
  const { say, bring, read } = writing(parts);
  function whoOf(request: FastifyRequest): Who {
    const { accountId, carrierId, name } = needsCarrier(request);
    const { leadId } = request.params as { leadId: string };
    return {
      side: 'carrier',
      actor: { id: accountId, name, role: 'carrier' },
      find: (tx) => threadOfCarrier(tx, leadId, carrierId),
    };
  }

  app.get(
    '/carrier/agent-lead/:leadId/job/messages',
    { schema: { summary: 'What carrier and brokerage wrote about a job', params: LeadParams, response: answer } },
    async (request) => presentThread(kysely, await whoOf(request).find(kysely), 'carrier'),
  );
  app.post(
    '/carrier/agent-lead/:leadId/job/messages',
    { schema: { summary: 'Writes to the brokerage', params: LeadParams, body: MessageBody, response: answer } },
    async (request, reply) => say(request, reply, whoOf(request), request.body),
  );
  app.post(
    '/carrier/agent-lead/:leadId/job/messages/file',
    {
      schema: { summary: 'Sends the brokerage files', params: LeadParams, response: created },
      config: takes(FileForm),
    },
    async (request, reply) => bring(request, reply, whoOf(request)),
  );
  app.post(
    '/carrier/agent-lead/:leadId/job/messages/read',
    { schema: { summary: 'Messages up to one were seen', params: LeadParams, body: ReadBody, response: answer } },
    async (request, reply) => read(request, reply, whoOf(request), request.body.through),
  );
  app.get(
    '/carrier/agent-lead/:leadId/job/message/:messageId/content',
    { schema: { params: Strict({ leadId: Uuid, messageId: Uuid }), querystring: Preview } },
    async (request, reply) => {
      const file = await fileOfMessage(kysely, request.params.messageId, await whoOf(request).find(kysely));
      return sendAttachment(parts, reply, file, request.query.preview === 'true');
    },
  );
}
