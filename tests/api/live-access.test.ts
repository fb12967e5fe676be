import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { sha256 } from '#src/api/database/ids.ts';
import { call, signedIn, startApplication, PASSWORD } from '#tests/platform/application.ts';
import type { Account, Application } from '#tests/platform/application.ts';
import { soon } from '#tests/platform/soon.ts';
import { insertLoads } from './load-rows.ts';

/**
 * Whatever ends a session, an account, or a link also ends its live streams; whatever changes a right changes what they
 * send.
 */
let application: Application;
let agent: Account;

beforeAll(async () => {
  application = await startApplication();
  agent = await signedIn(application, 'agent', 'Ann Agent');
});

async function listen(query: string, token?: string) {
  const stop = new AbortController();
  const response = await fetch(`${application.url}/api/frontend/live${query}`, {
    headers: token ? { authorization: `Bearer ${token}` } : {},
    signal: stop.signal,
  });
  const heard = { status: response.status, text: '', isOver: false, stop: () => stop.abort() };
  void (async () => {
    try {
      const decoder = new TextDecoder();
      for await (const chunk of response.body!) heard.text += decoder.decode(chunk as Uint8Array, { stream: true });
    } catch {
      // Our own abort: the test is over.
    }
    heard.isOver = true;
  })();
  await soon(() => expect(heard.text).toContain('welcome'));
  return heard;
}
type Heard = Awaited<ReturnType<typeof listen>>;
const isOpenStill = async (heard: Heard) => {
  await sleep(300);
  expect(heard.isOver).toBe(false);
};
const signInAgain = async (who: Account, portal: string) =>
  (
    await call<{ access_token: string }>(application, 'POST', `${portal}/token`, {
      body: new URLSearchParams({ username: who.email, password: PASSWORD }),
    })
  ).body.access_token;

describe('a stream ends', () => {
  test('with its session, and no other one', async () => {
    const who = await signedIn(application, 'agent', 'Out Agent');
    const other = await signInAgain(who, 'agent');
    const [one, two, colleague] = [await listen('', who.token), await listen('', other), await listen('', agent.token)];
    expect((await call(application, 'DELETE', 'session/', { token: who.token })).status).toBe(204);
    await soon(() => expect(one.isOver).toBe(true));
    await isOpenStill(two);
    await isOpenStill(colleague);
    expect(one.text).not.toContain('access');
    two.stop();
    colleague.stop();
  });

  test('with a change of password, except where it was changed', async () => {
    const who = await signedIn(application, 'agent', 'Word Agent');
    const other = await signInAgain(who, 'agent');
    const [here, there] = [await listen('', who.token), await listen('', other)];
    expect(
      (
        await call(application, 'POST', 'agent/change_password', {
          token: who.token,
          body: { password: PASSWORD, new_password: 'another-Password-77' },
        })
      ).status,
    ).toBeLessThan(300);
    await soon(() => expect(there.isOver).toBe(true));
    await isOpenStill(here);
    here.stop();
  });

  test('with a device that is signed out from elsewhere', async () => {
    const who = await signedIn(application, 'agent', 'Device Agent');
    const other = await signInAgain(who, 'agent');
    const there = await listen('', other);
    expect((await call(application, 'DELETE', 'account/sessions', { token: who.token })).status).toBeLessThan(300);
    await soon(() => expect(there.isOver).toBe(true));
  });

  test('with the assistant whom the mover removes', async () => {
    const mover = await signedIn(application, 'mover', 'Mona Mover');
    const assistant = await signedIn(application, 'assistant', 'Abe Assistant', {}, { businessId: mover.businessId });
    const [its, own] = [await listen('', assistant.token), await listen('', mover.token)];
    const { status } = await call(application, 'DELETE', `user/delete?id=${assistant.id}`, { token: mover.token });
    expect(status).toBeLessThan(300);
    await soon(() => expect(its.isOver).toBe(true));
    await isOpenStill(own);
    own.stop();
  });

  test('within 30 seconds also where no news of it came', async () => {
    const { kysely } = application.database;
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    try {
      const who = await signedIn(application, 'agent', 'Silent Agent');
      const mover = await signedIn(application, 'mover', 'Silent Mover');
      const { body } = await call<{ url: string }>(application, 'POST', 'ai-chat/', {
        token: agent.token,
        body: { name: 'Casey Client' },
      });
      const token = body.url.split('/').at(-1)!;
      const streams = [await listen('', who.token), await listen('', mover.token), await listen(`?chat=${token}`)];
      const colleague = await listen('', agent.token);
      // Bypasses the triggers, which would publish it at once.
      await kysely.transaction().execute(async (tx) => {
        await sql`set local session_replication_role = replica`.execute(tx);
        const now = new Date().toISOString();
        await tx.updateTable('refresh_token').set({ revoked_at: now }).where('account_id', '=', who.id).execute();
        await tx.updateTable('account').set({ disabled_at: now }).where('id', '=', mover.id).execute();
        await tx.updateTable('link').set({ revoked_at: now }).where('token_hash', '=', sha256(token)).execute();
      });
      await vi.advanceTimersByTimeAsync(29_000);
      await sleep(300);
      expect(streams.map(({ isOver }) => isOver)).toEqual([false, false, false]);
      await vi.advanceTimersByTimeAsync(1_000);
      await soon(() => expect(streams.map(({ isOver }) => isOver)).toEqual([true, true, true]));
      await isOpenStill(colleague);
      colleague.stop();
    } finally {
      vi.useRealTimers();
    }
  });

  test('with the chat link that is replaced, and with the lead that is archived', async () => {
    const open = async () => {
      const { body } = await call<{ chat: { id: string }; url: string }>(application, 'POST', 'ai-chat/', {
        token: agent.token,
        body: { name: 'Casey Client' },
      });
      return { id: body.chat.id, token: body.url.split('/').at(-1)! };
    };
    const replaced = await open();
    const first = await listen(`?chat=${replaced.token}`);
    await call(application, 'POST', `ai-chat/${replaced.id}/link`, { token: agent.token, body: {} });
    await soon(() => expect(first.isOver).toBe(true));

    const archived = await open();
    const { lead } = await insertLoads(application, { lead: { from: '43215', to: '60601' } });
    const { kysely } = application.database;
    await kysely.updateTable('chat').set({ lead_id: lead! }).where('id', '=', archived.id).execute();
    const second = await listen(`?chat=${archived.token}`);
    const reading = () => call<{ detail: string }>(application, 'GET', `ai-chat/client/${archived.token}`);
    expect((await reading()).status).toBe(200);
    await kysely.updateTable('agent_lead').set({ is_archived: true }).where('id', '=', lead!).execute();
    await soon(() => expect(second.isOver).toBe(true));
    const gone = [
      await reading(),
      await call(application, 'POST', `ai-chat/client/${archived.token}/person`, { body: {} }),
      await call(application, 'GET', `ai-chat/client/${archived.token}/earlier?before=9`),
      await call(application, 'GET', `live?chat=${archived.token}`),
    ];
    expect(gone.map(({ status }) => status)).toEqual([410, 410, 410, 410]);
    expect((gone[0]!.body as { detail: string }).detail).toBe(
      'This offer is no longer open. Call us if you still want to move.',
    );
  });
});

test('a chat that is closed says so, and no more is heard of it until it is opened again', async () => {
  const { body } = await call<{ chat: { id: string }; url: string }>(application, 'POST', 'ai-chat/', {
    token: agent.token,
    body: { name: 'Casey Client' },
  });
  const token = body.url.split('/').at(-1)!;
  const act = (what: string) => call(application, 'POST', `ai-chat/${body.chat.id}/${what}`, { token: agent.token });
  const open = await listen(`?chat=${token}`);
  expect((await act('take')).status).toBe(200);
  await soon(() => expect(open.text).toContain('"chat"'));
  await isOpenStill(open);
  const before = open.text.length;
  expect((await act('close')).status).toBe(200);
  await soon(() => expect(open.isOver).toBe(true));
  expect(open.text.slice(before)).toContain('"chat"');

  const refused = await call<{ detail: string }>(application, 'GET', `live?chat=${token}`);
  expect([refused.status, refused.body.detail]).toEqual([409, 'This chat is closed.']);
  expect((await call(application, 'GET', `ai-chat/client/${token}`)).status).toBe(200);

  expect((await act('reopen')).status).toBe(200);
  // It receives what it missed, including the closing, which is over.
  const again = await listen(`?chat=${token}&age_ms=5000`);
  await soon(() => expect(again.text).toContain('"chat"'));
  await isOpenStill(again);
  again.stop();
});

test('the board is heard by carriers that may see it, from the moment on at which they may', async () => {
  const carrier = await signedIn(application, 'carrier', 'Soon Movers', { authority: 'pending' });
  const tell = async () => {
    const { publish } = await import('#src/api/live/live.ts');
    await application.database.kysely
      .transaction()
      .execute((tx) => publish(tx, { noun: 'load', id: crypto.randomUUID(), audience: 'carriers' }));
  };
  const before = await listen('', carrier.token);
  await tell();
  await sleep(300);
  expect(before.text).not.toContain('"load"');
  expect(
    (
      await call(application, 'PATCH', `agent/carriers/${carrier.carrierId}`, {
        token: agent.token,
        body: { authority: 'active' },
      })
    ).status,
  ).toBe(200);
  // It reconnects with its new rights, and misses nothing: its own change arrived as well.
  await soon(() => expect(before.isOver).toBe(true));
  const after = await listen('?age_ms=5000', carrier.token);
  await soon(() => expect(after.text).toContain('"carrier"'));
  await tell();
  await soon(() => expect(after.text).toContain('"load"'));
  await call(application, 'PATCH', `agent/carriers/${carrier.carrierId}`, {
    token: agent.token,
    body: { authority: 'revoked' },
  });
  await soon(() => expect(after.isOver).toBe(true));
});
