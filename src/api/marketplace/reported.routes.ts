import { Type } from 'typebox';
import { Nothing } from '#src/api/account/account.schemas.ts';
import { write } from '#src/api/database/write.ts';
import type { Api } from '#src/api/http/http.ts';
import { needsRight } from '#src/api/http/principal.ts';
import {
  Email,
  Instant,
  Named,
  Nullable,
  OneOf,
  Phone,
  Strict,
  Text,
  UsState,
  Uuid,
  problems,
} from '#src/api/http/schemas.ts';
import type { ApiParts } from '#src/api/parts.ts';
import { FINAL_REASONS } from '#src/machines/marketplace/purchase.lifecycle.ts';
import { REPORT_DECISIONS, REPORTED_STATES } from '#src/machines/marketplace/reported-lead.ts';
import { decideReported, listReportedLeads } from './reported.ts';

const Place = Type.Object({ city: Type.String({ maxLength: 100 }), state: UsState });
const Reported = Named('ReportedLead', {
  id: Uuid,
  reference: Type.String({ maxLength: 20 }),
  state: OneOf(REPORTED_STATES),
  origin: Place,
  destination: Place,
  client: Type.Object({ name: Type.String({ maxLength: 200 }), phone: Nullable(Phone), email: Nullable(Email) }),
  hidden_at: Instant,
  reports: Type.Array(
    Type.Object({ reason: OneOf(FINAL_REASONS), text: Nullable(Text(2000)), at: Instant, buyer: Email }),
    { maxItems: 200 },
  ),
});

/** Leads that buyers reported as gone, for agents who run the marketplace. */
export function reportedRoutes(app: Api, parts: ApiParts): void {
  app.get(
    '/agent/reported-leads',
    {
      schema: {
        summary: 'Leads that their buyers reported as gone, with the reports',
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
        summary: 'Confirms what was reported, or puts the lead back into the shop; whoever has it is notified',
        params: Strict({ leadId: Uuid }),
        body: Strict({ decision: OneOf(REPORT_DECISIONS) }),
        response: { 200: Nothing, ...problems },
      },
    },
    async (request, reply) => {
      const { accountId } = needsRight(request, 'settings');
      return await write(parts.database, request, reply, accountId, async (tx) => {
        await decideReported(tx, parts, request.params.leadId, request.body.decision);
        return {};
      });
    },
  );
}
