import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { prepared } from '#src/api/database/prepared.ts';
import type { Tables } from '#src/api/database/tables.ts';
import { WON_PLACES } from '#src/machines/agent-lead/agent-lead.workflow.ts';
import { MOST_ENTRIES } from './calendar.schemas.ts';
import type { CalendarEntry } from './calendar.schemas.ts';

export interface CalendarRow extends CalendarEntry {
  version: number;
  updated_at: string;
}

interface Asked {
  from: string;
  to: string;
  /** Whose leads; null for everyone's. */
  agentId: string | null;
}

/**
 * Stops of leads whose client has signed, by their possible days. Once a carrier has the job, the first pick-up is on
 * the day agreed with it; completed pick-ups and deliveries are on the day they happened, in the client's time zone.
 */
export async function readCalendar(
  db: Kysely<Tables>,
  { from, to, agentId }: Asked,
): Promise<{ entries: CalendarRow[]; has_more: boolean }> {
  const { rows } = await sql<CalendarRow>`${prepared}
    with stop as (
      select l.*, s.place, s.stop ->> 'role' as role, s.stop ->> 'city' as city, s.stop ->> 'state' as stop_state,
             coalesce(agreed.day, (s.stop ->> 'earliest')::date, (s.stop ->> 'latest')::date) as first_day,
             coalesce(agreed.day, (s.stop ->> 'latest')::date, (s.stop ->> 'earliest')::date) as last_day,
             c.awarded_carrier_id, job.state as job_state
        from agent_lead l
        join contract c on c.lead_id = l.id
        left join carrier_job job on job.agreement_id = c.job_agreement_id
        cross join lateral (
          select min(place) filter (where stop ->> 'role' = 'pick-up') as first_pick_up,
                 max(place) filter (where stop ->> 'role' = 'drop-off') as last_drop_off
            from jsonb_array_elements(l.stops) with ordinality as one (stop, place)) ends
        cross join lateral jsonb_array_elements(l.stops) with ordinality as s (stop, place)
        cross join lateral (
          select case s.place
                   when ends.first_pick_up
                     then coalesce((job.picked_up_at at time zone l.client_zone)::date, c.award_start_date)
                   when ends.last_drop_off then (job.delivered_at at time zone l.client_zone)::date end as day) agreed
       where not l.is_archived and ('live.' || l.state || coalesce('.' || l.stage, '')) = any (${[...WON_PLACES]}::text[])
         and (${agentId}::uuid is null or l.assigned_agent_id = ${agentId}::uuid))
    select stop.id || ':' || stop.place as id, stop.id as lead_id, stop.reference, stop.client_name, stop.role,
           stop.first_day, greatest(stop.first_day, stop.last_day) as last_day, stop.city, stop.stop_state as state,
           carrier.legal_name as carrier_name, agent.name as agent_name, stop.state as tab, stop.stage,
           stop.job_state, stop.version, stop.updated_at
      from stop
      left join carrier on carrier.id = stop.awarded_carrier_id
      left join account agent on agent.id = stop.assigned_agent_id
     where stop.first_day <= ${to}::date and greatest(stop.first_day, stop.last_day) >= ${from}::date
     order by stop.first_day, stop.client_name, stop.id, stop.place
     limit ${MOST_ENTRIES + 1}`.execute(db);
  return { entries: rows.slice(0, MOST_ENTRIES), has_more: rows.length > MOST_ENTRIES };
}
