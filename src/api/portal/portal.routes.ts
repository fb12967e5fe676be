import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { payableOf } from '#src/api/agent-lead/card-payment.ts';
import { leadById } from '#src/api/agent-lead/agent-lead.repository.ts';
import type { LeadRow } from '#src/api/agent-lead/agent-lead.query.ts';
import { lockLead } from '#src/api/agent-lead/agent-lead.transition.ts';
import { agreementById, closedBecause } from '#src/api/agreement/agreement.repository.ts';
import { newUuidToken, sha256 } from '#src/api/database/ids.ts';
import type { RowOf } from '#src/api/database/tables.ts';
import { write } from '#src/api/database/write.ts';
import type { Tx } from '#src/api/database/write.ts';
import { sendFile } from '#src/api/file/send-file.ts';
import type { Api } from '#src/api/http/http.ts';
import { problem } from '#src/api/http/problem.ts';
import { CalendarDate, OneOf, Strict, Text, Token, Uuid, Version, problems } from '#src/api/http/schemas.ts';
import { createLink } from '#src/api/link/link.ts';
import type { LinkPurpose } from '#src/api/link/link.ts';
import { openPortal } from '#src/api/link/portal-link.ts';
import type { ApiParts } from '#src/api/parts.ts';
import { moveRequest } from '#src/api/reschedule/reschedule.record.ts';
import { DAY } from '#src/machines/calendar/durations.ts';
import { askBrokerage, clientOf, wishDates } from './portal.acts.ts';
import { newestChat, papersOf, presentPortal } from './portal.present.ts';
import { ClientPortal, PAPERS, WAYS } from './portal.schemas.ts';

const TokenQuery = Strict({ token: Token });
const answer = { 200: ClientPortal, ...problems };
/** Links that the page leads to are opened right away, so they can be short-lived. */
const GO_ON_DAYS = 1;

/** The client page: what it shows, and what the client does there. */
export function portalRoutes(app: Api, parts: ApiParts): void {
  const { kysely } = parts.database;

  /** Carries out one action of the client, once, and responds with the resulting page. */
  const doing = (
    request: FastifyRequest,
    reply: FastifyReply,
    token: string,
    change: (tx: Tx, lead: LeadRow) => Promise<void>,
  ) =>
    write(parts.database, request, reply, `link:${sha256(token)}`, async (tx) => {
      const { subject_id: leadId } = await openPortal(tx, parts, token);
      await lockLead(tx, leadId);
      // While this waited for the lock, the link may have been revoked, or the lead archived.
      const link = await openPortal(tx, parts, token);
      await change(tx, await leadById(tx, leadId));
      return presentPortal(tx, parts, link);
    });

  app.get('/agent-lead/portal', { schema: { querystring: TokenQuery, response: answer } }, async (request, reply) => {
    void reply.header('cache-control', 'no-store');
    return presentPortal(kysely, parts, await openPortal(kysely, parts, request.query.token));
  });

  app.post(
    '/agent-lead/portal/open',
    { schema: { summary: 'The client has the page before it', querystring: TokenQuery, response: answer } },
    async (request, reply) =>
      write(parts.database, request, reply, `link:${sha256(request.query.token)}`, async (tx) => {
        const link = await openPortal(tx, parts, request.query.token);
        const at = parts.now().toISOString();
        await tx
          .updateTable('link')
          .set({ opened_at: at })
          .where('id', '=', link.id)
          .where('opened_at', 'is', null)
          .execute();
        return presentPortal(tx, parts, { ...link, opened_at: link.opened_at ?? at });
      }),
  );

  app.post(
    '/agent-lead/portal/ask',
    {
      schema: {
        summary: 'The client writes to the brokerage, in the conversation about the move',
        querystring: TokenQuery,
        body: Strict({ text: Text(2000) }),
        response: answer,
      },
    },
    async (request, reply) =>
      doing(request, reply, request.query.token, (tx, lead) => askBrokerage(tx, parts, lead, request.body.text.trim())),
  );

  app.post(
    '/agent-lead/portal/reschedule',
    {
      schema: {
        summary: 'The client asks for other dates',
        querystring: TokenQuery,
        body: Strict({ version: Version, first: CalendarDate, last: CalendarDate, reason: Text(1000) }),
        response: answer,
      },
    },
    async (request, reply) =>
      doing(request, reply, request.query.token, (tx, lead) => wishDates(tx, parts, lead, request.body)),
  );

  app.post(
    '/agent-lead/portal/reschedule/withdraw',
    {
      schema: {
        summary: 'The client takes the request back',
        querystring: TokenQuery,
        body: Strict({ version: Version }),
        response: answer,
      },
    },
    async (request, reply) =>
      doing(request, reply, request.query.token, async (tx, lead) => {
        await moveRequest(tx, parts, {
          leadId: lead.id,
          version: request.body.version,
          actor: clientOf(lead),
          event: { type: 'days.withdrawn', by: 'client' },
          set: () => ({}),
        });
      }),
  );

  app.post(
    '/agent-lead/portal/go-on',
    {
      schema: {
        summary:
          'A link to the page of an estimate, the agreement, the payment or the chat; it is revoked with this one',
        querystring: TokenQuery,
        body: Strict({ to: OneOf(WAYS), estimate_id: Type.Optional(Uuid) }),
        response: { 200: Type.Object({ token: Token }), ...problems },
      },
    },
    async (request, reply) =>
      write(parts.database, request, reply, `link:${sha256(request.query.token)}`, async (tx) => {
        const link = await openPortal(tx, parts, request.query.token);
        const lead = await leadById(tx, link.subject_id);
        const { to, estimate_id: estimateId } = request.body;
        const target = await targetOf(tx, parts, lead, to, estimateId);
        if (!target) throw problem(409, 'This is not there anymore. Load the page again.', { state: lead.state });
        return { token: await goOn(tx, parts, link, to, target) };
      }),
  );

  app.get(
    '/agent-lead/portal/papers/:paper',
    {
      schema: {
        summary: 'A paper of the move, as a file',
        // A loose pattern, so that callers without a link don't learn which papers can exist.
        params: Strict({
          paper: Type.String({ pattern: '^[A-Za-z0-9-]+$', maxLength: 40, description: PAPERS.join(', ') }),
        }),
        querystring: TokenQuery,
      },
    },
    async (request, reply) => {
      const link = await openPortal(kysely, parts, request.query.token);
      const paper = PAPERS.find((one) => one === request.params.paper);
      const lead = await leadById(kysely, link.subject_id);
      void reply.header('cache-control', 'no-store');
      const fileId = paper && (await papersOf(kysely, parts, lead))[paper];
      return sendFile(parts, reply, fileId ? await fileId() : null);
    },
  );
}

/** The target of one of the page's links; undefined if there is none at the moment. */
async function targetOf(
  tx: Tx,
  parts: ApiParts,
  lead: LeadRow,
  to: (typeof WAYS)[number],
  estimateId: string | undefined,
): Promise<string | undefined> {
  switch (to) {
    case 'estimate': {
      const row = await tx
        .selectFrom('estimate')
        .select('id')
        .where('lead_id', '=', lead.id)
        .where('id', '=', estimateId ?? lead.quoted_estimate_id)
        .where('sent_at', 'is not', null)
        .executeTakeFirst();
      return row?.id;
    }
    case 'agreement': {
      if (lead.agreement_id === null) return undefined;
      const agreement = await agreementById(tx, lead.agreement_id);
      return closedBecause(agreement, parts.now(), lead.is_archived) === null ? agreement.id : undefined;
    }
    case 'payment':
      return payableOf(lead) ? lead.id : undefined;
    case 'chat': {
      const chat = await newestChat(tx, lead.id);
      return chat && chat.stage !== 'closed' ? chat.id : undefined;
    }
  }
}

async function goOn(
  tx: Tx,
  parts: ApiParts,
  portal: RowOf<'link'>,
  purpose: (typeof WAYS)[number] & LinkPurpose,
  subjectId: string,
): Promise<string> {
  const now = parts.now();
  const { token } = await createLink(tx, {
    purpose,
    subjectId,
    createdBy: null,
    now,
    expiresAt: new Date(now.getTime() + GO_ON_DAYS * DAY),
    madeBy: portal.id,
    ...(purpose === 'chat' ? { token: newUuidToken() } : {}),
  });
  return token;
}
