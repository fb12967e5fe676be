import { Type } from 'typebox';
import { readItems } from '#src/api/chat/scripted/furniture.ts';
import { estimateById } from '#src/api/estimate/estimate.repository.ts';
import type { Api } from '#src/api/http/http.ts';
import { Email, Nullable, Strict, Text, Uuid, problems } from '#src/api/http/schemas.ts';
import { hrefs } from '#src/api/link/hrefs.ts';
import type { ApiParts } from '#src/api/parts.ts';
import { LeadPrice } from '#src/api/tariff/tariff.schemas.ts';
import { previewOfQuote } from './agent-lead.mails.ts';
import { priceOfLead } from './agent-lead.price.ts';
import { leadById } from './agent-lead.repository.ts';
import { InventoryItem } from './agent-lead.schemas.ts';
import { LeadParams, agentOf } from './lead-write.ts';

/** What a lead would cost, and how its quote will read: both before anything is written. */
export function priceRoutes(app: Api, parts: ApiParts): void {
  const { kysely } = parts.database;

  app.get(
    '/agent-lead/items',
    {
      schema: {
        summary: 'Furniture and boxes that a text speaks of, with their usual volume and weight',
        querystring: Strict({ text: Text(1000) }),
        response: {
          200: Type.Object({
            items: Type.Array(InventoryItem, { maxItems: 500 }),
            unknown: Type.Array(Type.String({ maxLength: 1000 }), { maxItems: 500 }),
          }),
          ...problems,
        },
      },
    },
    async (request) => {
      agentOf(request);
      return readItems(request.query.text);
    },
  );

  app.get(
    '/agent-lead/:leadId/price',
    {
      schema: {
        summary: 'What the lead costs by the tariff, line by line, and what a carrier is likely to ask',
        params: LeadParams,
        querystring: Strict({ shuttles: Type.Optional(Type.String({ pattern: '^(10|[0-9])$', maxLength: 2 })) }),
        response: { 200: LeadPrice, ...problems },
      },
    },
    async (request) => {
      agentOf(request);
      const lead = await leadById(kysely, request.params.leadId);
      const { shuttles } = request.query;
      return priceOfLead(parts, lead, shuttles === undefined ? undefined : Number(shuttles));
    },
  );

  app.get(
    '/agent-lead/estimates/:estimateId/mail',
    {
      schema: {
        summary:
          'The mail that would bring this estimate to the client; a message of the agent stands between its two parts',
        params: Strict({ estimateId: Uuid }),
        response: {
          200: Type.Object({
            to: Nullable(Email),
            subject: Type.String({ maxLength: 1000 }),
            before: Type.String({ maxLength: 4000 }),
            after: Type.String({ maxLength: 4000 }),
          }),
          ...problems,
        },
      },
    },
    async (request) => {
      agentOf(request);
      const estimate = await estimateById(kysely, request.params.estimateId);
      const lead = await leadById(kysely, estimate.lead_id);
      return {
        to: lead.client_email,
        ...previewOfQuote({
          brokerage: parts.brokerage,
          lead,
          estimateId: estimate.id,
          total: estimate.total,
          validUntil: estimate.valid_until,
          // The real links are created when the mail is sent.
          url: `${parts.publicUrl()}${hrefs.sharedEstimate('')}…`,
          movePage: `${parts.publicUrl()}${hrefs.portal('…')}`,
        }),
      };
    },
  );
}
