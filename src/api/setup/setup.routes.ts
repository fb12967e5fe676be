import { Type } from 'typebox';
import { checkNames, checkPassword, NewPassword, normalized, Nothing } from '#src/api/account/account.schemas.ts';
import { inTransaction } from '#src/api/database/write.ts';
import { createClientAddress } from '#src/api/http/client-address.ts';
import type { Api } from '#src/api/http/http.ts';
import { notFound } from '#src/api/http/problem.ts';
import { Email, Name, Named, Strict, Token, problems } from '#src/api/http/schemas.ts';
import type { ApiParts } from '#src/api/parts.ts';
import { SECTIONS } from '#src/api/settings/settings.sections.ts';
import { hashPassword } from '#src/api/session/passwords.ts';
import { createThrottle } from '#src/api/session/throttle.ts';
import { createFirstAgent, setUpBrokerage, spendCode } from './setup.repository.ts';

const done = { 200: Nothing, ...problems };

/** The first visit to a deployment that nobody can sign in to: whoever started it has the code. */
export function setupRoutes(app: Api, parts: ApiParts): void {
  const { setup, database, settings, now } = parts;
  const throttle = createThrottle(database);
  const clientAddress = createClientAddress(parts.sessionSecret);
  const mustBeOpen = async (): Promise<void> => {
    if (!(await setup.isOpen())) throw notFound('set-up');
  };

  app.get(
    '/setup',
    {
      schema: {
        summary: 'Whether this deployment is still to be set up',
        response: { 200: Named('SetupState', { is_open: Type.Boolean() }), ...problems },
      },
    },
    async () => ({ is_open: await setup.isOpen() }),
  );

  app.post(
    '/setup/begin',
    {
      schema: {
        summary: 'Spends the code that the start has printed',
        body: Strict({ code: Name(40) }),
        response: { 200: Named('SetupToken', { token: Token }), ...problems },
      },
    },
    async (request, reply) => {
      await mustBeOpen();
      void reply.header('cache-control', 'no-store');
      // A wrong code counts like a wrong password, for one account shared by everyone.
      const attempt = await throttle.begin('the set-up', clientAddress(request));
      const begun = await inTransaction(database, (tx) => spendCode(tx, request.body.code, now()));
      await throttle.succeeded(attempt);
      return begun;
    },
  );

  app.put(
    '/setup/brokerage',
    {
      schema: {
        summary: 'Who the brokerage is; nothing may be left out',
        body: Strict({ token: Token, ...SECTIONS.brokerage }),
        response: done,
      },
    },
    async (request) => {
      await mustBeOpen();
      const { token, ...brokerage } = request.body;
      await inTransaction(database, (tx) => setUpBrokerage(tx, token, brokerage, now()));
      await settings.refresh();
      return {};
    },
  );

  app.post(
    '/setup/agent',
    {
      schema: {
        summary: 'The first agent, with every right; the set-up is over',
        body: Strict({ token: Token, name: Name(120), email: Email, password: NewPassword }),
        response: done,
      },
    },
    async (request) => {
      await mustBeOpen();
      const { token, name, password } = request.body;
      const email = normalized(request.body.email);
      checkPassword('password', password, { email, name });
      checkNames({ name });
      const password_hash = await hashPassword(password);
      await inTransaction(database, (tx) =>
        createFirstAgent(tx, token, { name: name.trim(), email, password_hash }, now()),
      );
      return {};
    },
  );
}
