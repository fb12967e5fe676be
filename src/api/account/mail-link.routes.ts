import { Type } from 'typebox';
import type { Api } from '#src/api/http/http.ts';
import { openLink } from '#src/api/link/link.ts';
import type { ApiParts } from '#src/api/parts.ts';
import { Instant, OneOf, Strict, Token, problems } from '#src/api/http/schemas.ts';

/** Links that do one thing once. Other mailed links are read by calls of their own. */
const SPENT_ONCE = ['password-reset', 'email-confirm', 'email-change', 'mailing-confirm'] as const;

/** Lets a page report a dead link right away, instead of after its form was filled in. */
export function mailLinkRoutes(app: Api, parts: ApiParts): void {
  app.get(
    '/mail-link',
    {
      schema: {
        summary: 'Whether the link of a mail still works; reading it spends nothing',
        querystring: Strict({ purpose: OneOf(SPENT_ONCE), token: Token }),
        response: { 200: Type.Object({ expires_at: Instant }), ...problems },
      },
    },
    async (request, reply) => {
      void reply.header('cache-control', 'no-store');
      const { purpose, token } = request.query;
      const { expires_at } = await openLink(parts.database.kysely, token, purpose, parts.now());
      return { expires_at };
    },
  );
}
