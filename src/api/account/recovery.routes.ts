import { Type } from 'typebox';
import { createClientAddress } from '#src/api/http/client-address.ts';
import type { Api } from '#src/api/http/http.ts';
import type { ApiParts } from '#src/api/parts.ts';
import { needs } from '#src/api/http/principal.ts';
import { Email, Strict, Token, problems } from '#src/api/http/schemas.ts';
import { write } from '#src/api/database/write.ts';
import { hashPassword } from '#src/api/session/passwords.ts';
import { portals } from '#src/api/session/portals.ts';
import { createThrottle } from '#src/api/session/throttle.ts';
import { GivenPassword, NewPassword, Nothing, checkPassword, normalized, wrong } from './account.schemas.ts';
import { createGuestAnswer } from './guest-answer.ts';
import { createOwnPassword } from './own-password.ts';
import { changePassword, requestReset, resetPassword } from './recovery.ts';

/** Resetting a forgotten password, and changing a known one. */
export function recoveryRoutes(app: Api, parts: ApiParts): void {
  const answer = createGuestAnswer(parts);
  const ownPassword = createOwnPassword(parts);
  const throttle = createThrottle(parts.database, { factor: parts.ceilingFactor });
  const clientAddress = createClientAddress(parts.sessionSecret);

  for (const [portal, roles] of Object.entries(portals)) {
    app.post(
      `/${portal}/password/reset/confirm/`,
      {
        schema: {
          summary: 'Mails a link for a new password; the answer is the same for every address',
          body: Strict({ email: Email }),
          response: { 202: Nothing, ...problems },
        },
      },
      async (request, reply) => {
        const email = normalized(request.body.email);
        return answer(request, reply, { kind: 'reset', email, change: (tx) => requestReset(tx, parts, email) });
      },
    );

    app.post(
      `/${portal}/change_password`,
      {
        schema: {
          summary: 'A new password: by the token of a mail, or signed in with the old one',
          body: Strict({
            token: Type.Optional(Token),
            password: Type.Optional(GivenPassword),
            new_password: NewPassword,
          }),
          response: { 200: Nothing, ...problems },
        },
      },
      async (request, reply) => {
        const { token, password, new_password: newPassword } = request.body;
        if (token !== undefined && password !== undefined)
          throw wrong('password', 'Give the token of the mail or the old password, not both.');
        if (token !== undefined) {
          const email = await write(parts.database, request, reply, `guest:${clientAddress(request)}`, async (tx) =>
            resetPassword(tx, parts, { token, newPassword, roles }),
          );
          // The new password works at once, even after too many failed sign-ins.
          await throttle.forget(email);
          return {};
        }
        if (password === undefined) throw wrong('password', 'This field is required.');
        const principal = needs(request, ...roles);
        const account = await ownPassword(request, principal, password);
        checkPassword('new_password', newPassword, account);
        if (newPassword === password) throw wrong('new_password', 'That’s already your password.');
        const newHash = await hashPassword(newPassword);
        const { accountId } = principal;
        return write(parts.database, request, reply, accountId, async (tx) => {
          await changePassword(tx, parts, {
            accountId,
            familyId: request.familyId,
            shown: account.password_hash,
            newHash,
          });
          return {};
        });
      },
    );
  }
}
