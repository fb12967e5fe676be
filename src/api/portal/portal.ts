import type { Noun } from '../noun.ts';
import { leadById } from '#src/api/agent-lead/agent-lead.repository.ts';
import { agentOf, LeadParams } from '#src/api/agent-lead/lead-write.ts';
import { NewLink } from '#src/api/agreement/agreement.schemas.ts';
import { write } from '#src/api/database/write.ts';
import type { Api } from '#src/api/http/http.ts';
import { agents } from '#src/api/http/principal.ts';
import { problem } from '#src/api/http/problem.ts';
import { problems, Strict } from '#src/api/http/schemas.ts';
import { isOfferOver } from '#src/api/link/link.ts';
import { portalLinkOf } from '#src/api/link/portal-link.ts';
import type { ApiParts } from '#src/api/parts.ts';
import { Type } from 'typebox';
import { portalMail } from './portal.mails.ts';
import { portalPrintRoutes } from './portal.prints.ts';
import { portalRoutes } from './portal.routes.ts';

/** Agents create the link. It is revoked by `DELETE agent-lead/{leadId}/links/{linkId}`. */
function portalLinkRoutes(app: Api, parts: ApiParts): void {
  app.post(
    '/agent-lead/:leadId/portal',
    {
      schema: {
        summary: 'The link to the page of the client’s move, to copy or mailed to the client',
        params: LeadParams,
        body: Strict({ is_mailed: Type.Boolean() }),
        response: { 201: NewLink, ...problems },
      },
    },
    async (request, reply) => {
      const actor = agentOf(request);
      void reply.code(201);
      return write(parts.database, request, reply, actor.id, async (tx) => {
        const lead = await leadById(tx, request.params.leadId);
        if (isOfferOver(lead))
          throw problem(409, 'The lead is archived, so its page is closed.', {
            state: 'archived',
            allowed: ['lead.restored'],
          });
        const link = await portalLinkOf(tx, parts, lead.id, actor.id);
        if (request.body.is_mailed) {
          if (!lead.client_email)
            throw problem(409, 'The client has no email address: copy the link instead.', {
              unmet: ['the client has an email address'],
            });
          await parts.mail.send(tx, {
            to: lead.client_email,
            kind: 'portal',
            leadId: lead.id,
            ...portalMail({ brokerage: parts.brokerage, lead, url: link.url }),
          });
        }
        return { url: link.url, expires_at: link.expiresAt };
      });
    },
  );
}

/** The client page, by link: one place for everything that a client's other links open separately. */
export const portal: Noun = {
  calls: [
    { for: agents, add: portalLinkRoutes },
    { for: 'anyone', add: portalRoutes },
    { for: 'anyone', add: portalPrintRoutes },
  ],
};
