import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/** What the brokerage decided about a carrier's authority: who, when, why, and against whom where two gave one USDOT number. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements.split(/;\n\n/)) await sql.raw(statement).execute(db);
}

const statements = `
create table carrier_authority_event (
  carrier_id uuid not null references carrier on delete cascade,
  sequence integer not null,
  event text not null check (event in ('authority.activated', 'authority.revoked', 'authority.reopened')),
  from_authority text not null check (from_authority in ('active', 'pending', 'revoked')),
  to_authority text not null check (to_authority in ('active', 'pending', 'revoked')),
  usdot text not null,
  other_carrier_id uuid references carrier on delete set null,
  other_legal_name text,
  reason text,
  actor_id uuid not null references account,
  actor_name text not null,
  at timestamptz not null,
  model_version integer not null,
  primary key (carrier_id, sequence)
)
`;
