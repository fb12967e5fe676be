import { Type } from 'typebox';
import type { Api } from '#src/api/http/http.ts';
import type { ApiParts } from '#src/api/parts.ts';
import { needsRight } from '#src/api/http/principal.ts';
import { Strict, Uuid, problems } from '#src/api/http/schemas.ts';
import { write } from '#src/api/database/write.ts';
import { agentsAndRight, setAgentRight } from './agent-right.ts';

const People = Type.Array(
  Type.Object({
    id: Uuid,
    name: Type.String({ maxLength: 200 }),
    email: Type.String({ maxLength: 254 }),
    may: Type.Boolean(),
  }),
  { maxItems: 1000 },
);
const answer = { 200: People, ...problems };

/** Which agents may see the workflow: said by those who may. */
export function agentRightRoutes(app: Api, parts: ApiParts): void {
  app.get(
    '/agent/workflow/people',
    { schema: { summary: 'All agents, and who may see the workflow', response: answer } },
    async (request) => {
      needsRight(request, 'workflow');
      return agentsAndRight(parts.database.kysely, 'workflow');
    },
  );

  app.put(
    '/agent/workflow/people/:accountId',
    {
      schema: {
        summary: 'Lets an agent see the workflow, or no longer; the last one keeps the right',
        params: Strict({ accountId: Uuid }),
        body: Strict({ may: Type.Boolean() }),
        response: answer,
      },
    },
    async (request, reply) => {
      const { accountId: by } = needsRight(request, 'workflow');
      return write(parts.database, request, reply, by, async (tx) => {
        await setAgentRight(tx, 'workflow', { by, accountId: request.params.accountId, may: request.body.may });
        return agentsAndRight(tx, 'workflow');
      });
    },
  );
}
