import { sql } from 'kysely';

/** The latest date of the job: insurance must be valid until then. */
export const lastDateOf = (
  lead: { delivery_date_last: string | null; move_date_last: string | null },
  today: string,
): string => lead.delivery_date_last ?? lead.move_date_last ?? today;

/** `lastDateOf` for a lead with the alias `l`. */
export const lastDateSql = (today: string) => sql`coalesce(l.delivery_date_last, l.move_date_last, ${today}::date)`;
