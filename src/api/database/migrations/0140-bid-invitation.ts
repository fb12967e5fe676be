import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/** Carriers that were invited to bid on a load, by whom and when. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements.split(/;\n\n/)) await sql.raw(statement).execute(db);
}

const statements = `
create table bid_invitation (
  lead_id uuid not null references agent_lead on delete cascade,
  carrier_id uuid not null references carrier on delete cascade,
  invited_by uuid not null references account,
  invited_at timestamptz not null,
  primary key (lead_id, carrier_id)
);

create index bid_invitation_carrier on bid_invitation (carrier_id);

comment on table bid_invitation is 'A carrier that an agent asked to bid on a load. One is for the time that the load is on the board: posted again, the carrier can be invited again.'
`;
