import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { AGENT_LEAD_GRAPH } from '#src/machines/agent-lead/agent-lead.workflow.ts';
import type { Tables } from '#src/api/database/tables.ts';
import { entries, moves, placeOf } from './workflow.sql.ts';

interface PlaceRow {
  place: string;
  leads: number;
  stays: number;
  median_stay: number | null;
  median_wait: number | null;
  p90_wait: number | null;
  longest: { id: string; reference: string; client_name: string } | null;
  since: string | null;
}

/**
 * Which states the leads are in, how long they wait or stayed there, and which transitions were taken. A stay lasts
 * from one change of state to the next; it belongs to the period in which it ended.
 */
export async function readOverview(kysely: Kysely<Tables>, since: string, now: Date) {
  const [places, transitions] = await Promise.all([readPlaces(kysely, since, now), readTransitions(kysely, since)]);
  const byPlace = new Map(places.map((row) => [row.place, row]));
  const known = AGENT_LEAD_GRAPH.nodes.map(
    ({ id }) =>
      byPlace.get(id) ?? {
        place: id,
        leads: 0,
        stays: 0,
        median_stay: null,
        median_wait: null,
        p90_wait: null,
        longest: null,
        since: null,
      },
  );
  const inLifecycle = new Set(known.map(({ place }) => place));
  const all = [...known, ...places.filter(({ place, leads, stays }) => !inLifecycle.has(place) && leads + stays > 0)];
  return {
    leads: places.reduce((sum, { leads }) => sum + leads, 0),
    places: all.map(({ since: at, longest, ...row }) => ({
      ...row,
      longest: longest && at ? { ...longest, since: at } : null,
    })),
    transitions,
  };
}

async function readPlaces(kysely: Kysely<Tables>, since: string, now: Date): Promise<PlaceRow[]> {
  const at = now.toISOString();
  const { rows } = await sql<PlaceRow>`
    with stay as (
      select ${placeOf('to_state')} collate "C" as place, at, lead(at) over (partition by record_id order by sequence) as left_at
        from ${entries} where ${moves}
    ), standing as (
      select place,
             count(*) filter (where left_at is null) as leads,
             count(*) filter (where left_at >= ${since}) as stays,
             percentile_cont(0.5) within group (order by greatest(extract(epoch from left_at - at)::float8, 0)) filter (where left_at >= ${since}) as median_stay,
             percentile_cont(array[0.5, 0.9]) within group (order by greatest(extract(epoch from ${at}::timestamptz - at)::float8, 0)) filter (where left_at is null) as waits,
             min(at) filter (where left_at is null) as since
        from stay group by place
    )
    select place, leads::int, stays::int, round(median_stay)::int as median_stay, round(waits[1])::int as median_wait, round(waits[2])::int as p90_wait, since,
           (select json_build_object('id', l.id, 'reference', l.reference, 'client_name', l.client_name)
              from ${entries} h join agent_lead l on l.id = h.record_id
             where h.at = standing.since and ${sql`case when l.is_archived then 'archived' else 'live.' || l.state || coalesce('.' || l.stage, '') end`} = standing.place
             order by l.id limit 1) as longest
      from standing`.execute(kysely);
  return rows;
}

/**
 * Every event that was applied, with the states before and after; including those that lead to the same state. A new
 * version of the lifecycle is not an event.
 */
async function readTransitions(kysely: Kysely<Tables>, since: string) {
  const { rows } = await sql<{ event: string; from: string; to: string; count: number }>`
    with taken as (
      select event, from_state, to_state, count(*)::int as count
        from ${entries} where at >= ${since} and from_state is not null and event <> 'model.changed'
       group by 1, 2, 3
    )
    select event, sum(count)::int as count, ${placeOf('to_state')} as "to", ${placeOf('from_state')} as "from"
      from taken group by event, "from", "to" order by event, "from", "to"`.execute(kysely);
  return rows;
}
