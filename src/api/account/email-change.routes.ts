import type { Api } from '#src/api/http/http.ts';
import type { ApiParts } from '#src/api/parts.ts';
import { needs } from '#src/api/http/principal.ts';
import { Email, Strict, problems } from '#src/api/http/schemas.ts';
import { inTransaction, write } from '#src/api/database/write.ts';
import { portals } from '#src/api/session/portals.ts';
import { createRequestLimits } from '#src/api/session/request-limits.ts';
import { GivenPassword, Nothing, TokenQuery, normalized } from './account.schemas.ts';
import { changeEmail, requestEmailChange } from './email-change.ts';
import { createOwnPassword } from './own-password.ts';

/** Changes an account's email: requested with the password, confirmed by the link in the new mailbox. */
export function emailChangeRoutes(app: Api, parts: ApiParts): void {
  const limits = createRequestLimits(parts.database);
  const ownPassword = createOwnPassword(parts);

  for (const [portal, roles] of Object.entries(portals)) {
    app.post(
      `/${portal}/email/change/confirm`,
      {
        schema: {
          summary: 'Mails a link to the new address; the answer is the same for one that is taken',
          body: Strict({ new_email: Email, password: GivenPassword }),
          response: { 202: Nothing, ...problems },
        },
        config: { for: roles },
      },
      async (request, reply) => {
        const principal = needs(request, ...roles);
        const { accountId } = principal;
        await limits.member(accountId);
        await ownPassword(request, principal, request.body.password);
        const newEmail = normalized(request.body.new_email);
        const mayMail = await limits.mailbox('email-change', newEmail);
        void reply.code(202);
        return write(parts.database, request, reply, accountId, async (tx) => {
          await requestEmailChange(tx, parts, { accountId, newEmail, mayMail });
          return {};
        });
      },
    );
  }

  app.post(
    '/user/email/change',
    {
      schema: {
        summary: 'The new mailbox of any account confirms by the token of its mail',
        querystring: TokenQuery,
        response: { 200: Nothing, ...problems },
      },
      config: { for: 'anyone' },
    },
    async (request) => {
      const { principal, familyId } = request;
      await inTransaction(parts.database, (tx) =>
        changeEmail(tx, parts, request.query.token, principal && { accountId: principal.accountId, familyId }),
      );
      return {};
    },
  );
}
