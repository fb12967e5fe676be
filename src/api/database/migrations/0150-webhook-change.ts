import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/** Who made, changed and removed a webhook. It outlives the webhook, so nothing refers to it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements.split(/;\n/)) await sql.raw(statement).execute(db);
}

const statements = `
create table webhook_change (
  webhook_id uuid not null,
  version int not null check (version >= 1),
  act text not null check (act in ('made', 'changed', 'removed')),
  url text not null,
  at timestamptz not null,
  actor_id uuid references account on delete set null,
  actor_name text not null,
  changes jsonb not null,
  primary key (webhook_id, version)
);
create index on webhook_change (at desc);
comment on table webhook_change is 'What made each version of a webhook; the last one says that it was removed.';
comment on column webhook_change.url is 'As it was afterwards.';
comment on column webhook_change.changes is '\`[{field, before, after}]\`, of what was changed.';
insert into webhook_change (webhook_id, version, act, url, at, actor_name, changes)
  select id, 1, 'made', url, created_at, made_by, '[]' from webhook
`;
