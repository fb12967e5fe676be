import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/** Requests of households, and what each business of movers does with them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements.split(/;\n\n/)) await sql.raw(statement).execute(db);
}

const statements = `
create table intake_key (
  id uuid primary key,
  name text not null unique,
  key_hash text not null unique,
  created_at timestamptz not null default now(),
  last_used_at timestamptz,
  revoked_at timestamptz
);

create sequence state_lead_reference start 1001;

create table state_lead (
  id uuid primary key,
  reference text not null unique,
  source text not null,
  external_id text,
  fingerprint text,
  client_name text not null,
  client_email text,
  client_phone text,
  client_zone text not null,
  origin_city text not null,
  origin_state text not null,
  origin_zip text,
  origin_lat double precision not null,
  origin_lng double precision not null,
  destination_city text not null,
  destination_state text not null,
  destination_zip text,
  destination_lat double precision not null,
  destination_lng double precision not null,
  miles numeric(7, 1) not null,
  move_date date,
  is_flexible boolean not null default false,
  size text not null,
  weight_lb int not null check (weight_lb > 0),
  comment text,
  duplicate_of uuid references state_lead,
  search_text text not null,
  received_at timestamptz not null,
  unique (source, external_id),
  check (client_email is not null or client_phone is not null)
);

create index state_lead_place on state_lead (origin_lat, origin_lng, received_at);

create index state_lead_email on state_lead (client_email, received_at) where client_email is not null;

create index state_lead_phone on state_lead (client_phone, received_at) where client_phone is not null;

create index state_lead_search on state_lead using gin (search_text gin_trgm_ops);

create table state_lead_work (
  business_id uuid not null references business on delete cascade,
  lead_id uuid not null references state_lead,
  state text not null default 'fresh' check (state in ('fresh', 'contacted', 'quoted', 'accepted', 'declined')),
  is_archived boolean not null default false,
  received_at timestamptz not null,
  contacted_at timestamptz,
  quote_id uuid,
  version int not null default 1,
  model_version int not null,
  history_length int not null default 0,
  primary key (business_id, lead_id)
);

create index state_lead_work_newest on state_lead_work (business_id, is_archived, received_at desc, lead_id desc);

create index state_lead_work_fresh on state_lead_work (business_id) where state = 'fresh' and not is_archived;

create index state_lead_work_lead on state_lead_work (lead_id);

create table state_lead_event (
  business_id uuid not null,
  lead_id uuid not null,
  sequence int not null,
  event text not null,
  payload jsonb not null,
  judged jsonb not null,
  facts jsonb not null,
  actor_id uuid,
  actor_name text not null,
  actor_role text not null,
  at timestamptz not null,
  from_state text not null,
  to_state text not null,
  is_archived boolean not null,
  model_version int not null,
  primary key (business_id, lead_id, sequence),
  foreign key (business_id, lead_id) references state_lead_work on delete cascade
);

create table state_lead_note (
  id uuid primary key,
  business_id uuid not null,
  lead_id uuid not null,
  author_id uuid not null references account,
  text text not null,
  earlier jsonb not null default '[]',
  created_at timestamptz not null,
  edited_at timestamptz,
  foreign key (business_id, lead_id) references state_lead_work on delete cascade
);

create index state_lead_note_lead on state_lead_note (business_id, lead_id, created_at desc);

create table state_quote (
  id uuid primary key,
  business_id uuid not null,
  lead_id uuid not null,
  amount bigint not null check (amount > 0),
  message text,
  valid_until date not null,
  sent_by uuid not null references account,
  sent_at timestamptz not null,
  answer text check (answer in ('accepted', 'declined', 'replaced')),
  answer_reason text,
  answered_at timestamptz,
  foreign key (business_id, lead_id) references state_lead_work on delete cascade
);

create index state_quote_lead on state_quote (business_id, lead_id, sent_at desc);

create table state_lead_notice (
  account_id uuid not null references account on delete cascade,
  lead_id uuid not null references state_lead,
  at timestamptz not null,
  primary key (account_id, lead_id)
)
`;
