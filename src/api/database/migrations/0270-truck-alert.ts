import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/** A posted truck tells of the loads that fit it the way a saved search does: its search is kept beside it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements.split(/;\n\n/)) await sql.raw(statement).execute(db);
}

const statements = `
alter table load_search add column truck_id uuid unique references truck on delete cascade;

comment on column load_search.truck_id is 'The posted truck that this search is of; null for one that the carrier saved under a name.';

drop index load_search_name;

create unique index load_search_name on load_search (carrier_id, lower(name)) where truck_id is null
`;
