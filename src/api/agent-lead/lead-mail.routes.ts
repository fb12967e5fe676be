import { Type } from 'typebox';
import type { Api } from '#src/api/http/http.ts';
import { Strict, Uuid, problems } from '#src/api/http/schemas.ts';
import type { ApiParts } from '#src/api/parts.ts';
import { createRequestLimits } from '#src/api/session/request-limits.ts';
import { leadById } from './agent-lead.repository.ts';
import { LeadDetail } from './agent-lead.schemas.ts';
import { mailsOfLead, previewMail, sendLeadMail, textOfMail } from './lead-mail.repository.ts';
import { LeadMail, MOST_MAILS, MailBody, MailPreview, MailText, PreviewBody } from './lead-mail.schemas.ts';
import { LeadFields, LeadParams, agentOf, leadWrite } from './lead-write.ts';

/** Mails from agents to the client of a lead, and the status of every mail to the client. */
export function leadMailRoutes(app: Api, parts: ApiParts): void {
  const { kysely } = parts.database;
  const limits = createRequestLimits(parts.database, parts.ceilingFactor);

  app.post(
    '/agent-lead/mails/preview',
    {
      schema: {
        summary: 'How an email to the clients of these leads reads, and who would get none; nothing is sent',
        body: PreviewBody,
        response: { 200: MailPreview, ...problems },
      },
    },
    async (request) => previewMail(kysely, parts, agentOf(request).id, request.body),
  );

  app.get(
    '/agent-lead/mails/:mailId',
    {
      schema: {
        summary: 'What an agent wrote in an email to a client',
        params: Strict({ mailId: Uuid }),
        response: { 200: MailText, ...problems },
      },
    },
    async (request) => {
      agentOf(request);
      return await textOfMail(kysely, request.params.mailId);
    },
  );

  app.get(
    '/agent-lead/:leadId/mails',
    {
      schema: {
        summary: 'Emails to the client, newest first, and what became of each',
        params: LeadParams,
        response: { 200: Type.Array(LeadMail, { maxItems: MOST_MAILS }), ...problems },
      },
    },
    async (request) => {
      agentOf(request);
      const mails = await mailsOfLead(kysely, request.params.leadId);
      // Checks that the lead exists; leads without mails are rare enough for a second query.
      if (mails.length === 0) await leadById(kysely, request.params.leadId);
      return mails;
    },
  );

  app.post(
    '/agent-lead/:leadId/mails',
    {
      schema: {
        summary: 'Email the client in the agent’s name; blanks such as {{client name}} are filled in',
        params: LeadParams,
        querystring: LeadFields,
        body: MailBody,
        response: { 201: LeadDetail, ...problems },
      },
    },
    async (request, reply) => {
      void reply.code(201);
      const { leadId } = request.params;
      return await leadWrite(parts, request, reply, (tx, { id: accountId }) =>
        sendLeadMail(tx, parts, { leadId, accountId, admit: (email) => limits.letter(tx, email) }, request.body),
      );
    },
  );
}
