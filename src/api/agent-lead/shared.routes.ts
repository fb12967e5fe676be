import { Type } from 'typebox';
import { JobProgress, progressOf } from '#src/api/carrier-job/carrier-job.progress.ts';
import { BrokerageBody } from '#src/api/agreement/agreement.schemas.ts';
import type { Api } from '#src/api/http/http.ts';
import { openLink, OFFER_OVER } from '#src/api/link/link.ts';
import type { ApiParts } from '#src/api/parts.ts';
import { problem } from '#src/api/http/problem.ts';
import { Instant, Nullable, Strict, Token, problems } from '#src/api/http/schemas.ts';
import { leadById } from './agent-lead.repository.ts';
import { InventoryItem, Kind, Stop } from './agent-lead.schemas.ts';
import type { StopInput } from './agent-lead.schemas.ts';
import { clientStatus } from './client-status.ts';
import { toldStop } from './guessed-zip.ts';
import { presentBrokerage } from '#src/api/settings/logo.ts';

export const TokenQuery = Strict({ token: Token });

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
            carrier: Nullable(
              Type.Object(
                { name: ShortText, usdot: ShortText, phone: Nullable(ShortText) },
                { description: 'The carrier, once it has signed for the move.' },
              ),
            ),
            progress: JobProgress,
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
        brokerage: presentBrokerage(parts),
        kind: lead.kind,
        client_name: lead.client_name,
        stops: (lead.stops as StopInput[]).map(toldStop),
        inventory: lead.inventory,
        move_size: lead.move_size,
        volume_cuft: lead.volume_cuft,
        weight_lb: lead.weight_lb,
        distance_miles: lead.distance_miles,
        status: clientStatus(lead),
        carrier: lead.carrier_signed_at
          ? { name: lead.carrier_legal_name!, usdot: lead.carrier_usdot!, phone: lead.carrier_phone }
          : null,
        progress: await progressOf(kysely, lead),
        is_done: lead.state === 'completed-contracts',
        expires_at: link.expires_at,
      };
    },
  );
}
