import { LeadParams } from '#src/api/agent-lead/lead-write.ts';
import type { Api } from '#src/api/http/http.ts';
import { needsBoard, needsCarrier } from '#src/api/http/principal.ts';
import { problems } from '#src/api/http/schemas.ts';
import type { ApiParts } from '#src/api/parts.ts';
import { BoardNews, readBoardNews } from './board-news.ts';
import { LanePrice, lanePriceOf } from './lane-price.ts';
import { visibleLead } from './load.repository.ts';

/** What a carrier reads besides its lists and a load. */
export function boardNewsRoutes(app: Api, { database: { kysely }, now }: ApiParts): void {
  app.get(
    '/carrier/board-news',
    { schema: { summary: 'What waits for the carrier beside the lists', response: { 200: BoardNews, ...problems } } },
    async (request) => readBoardNews(kysely, needsCarrier(request).carrierId),
  );

  app.get(
    '/carrier/agent-lead/:leadId/lane-price',
    {
      schema: {
        summary: 'What carriers are usually paid from this state to that one',
        params: LeadParams,
        response: { 200: LanePrice, ...problems },
      },
    },
    async (request) => {
      const { carrierId } = needsBoard(request);
      const { id } = await visibleLead(kysely, request.params.leadId, carrierId);
      return lanePriceOf(kysely, id, now());
    },
  );
}
