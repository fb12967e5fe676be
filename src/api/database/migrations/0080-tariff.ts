import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/** The brokerage's price tables by version, and which of them priced an estimate. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements.split(/;\n\n/)) await sql.raw(statement).execute(db);
}

const statements = `
create table tariff (
  version int primary key check (version >= 1),
  rules jsonb not null,
  comment text not null,
  published_at timestamptz not null,
  actor_id uuid references account on delete set null,
  actor_name text not null
);

comment on table tariff is 'A version that was published is never changed; the one with the highest number is in force.';

alter table estimate
  add column tariff_version int references tariff,
  add column pricing jsonb,
  add constraint estimate_priced_as_a_whole check ((tariff_version is null) = (pricing is null));

comment on column estimate.tariff_version is 'The tariff that priced it; null where an agent wrote all of it.';

comment on column estimate.pricing is 'What the tariff said then, and what an agent changed of it for which reason. For agents only.'
`;
