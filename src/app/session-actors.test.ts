import { afterEach, expect, test, vi } from 'vitest';
import { createActor, waitFor } from 'xstate';
import { sessionActors } from './session-actors.ts';

afterEach(() => vi.unstubAllGlobals());

async function readSession(body: unknown, dataset: Record<string, string> = {}, served: object | null = null) {
  vi.stubGlobal('document', { documentElement: { dataset }, getElementById: () => served });
  vi.stubGlobal('fetch', () => Promise.resolve(new Response(JSON.stringify(body))));
  const actor = createActor(sessionActors.readSession).start();
  return waitFor(actor, (snapshot) => snapshot.status !== 'active').then(
    (snapshot) => (snapshot.status === 'done' ? { is: snapshot.output } : 'failed'),
    () => 'failed',
  );
}

test('nobody is signed in', async () => {
  expect(await readSession({ data: { session: null } })).toEqual({ is: null });
  expect(
    await readSession({ data: { session: null }, errors: [{ message: 'x', extensions: { code: 'UNAUTHENTICATED' } }] }),
  ).toEqual({ is: null });
});

test('a page that knows its guest asks nobody, once', async () => {
  const dataset = { guest: '' };
  expect(await readSession(null, dataset)).toEqual({ is: null });
  expect(dataset).toEqual({});
});

test.each([null, { id: '1', role: 'agent' }])(
  'a page that brings the session asks nobody, once: %j',
  async (session) => {
    const remove = vi.fn<() => void>();
    expect(await readSession(undefined, {}, { textContent: JSON.stringify(session), remove })).toEqual({ is: session });
    expect(remove).toHaveBeenCalledOnce();
  },
);

test('a service that is away is not a sign-out', async () => {
  expect(
    await readSession({ data: { session: null }, errors: [{ message: 'x', extensions: { code: 'UNAVAILABLE' } }] }),
  ).toBe('failed');
});
