import { sql } from 'kysely';
import { DAY } from '#src/machines/calendar/durations.ts';

/** The histories of agent leads: the partition itself, whose indexes hold all that is read here. */
export const entries = sql.table('history_agent_lead');

/** The entries that bring a lead to another place, in the words of the index `history_agent_lead_moves`. */
export const moves = sql`from_state is distinct from to_state`;

/** A place as the workflow page calls it, of a column that names a state. */
export const placeOf = (column: 'from_state' | 'to_state') =>
  sql<string>`case when starts_with(${sql.ref(column)}, 'archived.') then 'archived' else 'live.' || ${sql.ref(column)} end`;

/** The beginning of a period of so many days; everything without one. */
export const sinceOf = (days: string | undefined, now: Date): string =>
  days ? new Date(now.getTime() - Number(days) * DAY).toISOString() : '-infinity';
