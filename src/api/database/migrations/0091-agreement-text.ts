import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/** Texts of agreements that the brokerage has written over those that come with the product. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements.split(/;\n/)) await sql.raw(statement).execute(db);
}

const statements = `
create table agreement_text (
  kind text not null check (kind in ('broker-shipper', 'broker-carrier', 'specific-job')),
  version int not null check (version >= 1),
  source text not null,
  published_at timestamptz not null,
  actor_id uuid references account on delete set null,
  actor_name text not null,
  primary key (kind, version)
);
comment on table agreement_text is 'New agreements are made of the newest version; 0 is what comes with the product. A version is never changed.';
comment on column agreement_text.source is 'With blanks such as {client name}, which are filled when an agreement is sent.'
`;
