import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/** Certificates of insurance that came with their last day alone: no cover until the carrier has said the rest. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements.split(/;\n\n/)) await sql.raw(statement).execute(db);
}

const statements = `
create table incomplete_policy (
  id uuid primary key,
  carrier_id uuid not null references carrier on delete cascade,
  kind text,
  insurer text,
  policy_number text,
  limit_cents bigint,
  effective date,
  expiration date not null,
  file_id uuid not null references file,
  created_at timestamptz not null default now()
);

create index incomplete_policy_carrier on incomplete_policy (carrier_id)
`;
