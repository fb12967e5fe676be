import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/** Searches of the load board that carriers keep, and which loads they were told of. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements.split(/;\n\n/)) await sql.raw(statement).execute(db);
}

const statements = `
create table load_search (
  id uuid primary key,
  carrier_id uuid not null references carrier on delete cascade,
  name text not null,
  filter jsonb not null,
  alert text not null check (alert in ('off', 'at-once', 'daily')),
  version int not null default 1 check (version >= 1),
  since timestamptz not null,
  told_at timestamptz,
  told_day date,
  created_at timestamptz not null,
  updated_at timestamptz not null
);

create unique index load_search_name on load_search (carrier_id, lower(name));

create index load_search_alert on load_search (id) where alert <> 'off';

comment on column load_search.since is 'Loads that were posted before are not told of: when the alert was turned on.';

comment on column load_search.told_day is 'The last day on which a daily search was looked through.';

create table load_search_told (
  search_id uuid not null references load_search on delete cascade,
  lead_id uuid not null references agent_lead on delete cascade,
  told_at timestamptz not null,
  primary key (search_id, lead_id)
);

create index load_search_told_lead on load_search_told (lead_id);

comment on table load_search_told is 'A load is told once for each search, however often it is posted.'
`;
