import { Type } from 'typebox';
import { Nothing } from '#src/api/account/account.schemas.ts';
import { write } from '#src/api/database/write.ts';
import type { Api } from '#src/api/http/http.ts';
import { needsRight } from '#src/api/http/principal.ts';
import { problem } from '#src/api/http/problem.ts';
import {
  Cents,
  Email,
  Instant,
  Named,
  Nullable,
  OneOf,
  Phone,
  PositiveCents,
  Strict,
  Text,
  UsState,
  Uuid,
  problems,
} from '#src/api/http/schemas.ts';
import type { ApiParts } from '#src/api/parts.ts';
import { REFUND_WAYS } from '#src/machines/marketplace/credit-rule.ts';
import { REPORT_REASONS } from '#src/machines/marketplace/purchase.lifecycle.ts';
import { answerRefundRequest, listRefundRequests } from './refund-request.ts';

const Reference = Type.String({ maxLength: 20 });
const Place = Type.Object({ city: Type.String({ maxLength: 100 }), state: UsState });
const Request = Named('RefundRequest', {
  purchase_id: Uuid,
  purchase: Reference,
  buyer: Email,
  lead: Type.Object({
    id: Uuid,
    reference: Reference,
    origin: Place,
    destination: Place,
    client: Type.Object({ name: Type.String({ maxLength: 200 }), phone: Nullable(Phone), email: Nullable(Email) }),
  }),
  reason: OneOf(REPORT_REASONS),
  text: Nullable(Text(2000)),
  reported_at: Instant,
  price: PositiveCents,
  credit: Cents,
  refund_to: Nullable(OneOf(REFUND_WAYS)),
});

/** Reports of bought leads where a person decides about the money, for agents who run the marketplace. */
export function refundRequestRoutes(app: Api, parts: ApiParts): void {
  app.get(
    '/agent/refund-requests',
    {
      schema: {
        summary: 'Reports of bought leads that wait for the brokerage to refund them, or not',
        response: { 200: Strict({ requests: Type.Array(Request, { maxItems: 200 }) }), ...problems },
      },
    },
    async (request) => {
      needsRight(request, 'settings');
      return { requests: await listRefundRequests(parts.database.kysely) };
    },
  );

  app.post(
    '/agent/refund-requests/:purchaseId/:leadId/decision',
    {
      schema: {
        summary: 'Refunds a reported lead, or declines; the buyer is notified',
        params: Strict({ purchaseId: Uuid, leadId: Uuid }),
        body: Strict({
          decision: OneOf(['refund', 'decline']),
          reason: Type.Optional(Nullable(Text(500))),
        }),
        response: { 200: Nothing, ...problems },
      },
    },
    async (request, reply) => {
      const agent = needsRight(request, 'settings');
      const { decision } = request.body;
      const reason = request.body.reason?.trim() ?? '';
      if (decision === 'decline' && reason === '')
        throw problem(422, 'Tell the buyer why.', { errors: [{ field: 'reason', message: 'Tell the buyer why.' }] });
      return await write(parts.database, request, reply, agent.accountId, async (tx) => {
        await answerRefundRequest(
          tx,
          parts,
          agent,
          request.params,
          decision === 'refund' ? { decision } : { decision, reason },
        );
        return {};
      });
    },
  );
}
