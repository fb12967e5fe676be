import { sql } from 'kysely';
import { BID_MODEL_VERSION } from '#src/machines/bid/bid.lifecycle.ts';
import type { Database } from '#src/api/database/database.ts';
import { refreshCompliantDays } from '#src/api/carrier/compliance.repository.ts';
import { newId } from '#src/api/database/ids.ts';
import { hashPassword } from '#src/api/session/passwords.ts';

export const AGENT = { email: 'bench@bench.example', password: 'bench-password-1' };
export const CARRIER = { email: 'carrier1@bench.example', password: AGENT.password };
/** Messages in the longest chat. */
export const MESSAGES = 500;

/**
 * Fills an empty database with leads spread over the tabs (some of them archived), 200 carriers, three bids on every
 * posted load, a tenth as many household leads, and chats, in a few statements, so that a million takes some five
 * minutes. Rows are plausible, but not produced by the lifecycle.
 */
export async function seed({ kysely, pool }: Database, leads: number): Promise<void> {
  const agentId = newId();
  const passwordHash = await hashPassword(AGENT.password);
  await kysely
    .insertInto('account')
    .values({
      id: agentId,
      role: 'agent',
      email: AGENT.email,
      name: 'Bench Agent',
      password_hash: passwordHash,
      rights: ['workflow'],
      email_verified_at: new Date().toISOString(),
    })
    .execute();
  await sql`
    insert into account (id, role, email, name, password_hash, email_verified_at)
      select gen_random_uuid(), 'carrier', 'carrier' || n || '@bench.example', 'Carrier ' || n, ${passwordHash}, now() from generate_series(1, 200) n`.execute(
    kysely,
  );
  await sql`
    insert into carrier (id, account_id, legal_name, usdot, contact_name, email, address, city, state, zip, lat, lng, authority, agreement_signed_at, search_text, pricing_sheet)
      select gen_random_uuid(), id, name || ' Van Lines', (1000000 + row_number() over ())::text, name, email, '1 Road', 'Columbus', 'OH', '43215',
        30 + random() * 15, -120 + random() * 45, 'active', now(), lower(name),
        '[{"miles_from":0,"miles_to":5000,"lb_from":0,"lb_to":50000,"rate_per_cwt":5000,"minimum":100000}]'::jsonb
      from account where role = 'carrier'`.execute(kysely);
  await sql`
    insert into insurance_policy (id, carrier_id, kind, insurer, policy_number, limit_cents, effective, expiration)
      select gen_random_uuid(), id, kind, 'Sure', '1', 100000000, '2020-01-01', '2099-01-01' from carrier, (values ('liability'), ('cargo')) k(kind)`.execute(
    kysely,
  );
  const restoreIndexes = await dropIndexes(pool);
  await sql`
    insert into agent_lead (id, reference, model_version, history_length, state, stage, entered_state_at, created_at, updated_at, source, kind, client_name,
        client_email, client_phone, client_zone, stops, origin_city, origin_state, origin_zip, origin_lat, origin_lng, destination_city, destination_state,
        destination_zip, destination_lat, destination_lng, move_date, move_date_last, delivery_date_last, distance_miles, is_interstate, volume_cuft, weight_lb,
        assigned_agent_id, follow_up_date, follow_up_reason, search_text)
      select gen_random_uuid(), 'L-' || n, 1, 1, tab, case tab when 'open-contracts' then 'in-progress' when 'completed-contracts' then 'closed' end,
        now() - n * interval '7 seconds', now() - n * interval '9 seconds', now(), 'Bench', 'household-interstate', person, email, phone, 'America/New_York',
        '[{"role":"pick-up","city":"Columbus","state":"OH","zip":"43215"},{"role":"drop-off","city":"Chicago","state":"IL","zip":"60601"}]'::jsonb,
        'Columbus', 'OH', '43215', 39.96, -83, 'Chicago', 'IL', '60601', 41.88, -87.62, current_date + (n % 90)::int, current_date + (n % 90)::int + 2,
        current_date + (n % 90)::int + 9, 320, true, 400, 2800, ${agentId}, case when tab = 'follow-up' then current_date + (n % 30)::int end,
        case when tab = 'follow-up' then 'Call' end, lower('l-' || n || ' ' || person || ' ' || email || ' ' || phone || ' columbus oh 43215 chicago il 60601')
      from (
        select n, (array['new','follow-up','quote-sent','contract-sent','contracted','award-carrier','open-contracts','completed-contracts'])[1 + n % 8] as tab,
          (array['Anna','Bruno','Carla','Derek','Elena','Farid','Gina','Hugo','Ines','Jonas'])[1 + n % 10] || ' ' || initcap(substr(md5(n::text), 1, 7)) as person,
          'c' || n || '@mail.example' as email, '+1614' || lpad((n % 10000000)::text, 7, '0') as phone
        from generate_series(1, ${leads}::int) n) as rows`.execute(kysely);
  await sql`
    insert into estimate (id, lead_id, number, kind, lines, broker_fee, deposit, total, valid_until, sent_at)
      select gen_random_uuid(), id, 1, 'binding', '[{"code":"LH","description":"Line haul","unit":"cwt","quantity":28,"rate":12000,"amount":336000}]'::jsonb, 20000, 50000, 356000, current_date + 30, now()
      from agent_lead where state not in ('new', 'follow-up')`.execute(kysely);
  await sql`update agent_lead l set quoted_estimate_id = e.id, quote_sent_at = now() from estimate e where e.lead_id = l.id`.execute(
    kysely,
  );
  await sql`insert into contract (id, lead_id) select gen_random_uuid(), id from agent_lead`.execute(kysely);
  await sql`
    with numbered as (select id, row_number() over () as n from carrier), boarded as (select id, row_number() over () as m from agent_lead where state = 'award-carrier')
    insert into bid (id, lead_id, carrier_id, amount, start_date, state, model_version)
      select gen_random_uuid(), b.id, c.id, 250000 + (m % 100) * 1000 + k * 500, current_date + 5, 'active', ${BID_MODEL_VERSION}::int
      from boarded b cross join generate_series(0, 2) k join numbered c on c.n = 1 + (m * 3 + k) % 200`.execute(kysely);
  await sql`update agent_lead set is_archived = true, archive_reason = 'Bench' where reference like '%9' and state = 'follow-up'`.execute(
    kysely,
  );
  await sql`
    insert into state_lead (id, reference, source, client_name, client_email, client_zone, origin_city, origin_state, origin_lat, origin_lng, destination_city, destination_state,
        destination_lat, destination_lng, miles, move_date, size, weight_lb, search_text, received_at)
      select gen_random_uuid(), 'H-' || n, 'bench', 'Person ' || n, 'h' || n || '@mail.example', 'America/New_York', 'Columbus', 'OH', 39.96, -83, 'Chicago', 'IL', 41.88, -87.62, 320,
        current_date + (n % 60)::int, (array['studio','one-bedroom','two-bedroom'])[1 + n % 3], 3000, 'person ' || n, now() - n * interval '90 seconds'
      from generate_series(1, greatest(1000, ${leads}::int / 10)) n`.execute(kysely);
  await sql`
    with talk as (
      insert into chat (id, stage, owner, client_zone, script, messages, last_message_at, model_version, created_at)
        select gen_random_uuid(), 'collecting', 'agent', 'America/New_York', '{}', case n when 1 then ${MESSAGES}::int else 20 end, now() - n * interval '1 minute', 1, now()
          from generate_series(1, 300) n returning id, messages)
    insert into chat_message (id, chat_id, sequence, revision, author, author_name, text, at)
      select gen_random_uuid(), talk.id, m, m, case m % 2 when 0 then 'client' else 'agent' end, 'Somebody', 'A sentence of an ordinary length, number ' || m, now() - m * interval '1 minute'
        from talk cross join lateral generate_series(1, talk.messages) m`.execute(kysely);
  await sql`
    insert into history (lifecycle, record_id, sequence, event, payload, judged, facts, actor_name, actor_role, at, to_state, model_version)
      select 'agent-lead', id, 1, 'lead.created', '{}', '{}', '{}', 'Somebody', 'agent', created_at, 'new', 1 from agent_lead`.execute(
    kysely,
  );
  await restoreIndexes();
  await refreshCompliantDays({ kysely });
  await sql`with gone as (delete from agent_lead_tally returning *) insert into agent_lead_tally select tab, assigned_agent_id, sum(delta) from gone group by 1, 2`.execute(
    kysely,
  );
  await pool.query('vacuum analyze');
}

/**
 * Drops the indexes of the tables that are filled, except those of constraints: at a million leads, maintaining thirty
 * of them row by row takes half an hour. Returns what creates them again.
 */
async function dropIndexes(pool: Database['pool']): Promise<() => Promise<void>> {
  const { rows } = await pool.query<{ name: string; definition: string }>(`
    select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition from pg_index
     where indrelid::regclass::text in ('agent_lead', 'estimate', 'contract', 'bid', 'state_lead')
       and not exists (select from pg_constraint where conindid = indexrelid)`);
  for (const { name } of rows) await pool.query(`drop index ${name}`);
  return async () => {
    const client = await pool.connect();
    try {
      await client.query(`set maintenance_work_mem = '512MB'`);
      for (const { definition } of rows) await client.query(definition);
      await client.query('reset maintenance_work_mem');
    } finally {
      client.release();
    }
  };
}
