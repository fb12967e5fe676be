import { sql } from 'kysely';
import { expect, test } from 'vitest';
import * as m0001 from '#src/api/database/migrations/0001-foundation.ts';
import * as m0002 from '#src/api/database/migrations/0002-agent-lead.ts';
import * as m0003 from '#src/api/database/migrations/0003-account.ts';
import { newId } from '#src/api/database/ids.ts';
import { testDatabase } from './test-database.ts';

// One connection, so that everything happens in a schema of its own, beside the migrated one.
const { kysely } = await testDatabase({ poolSize: 1 });

/**
 * Creates an installation from before businesses existed, with these accounts in order of creation; then migrates it.
 */
async function migrated(accounts: { role: string; email: string }[]) {
  await sql`drop schema if exists before cascade`.execute(kysely);
  await sql`create schema before`.execute(kysely);
  await sql`set search_path to before, public`.execute(kysely);
  await m0001.up(kysely as never);
  await m0002.up(kysely as never);
  for (const [index, { role, email }] of accounts.entries()) {
    await sql`insert into account (id, role, email, name, password_hash, created_at)
      values (${newId()}, ${role}, ${email}, ${`The ${email}`}, 'x', ${`2025-01-0${index + 1}T00:00:00Z`})`.execute(
      kysely,
    );
  }
  await m0003.up(kysely as never);
  const { rows } = await sql<{ email: string; business: string | null; confirmed: boolean }>`
    select email, business.name as business, email_verified_at is not null as confirmed
      from account left join business on business.id = business_id order by account.created_at`.execute(kysely);
  return rows;
}

test('every mover becomes a business, assistants work for the first one, and all emails count as confirmed', async () => {
  const rows = await migrated([
    { role: 'agent', email: 'agent' },
    { role: 'assistant', email: 'assistant' },
    { role: 'mover', email: 'first' },
    { role: 'mover', email: 'second' },
    { role: 'carrier', email: 'carrier' },
  ]);
  expect(rows).toEqual([
    { email: 'agent', business: null, confirmed: true },
    { email: 'assistant', business: 'The first', confirmed: true },
    { email: 'first', business: 'The first', confirmed: true },
    { email: 'second', business: 'The second', confirmed: true },
    { email: 'carrier', business: null, confirmed: true },
  ]);
});

test('assistants without any mover share a business', async () => {
  const rows = await migrated([
    { role: 'assistant', email: 'one' },
    { role: 'assistant', email: 'two' },
  ]);
  expect(rows.map(({ business }) => business)).toEqual(['The one', 'The one']);
});

test('a mover without a business, and an agent with one, cannot be written', async () => {
  await migrated([{ role: 'mover', email: 'mover' }]);
  const insert = (role: string, business: string) =>
    sql`insert into account (id, role, email, name, password_hash, business_id) values (${newId()}, ${role}, ${`new ${role}`}, 'N', 'x', ${sql.raw(business)})`.execute(
      kysely,
    );
  await expect(insert('mover', 'null')).rejects.toThrow(/account_business_of_movers/);
  await expect(insert('agent', '(select id from business)')).rejects.toThrow(/account_business_of_movers/);
  await insert('assistant', '(select id from business)');
});
