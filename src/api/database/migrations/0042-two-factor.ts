import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/**
 * The second step of signing in. A secret counts once it was confirmed by a code; `last_step` is the newest 30 seconds
 * of which a code was taken, so that none is taken twice. `agent_sign_in_policy` has one row.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements.split(/;\n\n/)) await sql.raw(statement).execute(db);
}

const statements = `
create table two_factor (
  account_id uuid primary key references account on delete cascade,
  secret text not null,
  confirmed_at timestamptz,
  last_step bigint not null default 0,
  created_at timestamptz not null
);

create table recovery_code (
  id uuid primary key,
  account_id uuid not null references two_factor on delete cascade,
  code_hash text not null,
  used_at timestamptz
);

create index recovery_code_account on recovery_code (account_id);

create table agent_sign_in_policy (
  id boolean primary key default true check (id),
  requires_two_factor boolean not null default false
);

insert into agent_sign_in_policy default values
`;
