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
import { DISPUTES, OFF_MARKET_REPORTS, REPORT_REASONS } from '#src/machines/marketplace/purchase.lifecycle.ts';
import { REPORT_DECISIONS, REPORTED_STATES } from '#src/machines/marketplace/reported-lead.ts';
import { answerRefundRequest, listRefundRequests } from './refund-request.ts';
import { decideReported, listReportedLeads } from './reported.ts';

const Reference = Type.String({ maxLength: 20 });
const Place = Type.Object({ city: Type.String({ maxLength: 100 }), state: UsState });
const Household = {
  id: Uuid,
  reference: Reference,
  origin: Place,
  destination: Place,
  client: Type.Object({ name: Type.String({ maxLength: 200 }), phone: Nullable(Phone), email: Nullable(Email) }),
};
const Reported = Named('ReportedLead', {
  ...Household,
  state: OneOf(REPORTED_STATES),
  hidden_at: Instant,
  reason: OneOf(OFF_MARKET_REPORTS),
  confirmed_by: Nullable(Type.String({ maxLength: 200 })),
  reports: Type.Array(
    Type.Object({ reason: OneOf(OFF_MARKET_REPORTS), text: Nullable(Text(2000)), at: Instant, buyer: Email }),
    { maxItems: 200 },
  ),
});

const Request = Named('RefundRequest', {
  purchase_id: Uuid,
  purchase: Reference,
  buyer: Email,
  lead: Type.Object(Household),
  reason: OneOf(REPORT_REASONS),
  text: Nullable(Text(2000)),
  reported_at: Instant,
  price: PositiveCents,
  credit: Cents,
  refund_to: Nullable(OneOf(REFUND_WAYS)),
  dispute: Nullable(OneOf(DISPUTES)),
});

/**
 * What buyers reported, for agents who run the marketplace: what is off the market, which is decided on as leads, and the
 * rest, where the money is decided on.
 */
export function reportedRoutes(app: Api, parts: ApiParts): void {
  app.get(
    '/agent/reported-leads',
    {
      schema: {
        summary: 'Leads that are off the market because of what their buyers reported, with the reports',
        response: { 200: Strict({ leads: Type.Array(Reported, { maxItems: 200 }) }), ...problems },
      },
    },
    async (request) => {
      needsRight(request, 'settings');
      return { leads: await listReportedLeads(parts.database.kysely) };
    },
  );

  app.post(
    '/agent/reported-leads/:leadId/decision',
    {
      schema: {
        summary:
          'Confirms what was reported, or puts the lead back into the shop, if need be with the right phone number; whoever has it is notified',
        params: Strict({ leadId: Uuid }),
        body: Strict({ decision: OneOf(REPORT_DECISIONS), phone: Type.Optional(Nullable(Phone)) }),
        response: { 200: Nothing, ...problems },
      },
    },
    async (request, reply) => {
      const { accountId } = needsRight(request, 'settings');
      return await write(parts.database, request, reply, accountId, async (tx) => {
        const { decision, phone = null } = request.body;
        await decideReported(tx, parts, accountId, request.params.leadId, { decision, phone });
        return {};
      });
    },
  );

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
