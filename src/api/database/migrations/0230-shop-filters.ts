import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/** What a source has verified of a household's contact, and what finds leads by where they go. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements.split(/;\n\n/)) await sql.raw(statement).execute(db);
}

const statements = `
alter table state_lead add column phone_verified boolean not null default false,
                       add column email_verified boolean not null default false;

comment on column state_lead.phone_verified is 'The source says that it had the household prove the number.';

comment on column state_lead.email_verified is 'The source says that it had the household prove the address.';

create index state_lead_destination on state_lead (destination_state, received_at);

create index state_lead_origin on state_lead (origin_state, received_at)
`;
