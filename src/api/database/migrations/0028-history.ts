import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/** One table holds every history, and a lead that a business works is one record with an id of its own. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements.split(/;\n\n/)) await sql.raw(statement).execute(db);
}

const statements = `
alter table state_lead_work add column id uuid not null unique default gen_random_uuid();

create table history (
  lifecycle text not null,
  record_id uuid not null,
  sequence int not null,
  event text not null,
  payload jsonb not null,
  judged jsonb not null,
  facts jsonb not null,
  actor_id uuid,
  actor_name text,
  actor_role text not null,
  at timestamptz not null,
  from_state text,
  to_state text not null,
  model_version int not null,
  primary key (record_id, sequence, lifecycle)
) partition by list (lifecycle);

create table history_agent_lead partition of history for values in ('agent-lead');

create table history_chat partition of history for values in ('chat');

create table history_mailing partition of history for values in ('mailing');

create table history_purchase partition of history for values in ('purchase');

create table history_state_lead partition of history for values in ('state-lead');

create table history_subscription partition of history for values in ('subscription');

insert into history
  select 'agent-lead', lead_id, sequence, event, payload, judged, facts, actor_id, actor_name, actor_role, at,
         case when lag(is_archived, 1, false) over (partition by lead_id order by sequence) then 'archived.' else '' end || from_state || coalesce('.' || from_stage, ''),
         case when is_archived then 'archived.' else '' end || to_state || coalesce('.' || to_stage, ''), model_version
    from agent_lead_history;

insert into history
  select 'chat', chat_id, sequence, event, payload, judged, facts, actor_id, actor_name, actor_role, at,
         from_stage || '.' || from_owner, to_stage || '.' || to_owner, model_version
    from chat_event;

insert into history
  select 'mailing', member_id, sequence, event, '{}', judged, facts, null, null, coalesce(judged ->> 'by', 'system'), at,
         from_state, to_state, model_version
    from mailing_event;

insert into history
  select 'purchase', purchase_id, sequence, event, '{}', judged, facts, null, null, actor_role, at,
         from_state, to_state, model_version
    from purchase_event;

insert into history
  select 'state-lead', work.id, sequence, event, payload, judged, facts, actor_id, actor_name, actor_role, at,
         case when lag(entry.is_archived, 1, false) over (partition by work.id order by sequence) then 'archived.' else '' end || from_state,
         case when entry.is_archived then 'archived.' else '' end || to_state, entry.model_version
    from state_lead_event entry join state_lead_work work using (business_id, lead_id);

insert into history
  select 'subscription', subscription_id, sequence, event, payload, judged, facts, actor_id, null, coalesce(judged ->> 'by', 'system'), at,
         from_standing || case when from_ending then '.ending' else '' end,
         to_standing || case when to_ending then '.ending' else '' end, model_version
    from subscription_event;

drop table agent_lead_history, chat_event, mailing_event, purchase_event, state_lead_event, subscription_event;

alter table history_agent_lead add foreign key (record_id) references agent_lead;

alter table history_chat add foreign key (record_id) references chat on delete cascade,
  add foreign key (actor_id) references account;

alter table history_mailing add foreign key (record_id) references mailing_member on delete cascade;

alter table history_purchase add foreign key (record_id) references purchase on delete cascade;

alter table history_state_lead add foreign key (record_id) references state_lead_work (id) on delete cascade;

alter table history_subscription add foreign key (record_id) references subscription,
  add foreign key (actor_id) references account;

create index history_agent_lead_award_end on history_agent_lead ((payload ->> 'carrierId'), event)
  where event in ('carrier.declined', 'award.withdrawn');

create index history_agent_lead_moves on history_agent_lead (record_id, sequence) include (at, to_state)
  where from_state is distinct from to_state;

create index history_agent_lead_at on history_agent_lead (at) include (event, from_state, to_state)
`;
