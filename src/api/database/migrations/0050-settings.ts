import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/** What the office says about itself and what it offers, by section; and every change of it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements.split(/;\n/)) await sql.raw(statement).execute(db);
}

const statements = `
create table settings (
  section text primary key check (section ~ '^[a-z_]{1,40}$'),
  value jsonb not null,
  version int not null default 1 check (version >= 1),
  updated_at timestamptz not null default now()
);
comment on table settings is 'What the office says about itself and what it offers: one row for each section, with a version of its own.';
comment on column settings.value is 'By the names of the REST contract. Secrets are sealed with a key that the database does not know.';
create table settings_change (
  section text not null references settings on delete cascade,
  version int not null check (version >= 1),
  at timestamptz not null default now(),
  actor_id uuid references account on delete set null,
  actor_name text,
  changes jsonb not null,
  primary key (section, version)
);
comment on table settings_change is 'What made each version of a section.';
comment on column settings_change.actor_name is 'As it was then; null of the first values, which come from the environment or from the set-up.';
comment on column settings_change.changes is '\`[{field, before, after}]\`; of a secret only whether there was one.'
`;
