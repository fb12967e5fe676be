import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { setAgentRight } from '#src/api/account/agent-right.ts';
import { AGENT_RIGHTS } from '#src/machines/account/agent-rights.ts';
import { up } from '#src/api/database/migrations/0015-workflow.ts';
import { up as upRights } from '#src/api/database/migrations/0040-agent-rights.ts';
import { inTransaction } from '#src/api/database/write.ts';
import { call, signedIn, startApplication } from '#tests/platform/application.ts';
import type { Account } from '#tests/platform/application.ts';

/** Who may see the workflow, and who says so. */
const application = await startApplication();
const { kysely } = application.database;
const ann = await signedIn(application, 'agent', 'Ann Agent');
const bob = await signedIn(application, 'agent', 'Bob Agent');
const carrier = await signedIn(application, 'carrier', 'Swift Vans LLC');

interface Person {
  id: string;
  may: boolean;
}
const set = (by: Account, of: Account, may: boolean, key?: string) =>
  call<Person[] & { detail?: string }>(application, 'PUT', `agent/workflow/people/${of.id}`, {
    token: by.token,
    body: { may },
    ...(key ? { headers: { 'idempotency-key': key } } : {}),
  });
const see = (who: Account) => call<{ detail?: string }>(application, 'GET', 'agent/workflow', { token: who.token });
async function holders(): Promise<string[]> {
  const rows = await kysely
    .selectFrom('account')
    .select('name')
    .where(sql<boolean>`'workflow' = any (rights)`)
    .orderBy('name')
    .execute();
  return rows.map(({ name }) => name);
}

beforeEach(async () => {
  await kysely.updateTable('account').set({ rights: [] }).where('id', '=', bob.id).execute();
  await kysely
    .updateTable('account')
    .set({ rights: ['team', 'workflow'] })
    .where('id', '=', ann.id)
    .execute();
});

test('whoever has it lets others in, and takes it back', async () => {
  const refused = await see(bob);
  expect([refused.status, refused.body.detail]).toEqual([
    403,
    'Your account may not see the workflow. Ask an agent who may to let you in.',
  ]);
  const given = await set(ann, bob, true);
  expect([given.status, given.body.map(({ id, may }) => [id, may])]).toEqual([
    200,
    [
      [ann.id, true],
      [bob.id, true],
    ],
  ]);
  expect((await see(bob)).status).toBe(200);
  const me = await call<{ rights: string[] }>(application, 'GET', 'agent/', { token: bob.token });
  expect(me.body.rights).toEqual(['workflow']);
  expect((await set(bob, ann, false)).status).toBe(200);
  expect([(await see(ann)).status, await holders()]).toEqual([403, ['Bob Agent']]);
});

test('who has not the right cannot give it, also not to themselves', async () => {
  expect([(await set(bob, bob, true)).status, (await set(bob, ann, false)).status, await holders()]).toEqual([
    403,
    403,
    ['Ann Agent'],
  ]);
});

test('the last one keeps it, with a sentence that says what to do', async () => {
  const refused = await set(ann, ann, false);
  expect([refused.status, refused.body.detail]).toEqual([
    409,
    'Ann Agent is the only one who may see the workflow. Let somebody else in first.',
  ]);
  expect(await holders()).toEqual(['Ann Agent']);
});

test('an agent whose account is closed does not count as one who has it', async () => {
  await set(ann, bob, true);
  await kysely.updateTable('account').set({ disabled_at: new Date().toISOString() }).where('id', '=', bob.id).execute();
  expect((await set(ann, ann, false)).status).toBe(409);
  await kysely.updateTable('account').set({ disabled_at: null }).where('id', '=', bob.id).execute();
});

test('only agents can have it, and only those that there are', async () => {
  expect((await set(ann, carrier, true)).status).toBe(404);
  await expect(
    kysely
      .updateTable('account')
      .set({ rights: ['workflow'] })
      .where('id', '=', carrier.id)
      .execute(),
  ).rejects.toThrow(/check/);
  await expect(
    kysely
      .updateTable('account')
      .set({ rights: ['everything' as never] })
      .where('id', '=', ann.id)
      .execute(),
  ).rejects.toThrow(/check/);
});

test('of two who take it from each other at once, one keeps it', { timeout: 60_000 }, async () => {
  for (let round = 0; round < 10; round += 1) {
    await kysely
      .updateTable('account')
      .set({ rights: ['workflow'] })
      .where('role', '=', 'agent')
      .execute();
    const answers = await Promise.all([set(ann, bob, false), set(bob, ann, false)]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 403]);
    expect(await holders()).toHaveLength(1);
  }
});

test('of two who leave at once, one is told to stay', { timeout: 60_000 }, async () => {
  for (let round = 0; round < 10; round += 1) {
    await kysely
      .updateTable('account')
      .set({ rights: ['workflow'] })
      .where('role', '=', 'agent')
      .execute();
    const answers = await Promise.all([set(ann, ann, false), set(bob, bob, false)]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    expect(await holders()).toHaveLength(1);
  }
});

test('the same write again is answered as before, and does nothing', async () => {
  const first = await set(ann, bob, true, 'a-key-of-ann-1');
  await inTransaction(application.database, (tx) =>
    setAgentRight(tx, 'workflow', { by: null, accountId: bob.id, may: false }),
  );
  const again = await set(ann, bob, true, 'a-key-of-ann-1');
  expect([again.status, again.body]).toEqual([200, first.body]);
  expect(await holders()).toEqual(['Ann Agent']);
});

test('an installation that gets this version has somebody with the right: its oldest confirmed agent', async () => {
  await kysely.transaction().execute(async (tx) => {
    await sql`drop trigger first_agent_has_rights on account; drop function first_agent_has_rights; drop table agent_lead_refusal; alter table account drop column rights;
      create temp table agent_lead_history (lead_id uuid, sequence int, event text, at timestamptz, from_state text, from_stage text, to_state text, to_stage text, is_archived boolean) on commit drop`.execute(
      tx,
    );
    await sql`update account set created_at = '2020-01-01', email_verified_at = null where id = ${ann.id}`.execute(tx);
    await sql`update account set created_at = '2021-01-01' where id = ${bob.id}`.execute(tx);
    await up(tx as never);
    await sql`update account set email_verified_at = now() where id = ${ann.id}`.execute(tx);
  });
  expect(await holders()).toEqual(['Bob Agent']);
  // The version with more rights gives all of them to who has this one, and then to nobody else.
  await kysely.transaction().execute(async (tx) => {
    await upRights(tx as never);
    await sql`update account set email_verified_at = now() where id = ${ann.id}`.execute(tx);
  });
  const agents = kysely.selectFrom('account').select(['name', 'rights']).where('role', '=', 'agent').orderBy('name');
  expect(await agents.execute()).toEqual([
    { name: 'Ann Agent', rights: [] },
    { name: 'Bob Agent', rights: [...AGENT_RIGHTS] },
  ]);
});
