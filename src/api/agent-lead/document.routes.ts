import { agreementById } from '#src/api/agreement/agreement.repository.ts';
import { sealedFileId } from '#src/api/agreement/sealed-copy.ts';
import type { Api } from '#src/api/http/http.ts';
import type { ApiParts } from '#src/api/parts.ts';
import { notFound } from '#src/api/http/problem.ts';
import { Strict, Uuid } from '#src/api/http/schemas.ts';
import { sendFile } from '#src/api/file/send-file.ts';
import { leadById } from './agent-lead.repository.ts';
import { invoiceFileId } from './invoice.file.ts';
import { LeadParams, agentOf } from './lead-write.ts';

/** Documents of a lead, for agents: sealed agreements, the uploaded paper agreement, close-out, invoice. */
export function documentRoutes(app: Api, parts: ApiParts): void {
  const { kysely } = parts.database;

  app.get(
    '/agent-lead/:leadId/agreements/:agreementId',
    { schema: { params: Strict({ leadId: Uuid, agreementId: Uuid }) } },
    async (request, reply) => {
      agentOf(request);
      const agreement = await agreementById(kysely, request.params.agreementId);
      if (agreement.lead_id !== request.params.leadId) throw notFound('agreement');
      return sendFile(parts, reply, await sealedFileId(parts, agreement));
    },
  );

  const ofContract = { completion: 'completion_file_id', paper: 'signed_file_id' } as const;
  for (const [path, column] of Object.entries(ofContract)) {
    app.get(`/agent-lead/:leadId/contract/${path}`, { schema: { params: LeadParams } }, async (request, reply) => {
      agentOf(request);
      const contract = await kysely
        .selectFrom('contract')
        .select(column)
        .where('lead_id', '=', (request.params as { leadId: string }).leadId)
        .executeTakeFirst();
      return sendFile(parts, reply, contract?.[column] ?? null);
    });
  }

  app.get('/agent-lead/:leadId/invoice', { schema: { params: LeadParams } }, async (request, reply) => {
    agentOf(request);
    const lead = await leadById(kysely, request.params.leadId);
    return sendFile(parts, reply, await invoiceFileId(parts, lead));
  });
}
