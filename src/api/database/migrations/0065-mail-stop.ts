import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/** Addresses that nothing is mailed to, because their mail comes back or their owner complained. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements.split(/;\n\n/)) await sql.raw(statement).execute(db);
}

const statements = `
create table mail_stop (
  email text primary key check (email = lower(email)),
  type text not null check (type in ('bounce', 'complaint')),
  detail text not null,
  at timestamptz not null,
  lifted_at timestamptz,
  lifted_by uuid references account on delete set null
);

alter table mail add column held_at timestamptz;

create index mail_held on mail (lower(recipient)) where held_at is not null and delivered_at is null;

comment on column mail_stop.lifted_at is 'Since when an agent has it mailed again; what was reported before counts no more.';

comment on column mail.held_at is 'Since when it is not sent, because its address is stopped.'
`;
