import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/**
 * Changes get their numbers from who reads them, once they are committed. Those who write them wait for nobody, and a
 * lower number is never there after a higher one.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements.split(/;\n\n/)) await sql.raw(statement).execute(db);
}

const statements = `
alter table live_event add column number bigint unique;

update live_event set number = sequence;

create sequence live_number;

select setval('live_number', coalesce((select max(number) from live_event), 0) + 1, false);

create index live_event_unnumbered on live_event (sequence) where number is null;

create function number_live_events() returns void language plpgsql as $$
begin
  if not exists (select from live_event where number is null) then
    return;
  end if;
  perform pg_advisory_xact_lock(7205302);
  update live_event set number = next.number
    from (select sequence, nextval('live_number') as number
            from (select sequence from live_event where number is null order by sequence) as unnumbered) as next
   where live_event.sequence = next.sequence;
end $$
`;
