import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/** The brokerage's logo: every one that it had, and who set it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements.split(/;\n/)) await sql.raw(statement).execute(db);
}

const statements = `
create table brokerage_logo (
  version int primary key check (version >= 1),
  file_id uuid references file on delete set null,
  width int check (width between 1 and 600),
  height int check (height between 1 and 200),
  at timestamptz not null default now(),
  actor_id uuid references account on delete set null,
  actor_name text not null,
  is_removal boolean not null
);
create index on brokerage_logo (file_id) where file_id is not null;
comment on table brokerage_logo is 'The newest version is the logo, unless it is a removal.';
comment on column brokerage_logo.file_id is 'Earlier ones are kept while a mail that shows them may still go out, and are null then.'
`;
