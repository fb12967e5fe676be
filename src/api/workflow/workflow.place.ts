import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { Tables } from '#src/api/database/tables.ts';
import { entries, moves } from './workflow.sql.ts';

/** How many leads the page of a state shows. */
const SHOWN = 10;

/** The leads that have been in a state the longest, longest first. */
export async function readLongest(kysely: Kysely<Tables>, place: string) {
  const [, state, stage] = place.split('.');
  const standsThere =
    state === undefined
      ? sql`l.is_archived`
      : sql`not l.is_archived and l.state = ${state} and l.stage is not distinct from ${stage ?? null}`;
  const { rows } = await sql<{ id: string; reference: string; client_name: string; since: string }>`
    select l.id, l.reference, l.client_name, m.at as since
      from agent_lead l
      cross join lateral (select at from ${entries} where record_id = l.id and ${moves} order by sequence desc limit 1) m
     where ${standsThere}
     order by m.at, l.id limit ${SHOWN}`.execute(kysely);
  return rows;
}
