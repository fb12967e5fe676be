import type { Api } from '#src/api/http/http.ts';
import { agents, needs } from '#src/api/http/principal.ts';
import { problems } from '#src/api/http/schemas.ts';
import type { Noun } from '#src/api/noun.ts';
import type { ApiParts } from '#src/api/parts.ts';
import { workOfToday } from './today.query.ts';
import { Today, TodayQuery } from './today.schemas.ts';

function todayRoutes(app: Api, parts: ApiParts): void {
  app.get(
    '/agent/today',
    {
      schema: {
        summary: 'What waits for an agent today, by what it is',
        querystring: TodayQuery,
        response: { 200: Today, ...problems },
      },
    },
    async (request) => {
      const { accountId, rights } = needs(request, 'agent');
      const { mine, assigned_agent_id = null, fields } = request.query;
      return await workOfToday(parts.database.kysely, parts, {
        readerId: accountId,
        agentId: mine === 'true' ? accountId : assigned_agent_id,
        mayCountAgents: rights.includes('team'),
        decidesReports: rights.includes('settings'),
        fields,
      });
    },
  );
}

/** An agent's day: the work waiting in the lifecycles of leads and chats. */
export const today: Noun = { calls: [{ for: agents, add: todayRoutes }] };
