import { sql } from 'kysely';

/**
 * The entries of the history that bring a lead to another place. Said in the words of the index
 * `agent_lead_history_moves`, so that only this index is read; edits, bids and the same step once more are not in it.
 */
export const moves = sql`(event in ('lead.created', 'lead.archived', 'lead.restored') or from_state is distinct from to_state or from_stage is distinct from to_stage)`;

/** A place as the lifecycle names it, of a row that says state, stage and whether it is archived. */
export const placeOf = (state: string, stage: string) =>
  sql<string>`case when is_archived then 'archived' else 'live.' || ${sql.ref(state)} || coalesce('.' || ${sql.ref(stage)}, '') end`;

export const DAY = 86_400_000;

/** The beginning of a period of so many days; everything without one. */
export const sinceOf = (days: string | undefined, now: Date): string =>
  days ? new Date(now.getTime() - Number(days) * DAY).toISOString() : '-infinity';
