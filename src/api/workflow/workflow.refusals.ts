import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { Tables } from '#src/api/database/tables.ts';
import { MAXIMUM_REFUSALS } from './workflow.schemas.ts';

interface Group {
  key: string;
  event: string;
  place: string;
  role: string;
  because: 'state' | 'role' | 'requirements';
  unmet: string[];
  attempts: number;
  leads: number;
  last_at: string;
}

/** Refused attempts by event, state, role, and reason, most frequent first. `place`: only those in that state. */
export async function readRefusals(
  kysely: Kysely<Tables>,
  since: string,
  place?: string,
): Promise<{ attempts: number; leads: number; groups: Group[] }> {
  const there = sql`last_at >= ${since} and ${place === undefined ? sql`true` : sql`place = ${place}`}`;
  const { rows } = await sql<Group>`
    select md5(concat_ws('|', event, place, actor_role, because, unmet::text))::uuid as key, event, place, actor_role as role, because, unmet,
           sum(attempts)::int as attempts, count(distinct lead_id)::int as leads, max(last_at) as last_at
      from agent_lead_refusal where ${there}
     group by event, place, actor_role, because, unmet
     order by attempts desc, key limit ${MAXIMUM_REFUSALS}`.execute(kysely);
  const totals = await sql<{ attempts: number; leads: number }>`
    select coalesce(sum(attempts), 0)::int as attempts, count(distinct lead_id)::int as leads from agent_lead_refusal where ${there}`.execute(
    kysely,
  );
  return { ...totals.rows[0]!, groups: rows };
}
