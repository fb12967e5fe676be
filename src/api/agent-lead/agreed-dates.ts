import { sql } from 'kysely';

/** Whether dates were agreed on (`reschedule`, as `d`) but the lead (as `l`) does not start on any of them yet. */
export const waitsForAgreedDates = sql<boolean>`(d.state = 'accepted'
  and (l.move_date is null or l.move_date not between d.first_day and coalesce(d.last_day, d.first_day)))`;
