import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/**
 * Says to those who listen, when the transaction commits, that a session, a link or what an account may has changed:
 * live streams that rest on it look at their right again. As a trigger, so that no way of ending one is forgotten.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements.split(/;\n\n/)) await sql.raw(statement).execute(db);
}

const statements = `
create function tell_access() returns trigger language plpgsql as $$
begin
  perform pg_notify('live', json_build_object('noun', 'access', 'id', tell.id, 'audience', tg_argv[1] || ':' || tell.id)::text)
     from (select to_jsonb(coalesce(new, old)) ->> tg_argv[0] as id) as tell;
  return null;
end $$;

create trigger refresh_token_access after update of revoked_at on refresh_token
  for each row when (old.revoked_at is null and new.revoked_at is not null) execute function tell_access('account_id', 'account');

create trigger account_access after update of disabled_at, sessions_valid_from, role, business_id on account
  for each row when (old.disabled_at is distinct from new.disabled_at or old.sessions_valid_from <> new.sessions_valid_from
    or old.role <> new.role or old.business_id is distinct from new.business_id) execute function tell_access('id', 'account');

create trigger account_gone after delete on account for each row execute function tell_access('id', 'account');

create trigger carrier_access after update of authority, agreement_signed_at on carrier
  for each row when (old.authority <> new.authority or (old.agreement_signed_at is null) <> (new.agreement_signed_at is null))
  execute function tell_access('account_id', 'account');

create function tell_chat_access() returns trigger language plpgsql as $$
begin
  perform pg_notify('live', json_build_object('noun', 'access', 'id', chat.link_id, 'audience', 'link:' || chat.link_id)::text)
     from chat where chat.lead_id = new.id and chat.link_id is not null;
  return null;
end $$;

create trigger lead_chat_access after update of is_archived on agent_lead
  for each row when (new.is_archived and not old.is_archived) execute function tell_chat_access();

create trigger link_access after update of revoked_at on link
  for each row when (old.revoked_at is null and new.revoked_at is not null) execute function tell_access('id', 'link');

create trigger link_gone after delete on link for each row execute function tell_access('id', 'link')
`;
