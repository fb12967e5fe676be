import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/** A lead that turned out to be another one again is archived, and says which. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements.split(/;\n\n/)) await sql.raw(statement).execute(db);
}

const statements = `
alter table agent_lead add column merged_into uuid references agent_lead;

create index agent_lead_merged on agent_lead (merged_into) where merged_into is not null;

comment on column agent_lead.merged_into is 'The lead that was kept; null again once this one is restored.'
`;
