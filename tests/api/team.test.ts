import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { verifyHistories } from '#src/api/history/verify.ts';
import { AGENT_RIGHTS } from '#src/machines/account/agent-rights.ts';
import type { AgentRight } from '#src/machines/account/agent-rights.ts';
import { DAY } from '#src/machines/calendar/durations.ts';
import { call, mailTo, PASSWORD, signedIn, startApplication, tokenOf } from '#tests/platform/application.ts';
import type { Account } from '#tests/platform/application.ts';
import { newLead } from '#tests/paths/api-gestures.ts';
import { soon } from '#tests/platform/soon.ts';
import { expectOneOfTwenty, NEW_PASSWORD, newEmail, signIn } from './account-api.ts';

/** Managing the team: invitations, rights, access, and the work of an agent who leaves. */
const application = await startApplication();
const { kysely } = application.database;
const ann = await signedIn(application, 'agent', 'Ann Agent');
const bob = await signedIn(application, 'agent', 'Bob Agent');
const mover = await signedIn(application, 'mover', 'Mona Mover');

interface Member {
  id: string;
  name: string;
  email: string;
  state: string;
  rights: AgentRight[];
  leads: number;
  chats: number;
  version: number;
  expires_at: string;
  detail: string;
  current?: Member;
  errors?: { field: string }[];
}

const act = (who: Account, method: string, path: string, body?: object, key?: string) =>
  call<Member>(application, method as 'POST', `agent/team${path}`, {
    token: who.token,
    ...(body ? { body } : {}),
    ...(key ? { headers: { 'idempotency-key': key } } : {}),
  });
async function list(who = ann): Promise<Member[]> {
  return (await call<Member[]>(application, 'GET', 'agent/team', { token: who.token })).body;
}
const find = async (id: string): Promise<Member> => (await list()).find((member) => member.id === id)!;
/** With the current version. */
const change = async (who: Account, id: string, what: string, more: object = {}) =>
  act(who, what === 'name' || what === 'rights' ? 'PUT' : 'POST', `/${id}/${what}`, {
    version: (await find(id)).version,
    ...more,
  });
const setRights = (id: string, rights: readonly AgentRight[]) =>
  kysely
    .updateTable('account')
    .set({ rights: [...rights] })
    .where('id', '=', id)
    .execute();

async function invite(name = 'Cleo Agent', rights: AgentRight[] = [], email = newEmail('agent')) {
  const answer = await act(ann, 'POST', '', { email, name, rights });
  expect(answer.status).toBe(201);
  const token = tokenOf(await mailTo(application, email, /^Your account at/), '/auth/agent-portal/invitation');
  return { ...answer.body, token };
}
const accept = (token: string, given: object = { name: 'Cleo Agent', password: NEW_PASSWORD }) =>
  call<{ access_token: string; detail: string; errors: { field: string }[] }>(
    application,
    'POST',
    `agent/invitation?token=${token}`,
    { body: given },
  );
async function joined(name = 'Cleo Agent', rights: AgentRight[] = []) {
  const { id, email, token } = await invite(name, rights);
  const { body } = await accept(token, { name, password: NEW_PASSWORD });
  return { id, email, token: body.access_token } as Account;
}

beforeEach(async () => {
  await setRights(bob.id, []);
  await setRights(ann.id, AGENT_RIGHTS);
});

describe('an invitation', () => {
  test('makes an agent with these rights, who is signed in, and is used up', async () => {
    const { token, email, id } = await invite('Cleo Agent', ['exports']);
    const letter = await call<object>(application, 'GET', `agent/invitation?token=${token}`);
    expect([letter.status, letter.body]).toMatchObject([200, { email, name: 'Cleo Agent', invited_by: 'Ann Agent' }]);
    const answer = await accept(token, { name: 'Cleo Adams', password: NEW_PASSWORD });
    expect(answer.status).toBe(201);
    const me = await call<object>(application, 'GET', 'agent/', { token: answer.body.access_token });
    expect(me.body).toMatchObject({ id, name: 'Cleo Adams', email, email_verified: true, rights: ['exports'] });
    expect((await signIn(application, 'agent', email, NEW_PASSWORD)).status).toBe(200);
    expect([
      (await accept(token)).status,
      (await call(application, 'GET', `agent/invitation?token=${token}`)).status,
    ]).toEqual([410, 410]);
    await mailTo(application, ann.email, /^Cleo Adams has joined/);
  });

  test('is kept as a hash', async () => {
    const { token } = await invite();
    const { rows } = await sql<{ text: string }>`
      select (select string_agg(l::text, ' ') from link l) || (select string_agg(t::text, ' ') from team_member t) || (select string_agg(h::text, ' ') from history h) as text`.execute(
      kysely,
    );
    expect(rows[0]!.text.length).toBeGreaterThan(100);
    expect(rows[0]!.text).not.toContain(token);
  });

  test('of twenty who accept it at once, one succeeds', async () => {
    const { token } = await invite();
    await expectOneOfTwenty(() => accept(token), 201, [410]);
  });

  test('a password that will not do, or no name, spends nothing', async () => {
    const { token } = await invite();
    const weak = await accept(token, { name: 'Cleo Agent', password: 'short' });
    expect([weak.status, weak.body.errors[0]?.field]).toEqual([422, 'password']);
    expect((await accept(token, { name: ' ', password: NEW_PASSWORD })).status).toBe(422);
    expect((await accept(token)).status).toBe(201);
  });

  test('ends after seven days, by being taken back, and by being sent again', async () => {
    const old = await invite('Old Agent');
    expect(Date.parse(old.expires_at) - Date.now()).toBeGreaterThan(7 * DAY - 60_000);
    expect(Date.parse(old.expires_at) - Date.now()).toBeLessThanOrEqual(7 * DAY);
    const past = new Date(Date.now() - 1000).toISOString();
    await kysely.updateTable('team_member').set({ expires_at: past }).where('id', '=', old.id).execute();
    await kysely.updateTable('link').set({ expires_at: past }).where('subject_id', '=', old.id).execute();
    expect((await accept(old.token)).status).toBe(410);
    expect((await find(old.id)).state).toBe('expired');
    const again = await change(ann, old.id, 'resend');
    expect([again.status, again.body.state]).toEqual([200, 'invited']);
    const token = tokenOf(await mailTo(application, old.email, /^Your account at/, 1), '/auth/agent-portal/invitation');
    expect((await accept(old.token)).status).toBe(410);
    expect((await change(ann, old.id, 'revoke')).status).toBe(204);
    expect([(await accept(token)).status, await find(old.id)]).toEqual([410, undefined]);
  });

  test('nobody is invited twice, and no account of anybody', async () => {
    const { email, id } = await invite();
    const body = { name: 'Cleo Agent', rights: [] };
    for (const [address, sentence] of [
      [email, 'already invited'],
      [email.toUpperCase(), 'already invited'],
      [bob.email, 'Bob Agent is on the team already.'],
      [mover.email, 'another portal'],
    ] as const) {
      const answer = await act(ann, 'POST', '', { ...body, email: address });
      expect([answer.status, answer.body.errors?.[0]?.field]).toEqual([409, 'email']);
      expect(answer.body.detail).toContain(sentence);
    }
    await change(ann, id, 'revoke');
    expect((await act(ann, 'POST', '', { ...body, email })).status).toBe(201);
  });

  test('tells what became of its latest mail', async () => {
    const { id, email } = await invite();
    const mailed = async () => {
      const { mail_state, mail_problem } = (await find(id)) as Member & { mail_state: string; mail_problem: string };
      return [mail_state, mail_problem];
    };
    await soon(async () => expect(await mailed()).toEqual(['sent', null]));
    const outcome = (row: object) => kysely.updateTable('mail').set(row).where('recipient', '=', email).execute();
    await outcome({ delivered_at: null, body: '{"text":"Hello"}', last_error: 'connect ECONNREFUSED' });
    expect(await mailed()).toEqual(['waiting', 'connect ECONNREFUSED']);
    await outcome({ body: '{}', last_error: 'No such mailbox' });
    expect(await mailed()).toEqual(['failed', 'No such mailbox']);
    expect((await change(ann, id, 'resend')).body).toMatchObject({ mail_state: 'waiting', mail_problem: null });
    await soon(async () => expect(await mailed()).toEqual(['sent', null]));
  });

  test('the same write again is answered as before, and sends one mail', async () => {
    const body = { name: 'Cleo Agent', rights: [], email: newEmail('agent') };
    const first = await act(ann, 'POST', '', body, 'a-key-of-ann-1');
    const again = await act(ann, 'POST', '', body, 'a-key-of-ann-1');
    expect([again.status, again.body]).toEqual([201, first.body]);
    expect(await kysely.selectFrom('mail').select('id').where('recipient', '=', body.email).execute()).toHaveLength(1);
  });
});

describe('rights', () => {
  test('are given and taken by who sees to the team, and work at once', async () => {
    expect(((await list(bob)) as unknown as Member).detail).toBe(
      'Your account can’t manage the team. Ask an agent who can.',
    );
    const given = await change(ann, bob.id, 'rights', { rights: ['team', 'workflow'] });
    expect([given.status, given.body.rights]).toEqual([200, ['team', 'workflow']]);
    expect((await list(bob)).length).toBeGreaterThan(1);
    expect((await change(bob, ann.id, 'rights', { rights: ['workflow'] })).status).toBe(200);
    expect((await act(ann, 'GET', '')).status).toBe(403);
  });

  test('somebody keeps the right to see to the team, whatever is tried', async () => {
    const others = (await list()).filter(({ id, rights }) => id !== ann.id && rights.includes('team'));
    for (const { id } of others) await setRights(id, []);
    for (const [what, more] of [
      ['rights', { rights: ['workflow'] }],
      ['disable', {}],
    ] as const) {
      const refused = await change(ann, ann.id, what, more);
      expect([refused.status, refused.body.detail]).toEqual([
        409,
        'Ann Agent is the only one who can manage the team. Give someone else that right first.',
      ]);
    }
    expect(await find(ann.id)).toMatchObject({ state: 'active', rights: AGENT_RIGHTS });
    // There may be no one with the other rights.
    expect((await change(ann, ann.id, 'rights', { rights: ['team'] })).status).toBe(200);
  });

  test('whose account is disabled does not count', async () => {
    await change(ann, bob.id, 'rights', { rights: ['team'] });
    expect((await change(ann, bob.id, 'disable')).status).toBe(200);
    expect((await change(ann, ann.id, 'rights', { rights: [] })).status).toBe(409);
    expect((await change(ann, bob.id, 'enable')).status).toBe(200);
    Object.assign(bob, await signedInAgain(bob));
  });

  test.each([
    ['rights', { rights: [] }, [200, 403]],
    ['disable', {}, [200, 403]],
  ] as const)(
    'of two who take each other’s (%s) at once, one keeps it',
    { timeout: 60_000 },
    async (what, more, expected) => {
      for (let round = 0; round < 6; round += 1) {
        Object.assign(ann, await signedInAgain(ann));
        Object.assign(bob, await signedInAgain(bob));
        await setRights(ann.id, ['team']);
        await setRights(bob.id, ['team']);
        const versions = await versionsOf([ann.id, bob.id]);
        const answers = await Promise.all([
          act(ann, what === 'rights' ? 'PUT' : 'POST', `/${bob.id}/${what}`, {
            version: versions.get(bob.id),
            ...more,
          }),
          act(bob, what === 'rights' ? 'PUT' : 'POST', `/${ann.id}/${what}`, {
            version: versions.get(ann.id),
            ...more,
          }),
        ]);
        const statuses = answers.map(({ status }) => status).toSorted((a, b) => a - b);
        // The agent who was disabled may have been signed out before the request was read.
        expect([JSON.stringify(expected), JSON.stringify([200, 401])]).toContain(JSON.stringify(statuses));
        const { rows } = await sql<{
          id: string;
        }>`select id from account where role = 'agent' and disabled_at is null and 'team' = any (rights) and id in (${ann.id}, ${bob.id})`.execute(
          kysely,
        );
        expect(rows).toHaveLength(1);
        const [winner, loser] = rows[0]!.id === ann.id ? [ann, bob] : [bob, ann];
        // After a race only for the right, there is no one to enable.
        const again = await act(winner, 'POST', `/${loser.id}/enable`, {
          version: (await versionsOf([loser.id])).get(loser.id),
        });
        expect(again.status).toBe(what === 'disable' ? 200 : 409);
      }
      Object.assign(ann, await signedInAgain(ann));
    },
  );

  test('a stale screen changes nothing, and is shown what is there now', async () => {
    const { version } = await find(bob.id);
    await change(ann, bob.id, 'name', { name: 'Bob Baker' });
    const stale = await act(ann, 'PUT', `/${bob.id}/rights`, { version, rights: ['team'] });
    expect([stale.status, stale.body.current?.name, stale.body.current?.rights]).toEqual([409, 'Bob Baker', []]);
    await change(ann, bob.id, 'name', { name: 'Bob Agent' });
  });

  test('unknown rights, unknown fields, people of other portals and nobody are refused', async () => {
    const { version } = await find(bob.id);
    for (const body of [
      { version, rights: ['everything'] },
      { version, rights: ['team', 'team'] },
      { version, rights: [], more: 1 },
      { rights: [] },
    ])
      expect((await act(ann, 'PUT', `/${bob.id}/rights`, body)).status).toBe(422);
    expect((await act(ann, 'PUT', `/${mover.id}/rights`, { version: 1, rights: [] })).status).toBe(404);
    expect((await act(ann, 'POST', `/${mover.id}/disable`, { version: 1 })).status).toBe(404);
    expect((await find(bob.id)).version).toBe(version);
  });
});

const signedInAgain = async (who: Account): Promise<Account> => {
  const { body } = await call<{ access_token: string }>(application, 'POST', 'agent/token', {
    body: new URLSearchParams({ username: who.email, password: PASSWORD }),
  });
  return { ...who, token: body.access_token };
};
async function versionsOf(ids: string[]): Promise<Map<string, number>> {
  const rows = await kysely.selectFrom('team_member').select(['id', 'version']).where('id', 'in', ids).execute();
  return new Map(rows.map(({ id, version }) => [id, version]));
}

describe('who is disabled', () => {
  test('is out within a second on every device: requests, refreshes, streams; and in again when enabled', async () => {
    const cleo = await joined();
    const pair = async () =>
      (
        await call<{ access_token: string; refresh_token: string }>(application, 'POST', 'agent/token', {
          body: new URLSearchParams({ username: cleo.email, password: NEW_PASSWORD }),
        })
      ).body;
    const [laptop, phone] = [await pair(), await pair()];
    const stream = await fetch(`${application.url}/api/frontend/live`, {
      headers: { authorization: `Bearer ${laptop.access_token}` },
    });
    let isOver = false;
    void (async () => {
      for await (const _ of stream.body!) void _;
      isOver = true;
    })();
    expect((await change(ann, cleo.id, 'disable')).body.state).toBe('disabled');
    await soon(() => expect(isOver).toBe(true));
    for (const { access_token, refresh_token } of [laptop, phone]) {
      expect((await call(application, 'GET', 'agent/', { token: access_token })).status).toBe(401);
      const refresh = await call(application, 'POST', 'agent/token/refresh', {
        body: { refresh_token, token_type: 'bearer' },
      });
      expect(refresh.status).toBe(401);
    }
    expect((await signIn(application, 'agent', cleo.email, NEW_PASSWORD)).status).toBe(401);
    expect((await change(ann, cleo.id, 'disable')).status).toBe(409);
    expect((await change(ann, cleo.id, 'enable')).body.state).toBe('active');
    expect((await signIn(application, 'agent', cleo.email, NEW_PASSWORD)).status).toBe(200);
    expect((await call(application, 'GET', 'agent/', { token: phone.access_token })).status).toBe(401);
  });

  test('a sign-out everywhere ends what is open, and nothing else', async () => {
    const cleo = await joined();
    expect((await change(ann, cleo.id, 'sign-out')).status).toBe(200);
    expect((await call(application, 'GET', 'agent/', { token: cleo.token })).status).toBe(401);
    expect((await signIn(application, 'agent', cleo.email, NEW_PASSWORD)).status).toBe(200);
  });
});

describe('the work of who leaves', () => {
  test('goes to another agent with an entry in each history', async () => {
    const cleo = await joined('Cleo Agent');
    const { id: lead } = (
      await call<{ id: string }>(application, 'POST', 'agent-lead/', {
        token: cleo.token,
        body: newLead(null),
      })
    ).body;
    const chat = await call(application, 'POST', 'ai-chat/', {
      token: cleo.token,
      body: { name: 'Casey' },
    });
    const chatId = (
      await kysely.selectFrom('chat').select('id').orderBy('created_at', 'desc').executeTakeFirstOrThrow()
    ).id;
    expect(chat.status).toBe(201);
    expect((await call(application, 'POST', `ai-chat/${chatId}/take`, { token: cleo.token, body: {} })).status).toBe(
      200,
    );
    const member = await find(cleo.id);
    expect([member.leads, member.chats]).toEqual([1, 1]);
    const { version, leads, chats } = member;
    expect((await act(ann, 'POST', `/${cleo.id}/hand-over`, { to: bob.id, leads: 2, chats, version })).status).toBe(
      409,
    );
    expect((await act(ann, 'POST', `/${cleo.id}/hand-over`, { to: cleo.id, leads, chats, version })).status).toBe(422);
    expect((await act(ann, 'POST', `/${cleo.id}/hand-over`, { to: mover.id, leads, chats, version })).status).toBe(422);
    const done = await act(ann, 'POST', `/${cleo.id}/hand-over`, { to: bob.id, leads, chats, version });
    expect([done.status, done.body.leads, done.body.chats]).toEqual([200, 0, 0]);
    expect(await find(bob.id)).toMatchObject({ leads: 1, chats: 1 });
    const entries = await kysely
      .selectFrom('history')
      .select(['event', 'payload', 'actor_name'])
      .where('record_id', 'in', [lead, chatId, cleo.id])
      .where(sql<boolean>`payload::text like '%Bob Agent%'`)
      .orderBy('event')
      .execute();
    expect(entries.map(({ event, actor_name }) => [event, actor_name])).toEqual([
      ['chat.returned', 'Ann Agent'],
      ['chat.taken', 'Ann Agent'],
      ['lead.edited', 'Ann Agent'],
      ['work.handed-over', 'Ann Agent'],
    ]);
  });
});

test('every history of the team leads to what its rows say', async () => {
  const { rows } = await sql<{ state: string }>`select distinct state from team_member order by 1`.execute(kysely);
  expect(rows.length).toBeGreaterThan(2);
  expect(await verifyHistories(application.database)).toMatchObject({ wrong: [] });
  const history = await call<{ event: string }[]>(application, 'GET', 'agent/team/history', { token: ann.token });
  expect(history.body.map(({ event }) => event)).toEqual(
    expect.arrayContaining(['agent.invited', 'rights.changed', 'agent.disabled']),
  );
});
