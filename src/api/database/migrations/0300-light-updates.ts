import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/**
 * Most updates of a lead change no indexed column, so PostgreSQL can keep the new row next to the old one and leave all
 * indexes alone (HOT), provided that no index has the columns that every update changes. The archive was ordered by
 * `updated_at`; now by a column that is set when a lead is archived. And the tally is only touched by updates that move
 * a lead to another tab or agent: the condition is part of the trigger, which a trigger with transition tables cannot
 * have.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements.split(/;\n\n/)) await sql.raw(statement).execute(db);
}

const statements = `
alter table agent_lead add column archived_at timestamptz;

comment on column agent_lead.archived_at is 'Kept here by a trigger for the order of the archive; null in the tabs.';

update agent_lead set archived_at = updated_at where is_archived;

create function agent_lead_archived_at() returns trigger language plpgsql as $$
begin
  new.archived_at := case when new.is_archived then new.updated_at end;
  return new;
end $$;

create trigger agent_lead_archived_at before insert or update of is_archived on agent_lead
  for each row execute function agent_lead_archived_at();

drop index agent_lead_archive;

create index agent_lead_archive on agent_lead (archived_at desc, id desc) where is_archived;

drop index agent_lead_follow_up_due;

drop trigger agent_lead_tally_update on agent_lead;

create or replace function agent_lead_tally_update() returns trigger language plpgsql as $$
begin
  insert into agent_lead_tally (tab, assigned_agent_id, delta) values
    (case when old.is_archived then 'archived' else old.state end, old.assigned_agent_id, -1),
    (case when new.is_archived then 'archived' else new.state end, new.assigned_agent_id, 1);
  return null;
end $$;

create trigger agent_lead_tally_update after update on agent_lead for each row
  when (old.is_archived <> new.is_archived or old.assigned_agent_id is distinct from new.assigned_agent_id
    or (old.state <> new.state and not new.is_archived))
  execute function agent_lead_tally_update()
`;
