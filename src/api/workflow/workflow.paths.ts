import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { standingAt } from '#src/machines/agent-lead/agent-lead.workflow.ts';
import { encodeCursor } from '#src/api/database/cursor.ts';
import type { Keyset } from '#src/api/database/cursor.ts';
import type { Tables } from '#src/api/database/tables.ts';
import { entries, moves, placeOf } from './workflow.sql.ts';

interface PathRow {
  key: string;
  path: string;
  leads: number;
  median_duration: number;
  all_leads: number;
  all_paths: number;
}

/** The complete paths of the leads that moved in the period, most frequent first. */
export async function readPaths(
  kysely: Kysely<Tables>,
  since: string,
  { limit, after }: { limit: number; after: Keyset | null },
) {
  const { rows } = await sql<PathRow>`
    with way as (
      select string_agg(${placeOf('to_state')}, ' ' order by sequence) collate "C" as path, extract(epoch from max(at) - min(at))::float8 as took, max(at) as last
        from ${entries} where ${moves}
       group by record_id
    ), grouped as (
      select path, md5(path)::uuid as key, count(*)::int as leads, percentile_cont(0.5) within group (order by took) as took
        from way where last >= ${since} group by path
    ), all_of_them as (
      select coalesce(sum(leads), 0)::int as all_leads, count(*)::int as all_paths from grouped
    ), page as (
      select * from grouped
       where ${after === null ? sql`true` : sql`(leads < ${after[0]}::int or (leads = ${after[0]}::int and key > ${after[1]}::uuid))`}
       order by leads desc, key limit ${limit + 1}
    )
    select key, path, leads, greatest(round(took), 0)::int as median_duration, all_leads, all_paths
      from all_of_them left join page on true order by leads desc, key`.execute(kysely);
  const found = rows.filter(({ path }) => path !== null);
  const shown = found.slice(0, limit);
  const last = shown.at(-1);
  const hasNext = found.length > limit;
  return {
    leads: rows[0]!.all_leads,
    count: rows[0]!.all_paths,
    paths: shown.map(({ key, path, leads, median_duration }) => {
      const places = path.split(' ');
      return { key, places, leads, median_duration, ended: standingAt(places.at(-1)!) };
    }),
    page: { end: last ? encodeCursor([last.leads, last.key]) : null, has_next: hasNext },
  };
}
