import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/** The states that a business of movers works in as a whole, beside the cities with a radius. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements.split(/;\n\n/)) await sql.raw(statement).execute(db);
}

const statements = `
create table top_state (
  business_id uuid not null references business on delete cascade,
  state text not null check (state ~ '^[A-Z]{2}$'),
  primary key (business_id, state)
);

-- Whom a new lead is offered to.
create index top_state_state on top_state (state)
`;
