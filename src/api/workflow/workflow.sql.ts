import { sql } from 'kysely';
import { DAY } from '#src/machines/calendar/durations.ts';

/** The histories of agent leads: the partition itself, whose indexes cover everything that is read here. */
export const entries = sql.table('history_agent_lead');

/** Entries that change the state, as in the index `history_agent_lead_moves`. */
export const moves = sql`from_state is distinct from to_state`;

/** A state as the workflow page names it, from a column with the name of a state. */
export const placeOf = (column: 'from_state' | 'to_state') =>
  sql<string>`case when starts_with(${sql.ref(column)}, 'archived.') then 'archived' else 'live.' || ${sql.ref(column)} end`;

/** The start of a period of this many days; `-infinity` if there is no limit. */
export const sinceOf = (days: string | undefined, now: Date): string =>
  days ? new Date(now.getTime() - Number(days) * DAY).toISOString() : '-infinity';
