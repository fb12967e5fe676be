import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/** Legal texts that the brokerage has published over and above those that come with the product. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements.split(/;\n/)) await sql.raw(statement).execute(db);
}

const statements = `
create table legal_text (
  kind text not null check (kind in ('privacy-policy', 'terms-of-service')),
  version int not null check (version >= 1),
  source text not null,
  published_at timestamptz not null,
  actor_id uuid references account on delete set null,
  actor_name text not null,
  primary key (kind, version)
);
comment on table legal_text is 'A version that was published is never changed: another word is another version.';
comment on column legal_text.source is 'With blanks such as {name}, which are filled where it is read.'
`;
