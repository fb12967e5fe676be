import type { Api } from '#src/api/http/http.ts';
import type { ApiParts } from '#src/api/parts.ts';
import { answersLead, LeadFields, LeadParams, leadWrite } from './lead-write.ts';
import { MergeBody, mergeLeads } from './lead-merge.ts';

/** Merging duplicate leads. */
export function leadMergeRoutes(app: Api, parts: ApiParts): void {
  app.post(
    '/agent-lead/:leadId/merge',
    {
      schema: {
        summary: 'Merge another lead of the same client into this one; the other one is archived',
        params: LeadParams,
        querystring: LeadFields,
        body: MergeBody,
        response: answersLead,
      },
    },
    async (request, reply) =>
      await leadWrite(parts, request, reply, (tx, actor) =>
        mergeLeads(tx, parts, { ...request.body, leadId: request.params.leadId, actor }),
      ),
  );
}
