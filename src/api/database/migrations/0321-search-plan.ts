import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/**
 * The search for a text with a trigram, whose plan is always the trigram index. Planned with its value, as PostgreSQL
 * would do each time, it takes four times as long.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function search_leads(pattern text) returns table (
      id uuid, reference text, client_name text, client_email text, client_phone text, state text, is_archived boolean,
      origin_city text, origin_state text, origin_zip text, destination_city text, destination_state text,
      destination_zip text, move_date date
    ) language plpgsql stable set plan_cache_mode = force_generic_plan as $$
    begin
      return query
        select l.id, l.reference, l.client_name, l.client_email, l.client_phone, l.state, l.is_archived,
               l.origin_city, l.origin_state, l.origin_zip, l.destination_city, l.destination_state,
               l.destination_zip, l.move_date
          from agent_lead l where l.search_text like pattern order by l.is_archived limit 20;
    end $$`.execute(db);
}
