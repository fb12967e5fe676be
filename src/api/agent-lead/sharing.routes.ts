import { NewLink } from '#src/api/agreement/agreement.schemas.ts';
import { estimateById } from '#src/api/estimate/estimate.repository.ts';
import { hrefs } from '#src/api/link/hrefs.ts';
import type { Api } from '#src/api/http/http.ts';
import { createLink } from '#src/api/link/link.ts';
import type { ApiParts } from '#src/api/parts.ts';
import { notFound, problem } from '#src/api/http/problem.ts';
import { Strict, Uuid, problems } from '#src/api/http/schemas.ts';
import { write } from '#src/api/database/write.ts';
import { leadById } from './agent-lead.repository.ts';
import { LeadFields, LeadParams, agentOf, leadWrite } from './lead-write.ts';
import { LeadDetail } from './agent-lead.schemas.ts';
import { moveLead } from './agent-lead.transition.ts';
import { DAY } from '#src/machines/calendar/durations.ts';

const SHARE_DAYS = 30;

/** Links that agents send to clients. */
export function sharingRoutes(app: Api, parts: ApiParts): void {
  const { kysely } = parts.database;

  app.post(
    '/agent-lead/:leadId/share',
    { schema: { params: LeadParams, response: { 201: NewLink, ...problems } } },
    async (request, reply) => {
      const actor = agentOf(request);
      void reply.code(201);
      return write(parts.database, request, reply, actor.id, async (tx) => {
        const lead = await leadById(tx, request.params.leadId);
        if (lead.is_archived)
          throw problem(409, 'The lead is archived, so it cannot be shared.', {
            state: 'archived',
            allowed: ['lead.restored'],
          });
        const now = parts.now();
        const link = await createLink(tx, {
          purpose: 'lead',
          subjectId: lead.id,
          createdBy: actor.id,
          now,
          expiresAt: new Date(now.getTime() + SHARE_DAYS * DAY),
        });
        return { url: parts.publicUrl() + hrefs.sharedLead(link.token), expires_at: link.expiresAt };
      });
    },
  );

  app.post(
    '/agent-lead/estimates/:estimateId/share',
    { schema: { params: Strict({ estimateId: Uuid }), response: { 201: NewLink, ...problems } } },
    async (request, reply) => {
      const actor = agentOf(request);
      void reply.code(201);
      return write(parts.database, request, reply, actor.id, async (tx) => {
        const estimate = await estimateById(tx, request.params.estimateId);
        const lead = await leadById(tx, estimate.lead_id);
        if (lead.is_archived)
          throw problem(409, 'The lead is archived, so its estimates cannot be shared.', {
            state: 'archived',
            allowed: ['lead.restored'],
          });
        const now = parts.now();
        const link = await createLink(tx, {
          purpose: 'estimate',
          subjectId: estimate.id,
          createdBy: actor.id,
          now,
          expiresAt: new Date(now.getTime() + SHARE_DAYS * DAY),
        });
        return { url: parts.publicUrl() + hrefs.sharedEstimate(link.token), expires_at: link.expiresAt };
      });
    },
  );

  app.delete(
    '/agent-lead/:leadId/links/:linkId',
    {
      schema: {
        summary: 'Take a link back',
        params: Strict({ leadId: Uuid, linkId: Uuid }),
        querystring: LeadFields,
        response: { 200: LeadDetail, ...problems },
      },
    },
    async (request, reply) =>
      await leadWrite(parts, request, reply, async (tx, actor) => {
        const { leadId, linkId } = request.params;
        const { lead } = await moveLead(tx, parts, {
          leadId,
          version: null,
          actor,
          event: () => ({ type: 'lead.edited', by: 'agent' }),
          apply: async ({ now }) => {
            const link = await tx.selectFrom('link').selectAll().where('id', '=', linkId).executeTakeFirst();
            const owner = link && (await leadOfLink(tx, link));
            if (!link || owner !== leadId) throw notFound('link');
            await tx
              .updateTable('link')
              .set({ revoked_at: link.revoked_at ?? now.toISOString() })
              .where(({ eb, or }) => or([eb('id', '=', linkId), eb('made_by_link', '=', linkId)]))
              .execute();
            return { payload: { revoked: link.purpose } };
          },
        });
        return lead;
      }),
  );

  async function leadOfLink(
    tx: typeof kysely,
    link: { purpose: string; subject_id: string },
  ): Promise<string | undefined> {
    if (link.purpose === 'lead' || link.purpose === 'payment' || link.purpose === 'portal') return link.subject_id;
    const table = link.purpose === 'estimate' ? 'estimate' : 'agreement';
    const row = await tx.selectFrom(table).select('lead_id').where('id', '=', link.subject_id).executeTakeFirst();
    return row?.lead_id ?? undefined;
  }
}
