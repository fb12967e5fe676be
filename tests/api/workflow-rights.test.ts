import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { up } from '#src/api/database/migrations/0015-workflow.ts';
import { up as upRights } from '#src/api/database/migrations/0040-agent-rights.ts';
import { call, signedIn, startApplication } from '#tests/platform/application.ts';
import type { Account } from '#tests/platform/application.ts';

/** Who may see the workflow. */
const application = await startApplication();
const { kysely } = application.database;
const ann = await signedIn(application, 'agent', 'Ann Agent');
const bob = await signedIn(application, 'agent', 'Bob Agent');
const carrier = await signedIn(application, 'carrier', 'Swift Vans LLC');

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

test('who has the right sees the workflow, and who else does', async () => {
  const refused = await see(bob);
  expect([refused.status, refused.body.detail]).toEqual([
    403,
    'Your account can’t see the workflow. Ask an agent who manages the team to let you in.',
  ]);
  const people = await call<{ id: string }[]>(application, 'GET', 'agent/workflow/people', { token: ann.token });
  expect(people.body).toEqual([{ id: ann.id, name: 'Ann Agent', email: ann.email }]);
});

test('only agents can have it, and only those that there are', async () => {
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
  // The migration that adds more rights gives all of them to whoever has this one, and after that to no one else.
  await kysely.transaction().execute(async (tx) => {
    await upRights(tx as never);
    await sql`update account set email_verified_at = now() where id = ${ann.id}`.execute(tx);
  });
  const agents = kysely.selectFrom('account').select(['name', 'rights']).where('role', '=', 'agent').orderBy('name');
  expect(await agents.execute()).toEqual([
    { name: 'Ann Agent', rights: [] },
    // The rights that existed then; `reports` comes with a later migration.
    { name: 'Bob Agent', rights: ['team', 'settings', 'workflow', 'exports'] },
  ]);
});
