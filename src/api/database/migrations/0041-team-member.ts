import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/**
 * The members of the brokerage's team with their history, from the invitation on. A member's id becomes the account's.
 * Who has an account already is registered with the first thing that happens to it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements.split(/;\n\n/)) await sql.raw(statement).execute(db);
}

const statements = `
create table team_member (
  id uuid primary key,
  state text not null check (state in ('outside', 'invited', 'revoked', 'active', 'disabled')),
  email text not null check (email = lower(email)),
  name text not null,
  rights text[] not null default '{}' check (rights <@ array['team', 'settings', 'workflow', 'exports']),
  invited_by uuid references account,
  sent_at timestamptz,
  expires_at timestamptz,
  version int not null default 1,
  history_length int not null,
  model_version int not null,
  created_at timestamptz not null
);

create unique index team_member_invited on team_member (email) where state = 'invited';

create table history_team_member partition of history for values in ('team-member');

alter table history_team_member add foreign key (record_id) references team_member on delete cascade;

create index history_team_member_at on history_team_member (at);

alter table account add column last_signed_in_at timestamptz;

update account set last_signed_in_at = (select max(first.at) from (
  select min(created_at) as at from refresh_token where account_id = account.id group by family_id) first)
`;
