import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/** Carriers, agent leads, and everything that hangs on a lead. The checks name the states of version 1 of each lifecycle. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements.split(/;\n\n/)) await sql.raw(statement).execute(db);
}

const statements = `
create table carrier (
  id uuid primary key,
  account_id uuid not null unique references account,
  legal_name text not null,
  usdot text not null check (usdot ~ '^[0-9]{1,8}$'),
  docket_number text,
  contact_name text not null,
  email text not null,
  phone text,
  address text not null,
  city text not null,
  state text not null,
  zip text not null,
  lat double precision not null,
  lng double precision not null,
  authority text not null default 'pending' check (authority in ('active', 'pending', 'revoked')),
  agreement_signed_at timestamptz,
  licenses jsonb not null default '[]',
  equipment jsonb not null default '[]',
  service_states jsonb not null default '[]',
  price_ratio numeric(5,3) not null default 1 check (price_ratio > 0),
  pricing_sheet jsonb not null default '[]',
  search_text text not null default '',
  version int not null default 1,
  created_at timestamptz not null default now()
);

create index carrier_place on carrier (lat, lng);

create index carrier_search on carrier using gin (search_text gin_trgm_ops);

create table insurance_policy (
  id uuid primary key,
  carrier_id uuid not null references carrier on delete cascade,
  kind text not null,
  insurer text not null,
  policy_number text not null,
  limit_cents bigint not null,
  effective date not null,
  expiration date not null check (expiration > effective),
  file_id uuid references file,
  created_at timestamptz not null default now()
);

create index insurance_policy_carrier on insurance_policy (carrier_id);

create sequence agent_lead_reference start 10001;

create table agent_lead (
  id uuid primary key,
  reference text not null unique,
  version int not null default 1,
  history_length int not null default 0,
  model_version int not null,
  state text not null check (state in ('new', 'follow-up', 'quote-sent', 'contract-sent', 'contracted', 'award-carrier', 'open-contracts', 'completed-contracts')),
  stage text check (stage in ('awaiting-carrier', 'in-progress', 'closed', 'invoiced', 'paid')),
  is_archived boolean not null default false,
  archive_reason text,
  entered_state_at timestamptz not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  source text not null,
  kind text not null check (kind in ('household-interstate', 'household-intrastate', 'local', 'commercial', 'freight')),
  client_name text not null,
  client_email text,
  client_phone text,
  client_zone text not null,
  stops jsonb not null,
  origin_city text,
  origin_state text,
  origin_zip text,
  origin_lat double precision,
  origin_lng double precision,
  destination_city text,
  destination_state text,
  destination_zip text,
  destination_lat double precision,
  destination_lng double precision,
  move_date date,
  move_date_last date,
  delivery_date_last date,
  distance_miles numeric(7,1),
  is_interstate boolean,
  move_size text,
  inventory jsonb not null default '[]',
  volume_cuft numeric(10,2),
  weight_lb int,
  packing text not null default 'none',
  storage_days int not null default 0,
  special_items text,
  notes text,
  assigned_agent_id uuid references account,
  follow_up_date date,
  follow_up_reason text,
  quoted_estimate_id uuid,
  quote_sent_at timestamptz,
  search_text text not null default ''
);

create index agent_lead_tab on agent_lead (state, entered_state_at desc, id desc) where not is_archived;

create index agent_lead_tab_date on agent_lead (state, move_date, id) where not is_archived;

create index agent_lead_tab_follow_up on agent_lead (state, follow_up_date, id) where not is_archived;

create index agent_lead_tab_name on agent_lead (state, client_name, id) where not is_archived;

create index agent_lead_mine on agent_lead (assigned_agent_id, state, entered_state_at desc, id desc) where not is_archived;

create index agent_lead_archive on agent_lead (updated_at desc, id desc) where is_archived;

create index agent_lead_phone on agent_lead (client_phone, created_at);

create index agent_lead_email on agent_lead (client_email, created_at);

create index agent_lead_search on agent_lead using gin (search_text gin_trgm_ops);

create index agent_lead_follow_up_due on agent_lead (follow_up_date) where state = 'follow-up' and not is_archived;

create table agent_lead_tally (
  tab text not null,
  assigned_agent_id uuid,
  delta int not null
);

create index agent_lead_tally_tab on agent_lead_tally (tab);

create function agent_lead_tally_insert() returns trigger language plpgsql as $$
begin
  insert into agent_lead_tally (tab, assigned_agent_id, delta)
    select case when is_archived then 'archived' else state end, assigned_agent_id, count(*) from added group by 1, 2;
  return null;
end $$;

create function agent_lead_tally_update() returns trigger language plpgsql as $$
begin
  insert into agent_lead_tally (tab, assigned_agent_id, delta)
    select tab, agent, sum(n) from (
      select case when is_archived then 'archived' else state end as tab, assigned_agent_id as agent, 1 as n from added
      union all
      select case when is_archived then 'archived' else state end, assigned_agent_id, -1 from gone
    ) as change group by 1, 2 having sum(n) <> 0;
  return null;
end $$;

create trigger agent_lead_tally_insert after insert on agent_lead
  referencing new table as added for each statement execute function agent_lead_tally_insert();

create trigger agent_lead_tally_update after update on agent_lead
  referencing new table as added old table as gone for each statement execute function agent_lead_tally_update();

create table agent_lead_history (
  lead_id uuid not null references agent_lead,
  sequence int not null,
  event text not null,
  payload jsonb not null,
  judged jsonb not null,
  facts jsonb not null,
  actor_id uuid,
  actor_name text not null,
  actor_role text not null,
  at timestamptz not null,
  from_state text,
  from_stage text,
  to_state text not null,
  to_stage text,
  is_archived boolean not null,
  model_version int not null,
  primary key (lead_id, sequence)
);

create table attachment (
  id uuid primary key,
  lead_id uuid not null references agent_lead,
  file_id uuid not null references file,
  name text not null,
  note text,
  is_visible_to_carriers boolean not null default false,
  created_by uuid references account,
  version int not null default 1,
  created_at timestamptz not null default now()
);

create index attachment_lead on attachment (lead_id, created_at);

create table estimate (
  id uuid primary key,
  lead_id uuid not null references agent_lead,
  number int not null,
  kind text not null check (kind in ('binding', 'non-binding', 'not-to-exceed')),
  lines jsonb not null,
  broker_fee int not null check (broker_fee >= 0),
  deposit int not null check (deposit >= 0),
  total bigint not null check (total >= 0),
  valid_until date not null,
  note text,
  sent_at timestamptz,
  created_by uuid references account,
  version int not null default 1,
  created_at timestamptz not null default now(),
  unique (lead_id, number)
);

create table bid (
  id uuid primary key,
  lead_id uuid not null references agent_lead,
  carrier_id uuid not null references carrier,
  amount int not null check (amount > 0),
  start_date date not null,
  note text,
  state text not null check (state in ('active', 'withdrawn', 'lost', 'awarded')),
  lost_reason text,
  seen_at timestamptz,
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create unique index bid_one_active on bid (lead_id, carrier_id) where state = 'active';

create unique index bid_one_awarded on bid (lead_id) where state = 'awarded';

create index bid_carrier on bid (carrier_id, lead_id);

create index bid_lead on bid (lead_id, state);

create table contract (
  id uuid primary key,
  lead_id uuid not null unique references agent_lead,
  follow_up_date date,
  agreement_id uuid,
  signed_at timestamptz,
  signed_by text check (signed_by in ('client', 'paper')),
  signed_file_id uuid references file,
  awarded_carrier_id uuid references carrier,
  awarded_bid_id uuid references bid,
  award_kind text check (award_kind in ('bid', 'special')),
  award_amount int check (award_amount > 0),
  award_reason text,
  award_start_date date,
  award_compliance jsonb,
  awarded_at timestamptz,
  job_agreement_id uuid,
  carrier_signed_at timestamptz,
  owed_to_carrier_payed boolean not null default false,
  owed_to_broker_payed boolean not null default false,
  completion_file_id uuid references file,
  closed_at timestamptz,
  invoice_id uuid
);

create index contract_carrier on contract (awarded_carrier_id) where awarded_carrier_id is not null;

create table agreement (
  id uuid primary key,
  kind text not null check (kind in ('broker-carrier', 'broker-shipper', 'specific-job')),
  lead_id uuid references agent_lead,
  carrier_id uuid references carrier,
  state text not null check (state in ('draft', 'sent', 'opened', 'signed', 'declined', 'voided', 'expired')),
  template_version text not null,
  document jsonb not null,
  html text not null,
  document_hash text not null,
  open_blanks jsonb not null default '[]',
  sent_at timestamptz,
  opened_at timestamptz,
  expires_at timestamptz not null,
  signer_name text,
  signature jsonb,
  signed_at timestamptz,
  signer_zone text,
  signer_ip text,
  signer_agent text,
  consent_text text,
  signed_hash text,
  file_id uuid references file,
  decline_reason text,
  declined_at timestamptz,
  version int not null default 1,
  created_at timestamptz not null default now()
);

create index agreement_lead on agreement (lead_id, kind, created_at);

create index agreement_carrier on agreement (carrier_id, kind);

create table invoice_number (
  last int not null
);

insert into invoice_number values (1000);

create table invoice (
  id uuid primary key,
  lead_id uuid not null unique references agent_lead,
  number int not null unique,
  lines jsonb not null,
  total bigint not null,
  issued_on date not null,
  due_on date not null,
  sent_at timestamptz not null,
  file_id uuid references file,
  paid_at timestamptz,
  paid_on date,
  payment_method text,
  payment_note text,
  version int not null default 1,
  created_at timestamptz not null default now()
)
`;
