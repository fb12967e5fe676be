import type { Kysely } from 'kysely';
import { Type } from 'typebox';
import type { Noun } from '../noun.ts';
import type { Tables } from '#src/api/database/tables.ts';
import { inTransaction, write } from '#src/api/database/write.ts';
import type { Api } from '#src/api/http/http.ts';
import { accounts, needs } from '#src/api/http/principal.ts';
import { notFound, problem } from '#src/api/http/problem.ts';
import { Named, OneOf, Strict, problems } from '#src/api/http/schemas.ts';
import { hrefs } from '#src/api/link/hrefs.ts';
import { createLeaveTokens } from '#src/api/link/leave-token.ts';
import { turnChannel } from '#src/api/notice/notice.repository.ts';
import type { ApiParts } from '#src/api/parts.ts';
import { roles } from '#src/api/session/session-schemas.ts';
import { MAIL_SWITCH_KINDS, MAIL_SWITCHES, switchesOf } from '#src/machines/account/mail-switches.ts';
import { NOTICE_KINDS } from '#src/machines/notice/notice.ts';
import { turnMails } from './mail-switch.repository.ts';
import { oneClickRoutes } from './one-click.ts';

const Kind = OneOf(MAIL_SWITCH_KINDS);
const MailSwitches = Type.Object({
  switches: Type.Array(Named('MailSwitch', { kind: Kind, is_on: Type.Boolean() }), {
    maxItems: MAIL_SWITCH_KINDS.length,
  }),
});
const answer = { 200: MailSwitches, ...problems };

async function readSwitches(db: Kysely<Tables>, accountId: string, role: string) {
  const off = await db.selectFrom('mail_off').select('kind').where('account_id', '=', accountId).execute();
  return { switches: switchesOf(role).map((kind) => ({ kind, is_on: !off.some((one) => one.kind === kind) })) };
}

function switchRoutes(app: Api, parts: ApiParts): void {
  const { database } = parts;
  app.get(
    '/user/mail-switches',
    { schema: { summary: 'Which emails that repeat one gets, by kind', response: answer } },
    async (request) => {
      const { accountId, role } = needs(request, ...roles);
      return readSwitches(database.kysely, accountId, role);
    },
  );
  app.patch(
    '/user/mail-switches',
    {
      schema: {
        summary: 'Turns one kind on or off',
        body: Strict({ kind: Kind, is_on: Type.Boolean() }),
        response: answer,
      },
    },
    async (request, reply) => {
      const { accountId, role } = needs(request, ...roles);
      const { kind, is_on: isOn } = request.body;
      const message = 'You don’t get these emails.';
      if (!switchesOf(role).includes(kind)) throw problem(422, message, { errors: [{ field: 'kind', message }] });
      return write(database, request, reply, accountId, async (tx) => {
        await turnMails(tx, accountId, kind, isOn);
        return readSwitches(tx, accountId, role);
      });
    },
  );
}

/** Unsubscribing from a kind of mail by a token from the mail, without a session. */
function leaveRoutes(app: Api, parts: ApiParts): void {
  const { database } = parts;
  const lists = [
    ...MAIL_SWITCH_KINDS.map((kind) => ({
      tokens: createLeaveTokens(parts, `mail-${kind}`),
      page: (MAIL_SWITCHES[kind] as readonly string[]).includes('carrier')
        ? hrefs.boardAccount()
        : kind === 'follow-up'
          ? hrefs.noticeSettings()
          : hrefs.moverAccount(),
      end: (accountId: string) => turnMails(database.kysely, accountId, kind, false),
    })),
    ...NOTICE_KINDS.map((kind) => ({
      tokens: createLeaveTokens(parts, `notice-${kind}`),
      page: hrefs.noticeSettings(),
      end: (accountId: string) =>
        inTransaction(database, (tx) => turnChannel(tx, accountId, { kind, channel: 'mail', is_on: false })),
    })),
  ];
  /** @throws Problem 404 if the token was never issued */
  function leftBy(token: string) {
    for (const { tokens, page, end } of lists) {
      const accountId = tokens.ownerOf(token);
      if (accountId) return { page, accountId, end: () => end(accountId) };
    }
    throw notFound('link');
  }
  oneClickRoutes(app, '/user/mails/one-click/:token', {
    page: async (token) => parts.publicUrl() + leftBy(token).page,
    async leave(token) {
      const { accountId, end } = leftBy(token);
      // Mails outlive the account that they were sent to.
      const account = database.kysely.selectFrom('account').select('id').where('id', '=', accountId);
      if (await account.executeTakeFirst()) await end();
    },
  });
}

/** Recurring emails, and how to unsubscribe from each kind. */
export const mailSwitch: Noun = {
  calls: [
    { for: accounts, add: switchRoutes },
    { for: 'anyone', add: leaveRoutes },
  ],
};
