import { Type } from 'typebox';
import { createOwnPassword } from '#src/api/account/own-password.ts';
import { GivenPassword } from '#src/api/account/account.schemas.ts';
import { write } from '#src/api/database/write.ts';
import type { Api } from '#src/api/http/http.ts';
import { needs } from '#src/api/http/principal.ts';
import { Count, Instant, Nullable, Strict, problems } from '#src/api/http/schemas.ts';
import type { ApiParts } from '#src/api/parts.ts';
import {
  beginTwoFactor,
  confirmTwoFactor,
  RECOVERY_CODES,
  renewRecoveryCodes,
  switchOffTwoFactor,
} from '#src/api/session/two-factor.ts';
import { changeSecondStep } from './team.changes.ts';

const Codes = Type.Object({
  recovery_codes: Type.Array(Type.String({ maxLength: 20 }), { maxItems: RECOVERY_CODES }),
});
const Asked = Strict({ password: GivenPassword });

/**
 * An agent's second step: set up, confirm, turn off. Each requires the password, and is recorded in the team's history.
 */
export function twoFactorRoutes(app: Api, parts: ApiParts): void {
  const { database } = parts;
  const ownPassword = createOwnPassword(parts);

  app.get(
    '/agent/two-factor',
    {
      schema: {
        summary: 'Whether signing in asks for a code',
        response: { 200: Type.Object({ since: Nullable(Instant), recovery_codes_left: Count }), ...problems },
      },
    },
    async (request) => {
      const { accountId } = needs(request, 'agent');
      const row = await database.kysely
        .selectFrom('two_factor')
        .select('confirmed_at')
        .select(({ selectFrom }) =>
          selectFrom('recovery_code')
            .select(({ fn }) => fn.countAll<number>().as('left'))
            .whereRef('recovery_code.account_id', '=', 'two_factor.account_id')
            .where('used_at', 'is', null)
            .as('left'),
        )
        .where('account_id', '=', accountId)
        .where('confirmed_at', 'is not', null)
        .executeTakeFirst();
      return { since: row?.confirmed_at ?? null, recovery_codes_left: row?.left ?? 0 };
    },
  );

  app.post(
    '/agent/two-factor',
    {
      schema: {
        summary: 'A new secret for an authenticator app; it counts once it was confirmed',
        body: Asked,
        response: {
          201: Type.Object({
            secret: Type.String({ maxLength: 64 }),
            uri: Type.String({ maxLength: 1000 }),
            qr_svg: Type.String({ maxLength: 100_000 }),
          }),
          ...problems,
        },
      },
    },
    async (request, reply) => {
      const principal = needs(request, 'agent');
      const { id, email } = await ownPassword(request, principal, request.body.password);
      void reply.code(201).header('cache-control', 'no-store');
      return write(database, request, reply, id, (tx) =>
        beginTwoFactor(tx, parts, { id, email }, parts.brokerage.name),
      );
    },
  );

  app.post(
    '/agent/two-factor/confirm',
    {
      schema: {
        summary: 'From here on signing in asks for a code; answers the recovery codes, this once',
        body: Strict({ code: Type.String({ minLength: 1, maxLength: 20 }) }),
        response: {
          200: Codes,
          ...problems,
        },
      },
    },
    async (request, reply) => {
      const { accountId: id } = needs(request, 'agent');
      void reply.header('cache-control', 'no-store');
      return write(database, request, reply, id, async (tx) => ({
        recovery_codes: await changeSecondStep(tx, parts, id, 'second-step.turned-on', () =>
          confirmTwoFactor(tx, parts, id, request.body.code),
        ),
      }));
    },
  );

  app.post(
    '/agent/two-factor/recovery-codes',
    {
      schema: {
        summary: 'Other recovery codes, this once; those from before work no more',
        body: Asked,
        response: { 200: Codes, ...problems },
      },
    },
    async (request, reply) => {
      const principal = needs(request, 'agent');
      const { id } = await ownPassword(request, principal, request.body.password);
      void reply.header('cache-control', 'no-store');
      return write(database, request, reply, id, async (tx) => ({
        recovery_codes: await changeSecondStep(tx, parts, id, 'recovery-codes.renewed', () =>
          renewRecoveryCodes(tx, id),
        ),
      }));
    },
  );

  app.post(
    '/agent/two-factor/off',
    {
      schema: {
        summary: 'Signing in asks for no code any more',
        body: Asked,
        response: { 204: Type.Null(), ...problems },
      },
    },
    async (request, reply) => {
      const principal = needs(request, 'agent');
      const { id } = await ownPassword(request, principal, request.body.password);
      await write(database, request, reply, id, async (tx) => {
        await changeSecondStep(tx, parts, id, 'second-step.turned-off', () => switchOffTwoFactor(tx, id));
        return null;
      });
      return reply.code(204).send(null);
    },
  );
}
