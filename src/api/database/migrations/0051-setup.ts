import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/** The set-up of a deployment that nobody can sign in to yet. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements.split(/;\n/)) await sql.raw(statement).execute(db);
}

const statements = `
create table setup (
  is_only boolean primary key default true check (is_only),
  code_hash text,
  token_hash text,
  token_until timestamptz
);
comment on table setup is 'Who may set up this deployment: one row, until there is an agent.';
comment on column setup.code_hash is 'Of the code that the newest start printed; null once it was used.';
comment on column setup.token_hash is 'Of what the browser was given for the code.'
`;
