import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { BrokerageBody, NewLink, SigningDocument } from '#src/api/agreement/agreement.schemas.ts';
import { agreementById, openAgreement } from '#src/api/agreement/agreement.repository.ts';
import { presentSigning } from '#src/api/agreement/agreement.present.ts';
import { estimateById, presentOne } from '#src/api/estimate/estimate.repository.ts';
import { Estimate } from '#src/api/estimate/estimate.schemas.ts';
import { readSignature, signatureConfig } from '#src/api/agreement/signature.ts';
import { createClientAddress } from '#src/api/http/client-address.ts';
import { hrefs } from '#src/api/link/hrefs.ts';
import type { Api } from '#src/api/http/http.ts';
import { createLink, openLink, OFFER_OVER } from '#src/api/link/link.ts';
import { dateIn } from '#src/machines/calendar/days.ts';
import type { ApiParts } from '#src/api/parts.ts';
import { notFound, problem } from '#src/api/http/problem.ts';
import { CalendarDate, Instant, Nullable, Strict, Text, Token, Uuid, problems } from '#src/api/http/schemas.ts';
import { sendFile } from '#src/api/file/send-file.ts';
import { write } from '#src/api/database/write.ts';
import { place } from './agent-lead.present.ts';
import { leadById } from './agent-lead.repository.ts';
import { LeadFields, LeadParams, agentOf, leadWrite } from './lead-write.ts';
import { InventoryItem, Kind, LeadDetail, Place, Stop } from './agent-lead.schemas.ts';
import { declineContract, mailContractAgain, signContract } from './agent-lead.sales.ts';
import { moveLead } from './agent-lead.transition.ts';
import type { AgentLeadTab } from '#src/machines/agent-lead/agent-lead.place.ts';
import { sha256 } from '#src/api/database/ids.ts';

const SHARE_DAYS = 30;
const DAY = 86_400_000;
const TokenQuery = Strict({ token: Token });

/** What a client reads of where the move stands. */
const STATUS: Record<AgentLeadTab, string> = {
  new: 'We are preparing your quote.',
  'follow-up': 'We will get back to you soon.',
  'quote-sent': 'Your quote is waiting for your answer.',
  'contract-sent': 'Your agreement is waiting for your signature.',
  contracted: 'Your agreement is signed. We are looking for your carrier.',
  'award-carrier': 'Your agreement is signed. We are looking for your carrier.',
  'open-contracts': 'Your carrier is chosen.',
  'completed-contracts': 'Your move is done.',
};

/** Links of agents to clients. */
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
              .where('id', '=', linkId)
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
    if (link.purpose === 'lead') return link.subject_id;
    const table = link.purpose === 'estimate' ? 'estimate' : 'agreement';
    const row = await tx.selectFrom(table).select('lead_id').where('id', '=', link.subject_id).executeTakeFirst();
    return row?.lead_id ?? undefined;
  }
}

export function sharedRoutes(app: Api, parts: ApiParts): void {
  const { kysely } = parts.database;
  const ShortText = Type.String({ maxLength: 2000 });

  app.get(
    '/agent-lead/shared/:token',
    {
      schema: {
        params: TokenQuery,
        response: {
          200: Type.Object({
            reference: ShortText,
            brokerage: BrokerageBody,
            kind: Kind,
            client_name: ShortText,
            stops: Type.Array(Stop, { maxItems: 10 }),
            inventory: Type.Array(InventoryItem, { maxItems: 500 }),
            move_size: Nullable(ShortText),
            volume_cuft: Nullable(Type.Number()),
            weight_lb: Nullable(Type.Integer()),
            distance_miles: Nullable(Type.Number()),
            status: ShortText,
            is_done: Type.Boolean({ description: 'The move is over: nothing about it can be changed any more.' }),
            expires_at: Instant,
          }),
          ...problems,
        },
      },
    },
    async (request, reply) => {
      void reply.header('cache-control', 'no-store');
      const link = await openLink(kysely, request.params.token, 'lead', parts.now());
      const lead = await leadById(kysely, link.subject_id);
      if (lead.is_archived) throw problem(410, OFFER_OVER);
      return {
        reference: lead.reference,
        brokerage: parts.brokerage,
        kind: lead.kind,
        client_name: lead.client_name,
        stops: lead.stops,
        inventory: lead.inventory,
        move_size: lead.move_size,
        volume_cuft: lead.volume_cuft,
        weight_lb: lead.weight_lb,
        distance_miles: lead.distance_miles,
        status: STATUS[lead.state],
        is_done: lead.state === 'completed-contracts',
        expires_at: link.expires_at,
      };
    },
  );

  app.get(
    '/agent-lead/estimates/shared',
    {
      schema: {
        querystring: TokenQuery,
        response: {
          200: Type.Object({
            brokerage: BrokerageBody,
            reference: ShortText,
            client_name: ShortText,
            origin: Nullable(Place),
            destination: Nullable(Place),
            move_date: Nullable(CalendarDate),
            move_date_last: Nullable(CalendarDate),
            estimate: Estimate,
            is_superseded: Type.Boolean(),
            is_expired: Type.Boolean(),
            expires_at: Instant,
          }),
          ...problems,
        },
      },
    },
    async (request, reply) => {
      void reply.header('cache-control', 'no-store');
      const now = parts.now();
      const link = await openLink(kysely, request.query.token, 'estimate', now);
      const row = await estimateById(kysely, link.subject_id);
      const lead = await leadById(kysely, row.lead_id);
      if (lead.is_archived) throw problem(410, OFFER_OVER);
      return {
        brokerage: parts.brokerage,
        reference: lead.reference,
        client_name: lead.client_name,
        origin: place(lead.origin_city, lead.origin_state, lead.origin_zip, lead.origin_lat, lead.origin_lng),
        destination: place(
          lead.destination_city,
          lead.destination_state,
          lead.destination_zip,
          lead.destination_lat,
          lead.destination_lng,
        ),
        move_date: lead.move_date,
        move_date_last: lead.move_date_last,
        estimate: await presentOne(kysely, row, lead.quoted_estimate_id),
        is_superseded: lead.quote_number !== null && lead.quote_number > row.number,
        is_expired: row.valid_until < dateIn(parts.brokerage.zone, now),
        expires_at: link.expires_at,
      };
    },
  );
}

export function contractRoutes(app: Api, parts: ApiParts): void {
  const { kysely } = parts.database;
  const clientAddress = createClientAddress(parts.sessionSecret);
  const answer = { 200: SigningDocument, ...problems };
  const linkScope = (token: string) => `link:${sha256(token)}`;

  app.get(
    '/agent-lead/contract/sign',
    { schema: { querystring: TokenQuery, response: answer } },
    async (request, reply) => {
      void reply.header('cache-control', 'no-store');
      const link = await openLink(kysely, request.query.token, 'agreement', parts.now());
      return presentSigning(
        kysely,
        parts,
        await agreementById(kysely, link.subject_id),
        `/files/agent-lead/contract/signed?token=${request.query.token}`,
      );
    },
  );

  app.post(
    '/agent-lead/contract/open',
    {
      schema: { summary: 'The signer confirms having opened the agreement', querystring: TokenQuery, response: answer },
    },
    async (request, reply) =>
      await write(parts.database, request, reply, linkScope(request.query.token), async (tx) => {
        const link = await openLink(tx, request.query.token, 'agreement', parts.now());
        return presentSigning(tx, parts, await openAgreement(tx, link.subject_id, 'client', parts.now()), null);
      }),
  );

  app.post(
    '/agent-lead/contract/sign',
    { schema: { querystring: TokenQuery, response: answer }, config: signatureConfig },
    async (request, reply) => {
      // A form of somebody without a link is not read.
      await openLink(kysely, request.query.token, 'agreement', parts.now());
      const { fingerprint, zone, ...given } = await readSignature(request as FastifyRequest, parts);
      return await write(
        parts.database,
        request,
        reply,
        linkScope(request.query.token),
        async (tx) => {
          const id = await signContract(tx, parts, request.query.token, {
            ...given,
            signer: { by: 'client', zone, ip: clientAddress(request), userAgent: request.headers['user-agent'] ?? '' },
          });
          return presentSigning(tx, parts, await agreementById(tx, id), null);
        },
        fingerprint,
      );
    },
  );

  app.post(
    '/agent-lead/contract/decline',
    {
      schema: {
        summary: 'The client declines',
        querystring: TokenQuery,
        body: Strict({ reason: Text(500) }),
        response: answer,
      },
    },
    async (request, reply) =>
      await write(parts.database, request, reply, linkScope(request.query.token), async (tx) => {
        const id = await declineContract(tx, parts, request.query.token, request.body.reason);
        return presentSigning(tx, parts, await agreementById(tx, id), null);
      }),
  );

  app.post(
    '/agent-lead/contract/send/email',
    {
      schema: {
        body: Strict({ token: Token }),
        response: { 202: Type.Object({ detail: Type.String({ maxLength: 200 }) }), ...problems },
      },
    },
    async (request, reply) => {
      void reply.code(202);
      return write(parts.database, request, reply, linkScope(request.body.token), async (tx) => {
        await mailContractAgain(tx, parts, request.body.token);
        return { detail: 'If the link is still open, the mail is on its way to the address that we have on record.' };
      });
    },
  );

  app.get(
    '/agent-lead/contract/signed',
    { schema: { summary: 'The signed PDF', querystring: TokenQuery } },
    async (request, reply) => {
      const link = await openLink(kysely, request.query.token, 'agreement', parts.now());
      const agreement = await agreementById(kysely, link.subject_id);
      return sendFile(parts, reply, agreement.file_id);
    },
  );
}
