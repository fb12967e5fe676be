import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/** Lists of leads that agents come back to: a tab with its filters and its order, under a name. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements.split(/;\n/)) await sql.raw(statement).execute(db);
}

const statements = `
create table saved_view (
  id uuid primary key,
  account_id uuid not null references account on delete cascade,
  name text not null,
  is_shared boolean not null,
  tab text not null,
  filter jsonb not null,
  version int not null default 1 check (version >= 1),
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create unique index saved_view_name on saved_view (account_id, lower(name));
create index saved_view_shared on saved_view (lower(name), id) where is_shared;
comment on table saved_view is 'Shared, the whole brokerage sees it; its author and who has the right team or settings change it.'
`;
