import type { Api } from '#src/api/http/http.ts';
import type { ApiParts } from '#src/api/parts.ts';
import { problems } from '#src/api/http/schemas.ts';
import { presentBrokerage } from '#src/api/settings/logo.ts';
import { BrokerageBody } from './agreement.schemas.ts';

/** The brokerage's details, as agreements, legal texts, and client pages name them (49 CFR 371.107). */
export function brokerageRoutes(app: Api, parts: ApiParts): void {
  app.get(
    '/brokerage',
    {
      schema: {
        summary: 'The brokerage of this deployment, as it shows itself to everybody',
        response: { 200: BrokerageBody, ...problems },
      },
    },
    async () => presentBrokerage(parts),
  );
}
