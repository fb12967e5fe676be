import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/** Businesses of movers with their assistants and cities, invitations, links that are used once, sessions to look at. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements.split(/;\n\n/)) await sql.raw(statement).execute(db);
}

const statements = `
create table business (
  id uuid primary key,
  name text not null,
  phone text,
  used_trial boolean not null default false,
  card_added boolean not null default false,
  subscription text not null default 'inactive' check (subscription in ('inactive', 'trialing', 'active')),
  trial_ends_at timestamptz check (subscription <> 'trialing' or trial_ends_at is not null),
  top_cities_chosen_at timestamptz,
  version int not null default 1,
  created_at timestamptz not null default now()
);

alter table account
  add column business_id uuid references business,
  add column email_on_new_lead boolean not null default true,
  add column email_on_subscription_cancellation boolean not null default true;

create index account_business on account (business_id);

-- Each mover was a business without saying so; assistants belonged to the first one.
insert into business (id, name, created_at)
  select id, name, created_at from account where role = 'mover'
  union all
  (select id, name, created_at from account
    where role = 'assistant' and not exists (select from account where role = 'mover') order by created_at limit 1);

update account set business_id = case role when 'mover' then id else (select id from business order by created_at, id limit 1) end
 where role in ('mover', 'assistant');

alter table account add constraint account_business_of_movers check ((role in ('mover', 'assistant')) = (business_id is not null));

-- Whoever had an account so far was given it by hand.
update account set email_verified_at = created_at where email_verified_at is null;

create table top_city (
  business_id uuid not null references business on delete cascade,
  city text not null,
  state text not null,
  lat double precision not null,
  lng double precision not null,
  radius_miles int not null check (radius_miles between 5 and 250),
  primary key (business_id, city, state)
);

create table invitation (
  id uuid primary key,
  business_id uuid not null references business on delete cascade,
  email text not null check (email = lower(email)),
  name text not null,
  invited_by uuid not null references account,
  created_at timestamptz not null,
  sent_at timestamptz not null,
  expires_at timestamptz not null,
  accepted_at timestamptz,
  withdrawn_at timestamptz,
  account_id uuid references account
);

create unique index invitation_open on invitation (business_id, email) where accepted_at is null and withdrawn_at is null;

create index invitation_account on invitation (account_id);

alter table link
  add column used_at timestamptz,
  add column data jsonb;

alter table refresh_token
  add column user_agent text,
  add column address text
`;
