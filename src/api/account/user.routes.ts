import { Type } from 'typebox';
import type { FastifyRequest } from 'fastify';
import type { Api } from '#src/api/http/http.ts';
import type { ApiParts } from '#src/api/parts.ts';
import { needs } from '#src/api/http/principal.ts';
import { hrefs } from '#src/api/link/hrefs.ts';
import { createLeaveTokens } from '#src/api/link/leave-token.ts';
import { oneClickRoutes } from '#src/api/mailing/one-click.ts';
import { notFound, problem } from '#src/api/http/problem.ts';
import { Name, Nullable, Phone, Strict, Token, Version, problems } from '#src/api/http/schemas.ts';
import { write } from '#src/api/database/write.ts';
import { readCurrentUser } from '#src/api/session/current-user.ts';
import { portals } from '#src/api/session/portals.ts';
import { CurrentUser, roles } from '#src/api/session/session-schemas.ts';
import { openAccount } from './account.repository.ts';
import { checkNames, wrong } from './account.schemas.ts';
import { ConfirmedAnswer, createConfirmation } from './confirm-sign-up.ts';

const userOf = (request: FastifyRequest) => needs(request, ...portals.user);

const SWITCHES = ['email_on_new_lead', 'email_on_subscription_cancellation'] as const;

/** Unsubscribing from mails by a token from the mail, without a session. */
export function mailSwitchRoutes(app: Api, parts: ApiParts): void {
  const leaveTokens = SWITCHES.map((field) => [field, createLeaveTokens(parts, field)] as const);

  /** Which mails a token ends, and whose. @throws Problem 404 if the token was never issued */
  function leftBy(token: string) {
    for (const [field, tokens] of leaveTokens) {
      const accountId = tokens.ownerOf(token);
      if (accountId) return { field, accountId };
    }
    throw notFound('link');
  }

  oneClickRoutes(app, '/user/settings/one-click/:token', {
    page: async (token) => parts.publicUrl() + hrefs.settingsUnsubscribe(leftBy(token).field),
    async leave(token) {
      const { field, accountId } = leftBy(token);
      await parts.database.kysely
        .updateTable('account')
        .set({ [field]: false })
        .where('id', '=', accountId)
        .execute();
    },
  });
}

/** The name and phone of a mover or an assistant; everyone's own settings. */
export function userRoutes(app: Api, parts: ApiParts): void {
  const confirm = createConfirmation(parts);

  app.patch(
    '/user/',
    {
      schema: {
        summary: 'Confirms the email by the token of its mail, or changes the profile',
        body: Strict({
          email_verified: Type.Optional(Type.Literal(true)),
          token: Type.Optional(Token),
          name: Type.Optional(Name(120)),
          phone: Type.Optional(Nullable(Phone)),
          version: Type.Optional(Version),
        }),
        response: {
          200: Type.Partial(Type.Object({ ...CurrentUser.properties, ...ConfirmedAnswer.properties }), {
            description:
              'The person; after a confirmation, for which nobody need be signed in, the tokens of a session or nothing.',
          }),
          ...problems,
        },
      },
      config: { for: 'anyone' },
    },
    async (request, reply) => {
      const { email_verified: isConfirmation, token, version, ...changes } = request.body;
      if (isConfirmation || token !== undefined) {
        // The caller's word proves nothing; the token was sent to the mailbox.
        if (token === undefined) throw wrong('token', 'The token of the mail is needed.');
        if (!isConfirmation) throw wrong('email_verified', 'This field is required with a token.');
        if (version !== undefined || Object.keys(changes).length > 0)
          throw wrong('token', 'Confirm the email first, and change the profile then.');
        return confirm(request, reply, token, portals.user);
      }
      const principal = userOf(request);
      if (Object.keys(changes).length === 0) throw wrong('body', 'Say what is to be changed.');
      checkNames(changes.name === undefined ? {} : { name: changes.name });
      return write(parts.database, request, reply, principal.accountId, async (tx) => {
        const before = await openAccount(tx, principal.accountId);
        const current = () => readCurrentUser({ kysely: tx }, principal, parts.now());
        if (version !== undefined && version !== before.version)
          throw problem(409, 'Your profile was changed in another window. Nothing was changed.', {
            current: await current(),
          });
        await tx
          .updateTable('account')
          .set({ ...changes, version: before.version + 1 })
          .where('id', '=', before.id)
          .execute();
        return current();
      });
    },
  );

  app.patch(
    '/user/settings/',
    {
      schema: {
        body: Strict({
          company_phone: Type.Optional(
            Nullable(
              Type.String({
                pattern: '^(tel:)?\\+[1-9][0-9]{6,14}$',
                maxLength: 20,
                description: 'E.164, also as a tel: link',
              }),
            ),
          ),
          email_on_new_lead: Type.Optional(Type.Boolean()),
          email_on_subscription_cancellation: Type.Optional(Type.Boolean()),
          version: Type.Optional(Version),
        }),
        response: { 200: CurrentUser, ...problems },
      },
    },
    async (request, reply) => {
      const principal = needs(request, ...roles);
      const { company_phone: companyPhone, version, ...mails } = request.body;
      if (companyPhone !== undefined && principal.role !== 'mover')
        throw problem(403, 'Only the mover may change the phone of the company.');
      return write(parts.database, request, reply, principal.accountId, async (tx) => {
        const account = await openAccount(tx, principal.accountId);
        const current = () => readCurrentUser({ kysely: tx }, principal, parts.now());
        if (version !== undefined && version !== account.version)
          throw problem(409, 'Your settings were changed in another window. Nothing was changed.', {
            current: await current(),
          });
        // One version covers all personal data: profile, settings, and the company's phone.
        await tx
          .updateTable('account')
          .set({ ...mails, version: account.version + 1 })
          .where('id', '=', account.id)
          .execute();
        if (companyPhone !== undefined) {
          const phone = companyPhone?.replace(/^tel:/, '') ?? null;
          await tx
            .updateTable('business')
            .set(({ eb }) => ({ phone, version: eb('version', '+', 1) }))
            .where('id', '=', account.business_id)
            .execute();
        }
        return current();
      });
    },
  );
}
