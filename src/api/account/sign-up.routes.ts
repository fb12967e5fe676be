import { Type } from 'typebox';
import type { Api } from '#src/api/http/http.ts';
import type { ApiParts } from '#src/api/parts.ts';
import { Email, Name, Phone, Strict, problems } from '#src/api/http/schemas.ts';
import { hashPassword } from '#src/api/session/passwords.ts';
import { portals } from '#src/api/session/portals.ts';
import { Nothing, NewPassword, TokenQuery, checkNames, checkPassword, normalized, wrong } from './account.schemas.ts';
import { createGuestAnswer } from './guest-answer.ts';
import { browserHashOf, ConfirmedAnswer, createConfirmation } from './confirm-sign-up.ts';
import { confirmAgain, signUp } from './sign-up.ts';
import type { SignUp } from './sign-up.ts';

const accepted = { 202: Nothing, ...problems };

/** Movers and carriers sign up and confirm their email. Agents are invited instead. */
export function signUpRoutes(app: Api, parts: ApiParts): void {
  const answer = createGuestAnswer(parts);
  const confirm = createConfirmation(parts);

  app.post(
    '/user/',
    {
      schema: {
        summary: 'A mover signs up; the answer is the same for every address',
        body: Strict({
          company_name: Name(120),
          name: Name(120),
          email: Email,
          phone: Type.Optional(Phone),
          password: NewPassword,
        }),
        response: accepted,
      },
    },
    async (request, reply) => {
      const { password, phone = null, ...given } = request.body;
      const email = normalized(given.email);
      checkPassword('password', password, { email, name: `${given.name} ${given.company_name}` });
      checkNames({ name: given.name, company_name: given.company_name });
      const browser_hash = browserHashOf(request);
      const form: SignUp = { ...given, role: 'mover', email, phone, password_hash: '', browser_hash };
      // Hash for every address, known or not: it takes most of the time, which must not reveal whether an address is
      // known.
      const prepare = async (): Promise<void> => void (form.password_hash = await hashPassword(password));
      return answer(request, reply, { kind: 'sign-up', email, prepare, change: (tx) => signUp(tx, parts, form) });
    },
  );

  app.post(
    '/carrier/register',
    {
      schema: {
        summary: 'A carrier signs up; the answer is the same for every address',
        body: Strict({
          legal_name: Name(120),
          usdot: Type.String({ pattern: '^[0-9]{1,8}$', maxLength: 8 }),
          contact_name: Name(120),
          email: Email,
          phone: Phone,
          password: NewPassword,
        }),
        response: accepted,
      },
    },
    async (request, reply) => {
      const { password, contact_name: name, legal_name, usdot, phone } = request.body;
      const email = normalized(request.body.email);
      checkPassword('password', password, { email, name: `${name} ${legal_name}` });
      checkNames({ contact_name: name, legal_name });
      const browser_hash = browserHashOf(request);
      const form: SignUp = { role: 'carrier', legal_name, usdot, name, phone, email, password_hash: '', browser_hash };
      const prepare = async (): Promise<void> => void (form.password_hash = await hashPassword(password));
      return answer(request, reply, { kind: 'sign-up', email, prepare, change: (tx) => signUp(tx, parts, form) });
    },
  );

  for (const path of ['/user/email/confirm/', '/carrier/email/confirm/send']) {
    app.post(
      path,
      {
        schema: {
          summary: 'The confirmation once more; the answer is the same for every address',
          body: Strict({ email: Type.Optional(Email) }),
          response: accepted,
        },
      },
      async (request, reply) => {
        const email = request.body.email ?? (await ownEmail(parts, request.principal?.accountId));
        if (!email) throw wrong('email', 'Which email is to be confirmed?');
        return answer(request, reply, {
          kind: 'confirm',
          email: normalized(email),
          change: (tx) => confirmAgain(tx, parts, normalized(email)),
        });
      },
    );
  }

  app.post(
    '/carrier/email/confirm/',
    {
      schema: {
        summary: 'A carrier’s email is confirmed by the token of the mail',
        querystring: TokenQuery,
        response: { 200: ConfirmedAnswer, ...problems },
      },
    },
    (request, reply) => confirm(request, reply, request.query.token, portals.carrier),
  );
}

async function ownEmail({ database }: ApiParts, accountId: string | undefined): Promise<string | undefined> {
  if (!accountId) return undefined;
  const account = await database.kysely
    .selectFrom('account')
    .select('email')
    .where('id', '=', accountId)
    .executeTakeFirst();
  return account?.email;
}
