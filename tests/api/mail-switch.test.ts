import { beforeAll, expect, test } from 'vitest';
import { newId } from '#src/api/database/ids.ts';
import { createLeaveTokens } from '#src/api/link/leave-token.ts';
import { gestures, newStage, people, reload } from '#tests/paths/api-gestures.ts';
import type { People } from '#tests/paths/api-gestures.ts';
import { call, mailTo, signedIn, startApplication } from '#tests/platform/application.ts';
import type { Account, Application } from '#tests/platform/application.ts';

/** Recurring emails: each kind can be turned off, in the settings or by one click in a mail program. */
let application: Application;
let who: People;

beforeAll(async () => {
  application = await startApplication();
  who = await people(application);
});

interface Switches {
  switches: { kind: string; is_on: boolean }[];
}
const read = async ({ token }: Account) => {
  const { body } = await call<Switches>(application, 'GET', 'user/mail-switches', { token });
  return Object.fromEntries(body.switches.map(({ kind, is_on }) => [kind, is_on]));
};
const turn = ({ token }: Account, kind: string, is_on: boolean) =>
  call<Switches>(application, 'PATCH', 'user/mail-switches', { token, body: { kind, is_on } });
const oneClick = (path: string, method: 'GET' | 'POST' = 'POST') =>
  fetch(path.startsWith('http') ? path : `${application.url}/api/frontend/user/mails/one-click/${path}`, {
    method,
    redirect: 'manual',
    ...(method === 'POST' ? { body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }) } : {}),
  });
const mailsOf = (kind: string, { email }: Account) =>
  application.database.kysely
    .selectFrom('mail')
    .selectAll()
    .where('kind', '=', kind)
    .where('recipient', '=', email.toLowerCase())
    .orderBy('created_at')
    .orderBy('id')
    .execute();
/** The URL of the newest mail's List-Unsubscribe, as a mail program reads it. */
async function leaveOf({ email }: Account, subject: RegExp): Promise<string> {
  const { id } = await mailTo(application, email, subject);
  const page = await (await fetch(`${application.url}/dev/mailbox/${id}`)).text();
  expect(page).toContain('List-Unsubscribe=One-Click');
  return /&lt;(http[^&]*\/user\/mails\/one-click\/[^&]+)&gt;/.exec(page)![1]!;
}

test('each person sees and turns the kinds of its role alone', async () => {
  const [carrier, mover] = [who.carrier, await signedIn(application, 'mover', 'Some Mover')];
  expect(await read(carrier)).toEqual({ 'bid-invitation': true, 'job-message': true, 'policy-ending': true });
  expect(await read(who.agent)).toEqual({ 'follow-up': true });
  expect(await read(mover)).toEqual({ 'state-lead-follow-up': true });
  expect((await turn(carrier, 'policy-ending', false)).status).toBe(200);
  expect((await turn(carrier, 'policy-ending', false)).status).toBe(200);
  expect(await read(carrier)).toMatchObject({ 'policy-ending': false, 'job-message': true });
  expect((await read(who.carrier2))['policy-ending']).toBe(true);
  expect((await turn(carrier, 'policy-ending', true)).body.switches.every(({ is_on }) => is_on)).toBe(true);
  expect((await turn(carrier, 'follow-up', false)).status).toBe(422);
  expect((await turn(carrier, 'award', false)).status).toBe(422);
});

test('an invitation to bid carries its way out, and is mailed no more after it', async () => {
  const invited = async () => {
    const stage = await newStage(application, who);
    for (const event of ['quote.sent', 'contract.sent', 'contract.signed', 'load.posted'] as const) {
      expect((await gestures[event](stage)).status).toBeLessThan(300);
      await reload(stage);
    }
    const { status } = await call(application, 'POST', `agent-lead/${stage.lead.id}/bid/invite`, {
      token: who.agent.token,
      body: { carrier_ids: [who.carrier2.carrierId], version: stage.lead.version },
    });
    expect(status).toBe(200);
    return mailsOf('bid-invitation', who.carrier2);
  };
  expect(await invited()).toHaveLength(1);
  const path = await leaveOf(who.carrier2, /./);
  const shown = await oneClick(path, 'GET');
  expect([shown.status, shown.headers.get('location')]).toEqual([
    303,
    `${application.url}/load-board/settings/account`,
  ]);
  expect((await read(who.carrier2))['bid-invitation']).toBe(true);
  expect((await oneClick(path)).status).toBe(200);
  expect((await oneClick(path)).status).toBe(200);
  expect((await read(who.carrier2))['bid-invitation']).toBe(false);
  expect(await invited()).toHaveLength(1);
});

test('a notice to an agent carries the way out of its kind', async () => {
  const stage = await newStage(application, who);
  for (const event of ['quote.sent', 'contract.sent', 'contract.signed'] as const) {
    expect((await gestures[event](stage)).status).toBeLessThan(300);
    await reload(stage);
  }
  expect((await oneClick(await leaveOf(who.agent, /signed/))).status).toBe(200);
  const { body } = await call<{ settings: { kind: string; portal: boolean; mail: boolean }[] }>(
    application,
    'GET',
    'agent/notice-settings',
    { token: who.agent.token },
  );
  expect(body.settings.find(({ kind }) => kind === 'signed')).toMatchObject({ portal: true, mail: false });
  expect(body.settings.find(({ kind }) => kind === 'payment')).toMatchObject({ mail: true });
});

test('a token of another list, or of nobody, ends nothing', async () => {
  const other = createLeaveTokens(application.parts, 'load-search').tokenOf(who.agent.id);
  expect((await oneClick(other)).status).toBe(404);
  expect((await oneClick('no-such-token-there-is-0123456789')).status).toBe(404);
});

test('an account that is gone has nothing to end, and its old emails lead to no error', async () => {
  for (const kind of ['mail-follow-up', 'notice-assigned'] as const) {
    const token = createLeaveTokens(application.parts, kind).tokenOf(newId());
    expect((await oneClick(token)).status).toBe(200);
  }
});
