import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/** Lists of leads: which columns a person wants, and the indexes of what they can be sorted by. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements.split(/;\n\n/)) await sql.raw(statement).execute(db);
}

const statements = `
create table list_columns (
  account_id uuid not null references account on delete cascade,
  tab text not null,
  columns text[] not null,
  primary key (account_id, tab)
);

alter table saved_view add column columns text[];

alter table agent_lead add column quoted_price int;

comment on column agent_lead.quoted_price is 'The total of the quoted estimate, kept here by a trigger for order and filter.';

update agent_lead set quoted_price = e.total from estimate e where e.id = quoted_estimate_id;

create function agent_lead_quoted_price() returns trigger language plpgsql as $$
begin
  new.quoted_price := (select total from estimate where id = new.quoted_estimate_id);
  return new;
end $$;

create trigger agent_lead_quoted_price before insert or update of quoted_estimate_id on agent_lead
  for each row execute function agent_lead_quoted_price();

create index agent_lead_tab_date_last on agent_lead (state, move_date desc nulls last, id desc) where not is_archived;

create index agent_lead_tab_price on agent_lead (state, quoted_price, id) where not is_archived;

create index agent_lead_tab_price_last on agent_lead (state, quoted_price desc nulls last, id desc) where not is_archived;

create index agent_lead_tab_source on agent_lead (state, source, id) where not is_archived
`;
