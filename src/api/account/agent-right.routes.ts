import { Type } from 'typebox';
import type { Api } from '#src/api/http/http.ts';
import type { ApiParts } from '#src/api/parts.ts';
import { needsRight } from '#src/api/http/principal.ts';
import { Uuid, problems } from '#src/api/http/schemas.ts';
import { agentsWithRight } from './agent-right.ts';

const People = Type.Array(
  Type.Object({
    id: Uuid,
    name: Type.String({ maxLength: 200 }),
    email: Type.String({ maxLength: 254 }),
  }),
  { maxItems: 1000 },
);
const answer = { 200: People, ...problems };

/** Which agents may see the workflow. Rights are assigned in the team: see `src/api/team`. */
export function agentRightRoutes(app: Api, parts: ApiParts): void {
  app.get(
    '/agent/workflow/people',
    { schema: { summary: 'Which agents may see the workflow', response: answer } },
    async (request) => {
      needsRight(request, 'workflow');
      return agentsWithRight(parts.database.kysely, 'workflow');
    },
  );
}
