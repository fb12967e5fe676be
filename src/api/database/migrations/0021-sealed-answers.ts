import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/**
 * What is remembered of answers is sealed with the caller's key, of which only a hash is kept. What was remembered in
 * the open goes: a write that is repeated across this migration runs as a new one.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements.split(/;\n\n/)) await sql.raw(statement).execute(db);
}

const statements = `
delete from idempotency where body is not null;

alter table idempotency drop column body;

alter table idempotency add column answer bytea
`;
