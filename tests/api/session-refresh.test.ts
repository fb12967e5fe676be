import { expect, test } from 'vitest';
import { endSessions, pruneRefreshTokens } from '#src/api/session/refresh-tokens.ts';
import { inTransaction } from '#src/api/database/write.ts';
import { testDatabase } from '#tests/platform/test-database.ts';
import { addAccount, pairOf, password, startSessionApi } from './session-api.ts';
import { DAY } from '#src/machines/calendar/durations.ts';

const database = await testDatabase();
const api = await startSessionApi(database);

async function signedIn() {
  const account = await addAccount(database, 'agent');
  return { ...account, ...pairOf(await api.signIn('agent', account.email, password)) };
}

const statusOf = async (answer: Promise<{ statusCode: number }>): Promise<number> => (await answer).statusCode;

test('a refresh gives new tokens, and the session goes on', async () => {
  const { refresh_token, access_token } = await signedIn();
  const next = pairOf(await api.refresh('agent', refresh_token));
  expect(next.refresh_token).not.toBe(refresh_token);
  expect(await statusOf(api.me('agent', next.access_token))).toBe(200);
  expect(await statusOf(api.me('agent', access_token))).toBe(200);
});

test('twenty tabs that refresh at once share one successor', async () => {
  const { id, refresh_token } = await signedIn();
  const answers = await Promise.all(Array.from({ length: 20 }, () => api.refresh('agent', refresh_token)));
  expect(new Set(answers.map((answer) => pairOf(answer).refresh_token)).size).toBe(1);
  const rows = await database.kysely.selectFrom('refresh_token').select('id').where('account_id', '=', id).execute();
  expect(rows.length).toBe(2);
});

test('a token used again after the grace ends its whole family', async () => {
  const { refresh_token } = await signedIn();
  const next = pairOf(await api.refresh('agent', refresh_token));
  api.clock.offset += 11_000;
  expect(await statusOf(api.refresh('agent', refresh_token))).toBe(401);
  expect(await statusOf(api.refresh('agent', next.refresh_token))).toBe(401);
  expect(await statusOf(api.me('agent', next.access_token))).toBe(401);
});

test('only the immediate predecessor has a grace', async () => {
  const { refresh_token } = await signedIn();
  const second = pairOf(await api.refresh('agent', refresh_token));
  const third = pairOf(await api.refresh('agent', second.refresh_token));
  expect(await statusOf(api.refresh('agent', refresh_token))).toBe(401);
  expect(await statusOf(api.refresh('agent', third.refresh_token))).toBe(401);
});

test('a refresh at another portal, with an access token or after the expiry is refused', async () => {
  const { refresh_token, access_token } = await signedIn();
  expect(await statusOf(api.refresh('carrier', refresh_token))).toBe(401);
  expect(await statusOf(api.refresh('agent', access_token))).toBe(401);
  expect(await statusOf(api.me('agent', refresh_token))).toBe(401);
  api.clock.offset += 31 * DAY;
  expect(await statusOf(api.refresh('agent', refresh_token))).toBe(401);
  api.clock.offset = 0;
});

test('tokens copied before a sign-out are worthless after it', async () => {
  const { refresh_token, access_token } = await signedIn();
  expect(await statusOf(api.signOut(access_token))).toBe(204);
  expect(await statusOf(api.me('agent', access_token))).toBe(401);
  expect(await statusOf(api.refresh('agent', refresh_token))).toBe(401);
});

test('the role comes from the database at every request', async () => {
  const { id, access_token, refresh_token } = await signedIn();
  await database.kysely.updateTable('account').set({ role: 'carrier' }).where('id', '=', id).execute();
  expect(await statusOf(api.me('agent', access_token))).toBe(403);
  expect(await statusOf(api.refresh('agent', refresh_token))).toBe(401);
});

test('a closed account and ended sessions are out at their next request', async () => {
  const one = await signedIn();
  const two = pairOf(await api.signIn('agent', one.email, password));
  const kept = await database.kysely
    .selectFrom('refresh_token')
    .select('family_id')
    .where('account_id', '=', one.id)
    .orderBy('created_at', 'desc')
    .executeTakeFirstOrThrow();
  await inTransaction(database, (tx) => endSessions(tx, one.id, kept.family_id));
  expect(await statusOf(api.me('agent', one.access_token))).toBe(401);
  expect(await statusOf(api.me('agent', two.access_token))).toBe(200);
  const now = new Date().toISOString();
  await database.kysely.updateTable('account').set({ disabled_at: now }).where('id', '=', one.id).execute();
  expect(await statusOf(api.me('agent', two.access_token))).toBe(401);
});

test('only hashes of refresh tokens are stored', async () => {
  const { id, refresh_token } = await signedIn();
  const rows = await database.kysely.selectFrom('refresh_token').selectAll().where('account_id', '=', id).execute();
  expect(JSON.stringify(rows)).not.toContain(refresh_token.split('.')[2]);
});

test('expired tokens are forgotten; of a session that goes on, the first one is kept', async () => {
  const going = await signedIn();
  const ended = await signedIn();
  pairOf(await api.refresh('agent', pairOf(await api.refresh('agent', going.refresh_token)).refresh_token));
  pairOf(await api.refresh('agent', ended.refresh_token));
  const { pool } = database;
  await pool.query(
    `update refresh_token set created_at = created_at - interval '40 days', expires_at = expires_at - interval '40 days' where account_id = $1 and replaced_at is not null or account_id = $2`,
    [going.id, ended.id],
  );
  await pruneRefreshTokens(database.kysely);
  const { rows } = await pool.query<{ account_id: string; is_first: boolean }>(
    `select account_id, replaced_at is not null as is_first from refresh_token where account_id = any($1) order by created_at`,
    [[going.id, ended.id]],
  );
  expect(rows).toEqual([
    { account_id: going.id, is_first: true },
    { account_id: going.id, is_first: false },
  ]);
});
