import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/** What agents write down about a carrier, and the indexes under what they look up of it: name, jobs, how awards ended. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements.split(/;\n\n/)) await sql.raw(statement).execute(db);
}

const statements = `
create table carrier_note (
  id uuid primary key,
  carrier_id uuid not null references carrier on delete cascade,
  text text not null,
  created_by uuid not null references account,
  created_at timestamptz not null default now(),
  deleted_by uuid references account,
  deleted_at timestamptz,
  check ((deleted_at is null) = (deleted_by is null))
);

create index carrier_note_carrier on carrier_note (carrier_id, created_at desc, id desc);

create index carrier_name on carrier (legal_name, id);

drop index contract_carrier;

create index contract_carrier on contract (awarded_carrier_id, awarded_at desc, lead_id desc) include (closed_at) where awarded_carrier_id is not null;

create index agent_lead_history_award_end on agent_lead_history ((payload ->> 'carrierId'), event) where event in ('carrier.declined', 'award.withdrawn')
`;
