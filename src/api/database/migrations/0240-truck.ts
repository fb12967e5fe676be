import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/** Trucks that carriers post as empty in a place on some days. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements.split(/;\n\n/)) await sql.raw(statement).execute(db);
}

const statements = `
create table truck (
  id uuid primary key,
  carrier_id uuid not null references carrier on delete cascade,
  state text not null check (state in ('posted', 'withdrawn', 'passed')),
  place text not null,
  city text not null,
  place_state text not null,
  lat double precision not null,
  lng double precision not null,
  first_day date not null,
  last_day date not null check (last_day >= first_day),
  destination text,
  radius_miles int not null check (radius_miles between 1 and 500),
  weight_lb int check (weight_lb > 0),
  note text,
  history_length int not null default 0,
  version int not null default 1,
  model_version int not null,
  created_at timestamptz not null
);

create index truck_carrier on truck (carrier_id, created_at desc);

create index truck_posted on truck (last_day, id) where state = 'posted';

comment on column truck.place is 'As the carrier named it, a ZIP code or "City, ST": what the load board is searched by.';

comment on column truck.destination is 'Where it would like to go: a state, a ZIP code or "City, ST". Null for anywhere.';

create table history_truck partition of history for values in ('truck');

alter table history_truck add foreign key (record_id) references truck on delete cascade
`;
