import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/** Rights of agents, refused attempts to move a lead, and the indexes by which the history is counted. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements.split(/;\n\n/)) await sql.raw(statement).execute(db);
}

const statements = `
alter table account add column rights text[] not null default '{}'
  check (rights <@ array['workflow'] and (role = 'agent' or rights = '{}'));

update account set rights = array['workflow'] where id = (
  select id from account where role = 'agent' and email_verified_at is not null and disabled_at is null order by created_at, id limit 1);

create function first_agent_has_rights() returns trigger language plpgsql as $$
begin
  if new.role = 'agent' and new.email_verified_at is not null and new.disabled_at is null and not exists (
    select from account where role = 'agent' and disabled_at is null and id <> new.id and 'workflow' = any (rights)) then
    new.rights := array['workflow'];
  end if;
  return new;
end $$;

create trigger first_agent_has_rights before insert or update of role, email_verified_at, disabled_at on account
  for each row execute function first_agent_has_rights();

create table agent_lead_refusal (
  id uuid primary key,
  lead_id uuid not null references agent_lead on delete cascade,
  event text not null,
  actor_role text not null,
  account_id uuid references account on delete set null,
  place text not null,
  because text not null check (because in ('state', 'role', 'requirements')),
  unmet text[] not null,
  attempts int not null default 1,
  at timestamptz not null,
  last_at timestamptz not null,
  model_version int not null
);

create index agent_lead_refusal_lead on agent_lead_refusal (lead_id, at);

create index agent_lead_refusal_last on agent_lead_refusal (last_at);

create index agent_lead_history_moves on agent_lead_history (lead_id, sequence) include (at, event, to_state, to_stage, is_archived)
  where event in ('lead.created', 'lead.archived', 'lead.restored') or from_state is distinct from to_state or from_stage is distinct from to_stage;

create index agent_lead_history_at on agent_lead_history (at) include (event, from_state, from_stage, to_state, to_stage, is_archived)
`;
