import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { decodeCursor, encodeCursor } from '#src/api/database/cursor.ts';
import type { Point } from '#src/api/place/distance.ts';
import { milesSql } from '#src/api/place/distance-sql.ts';
import { problem } from '#src/api/http/problem.ts';
import type { CarrierRow } from './carrier.repository.ts';

export const LOAD_SORTS = ['newest', 'nearest', 'soonest', 'best-paid'] as const;
export type LoadSort = (typeof LOAD_SORTS)[number];

/** The order of a list, by a key that every row has, so that no row is lost between two pages. */
export interface LoadOrder {
  sort: LoadSort;
  key: RawBuilder<unknown>;
  /** The key's type, as PostgreSQL names it. */
  type: 'timestamptz' | 'date' | 'float8' | 'numeric';
  direction: 'asc' | 'desc';
}

export function orderOf(sort: LoadSort, carrier: CarrierRow, from: Point | null, isMine: boolean): LoadOrder {
  switch (sort) {
    case 'newest':
      // A carrier must not learn what happens to a load after it has left the board, not even when.
      return isMine
        ? {
            sort,
            key: sql`(select max(updated_at) from bid where lead_id = agent_lead.id and carrier_id = ${carrier.id})`,
            type: 'timestamptz',
            direction: 'desc',
          }
        : { sort, key: sql`entered_state_at`, type: 'timestamptz', direction: 'desc' };
    case 'soonest':
      return { sort, key: sql`coalesce(move_date, '9999-12-31'::date)`, type: 'date', direction: 'asc' };
    case 'nearest':
      if (!from)
        throw problem(400, 'Add your base in your settings, or enter a place.', {
          errors: [{ field: 'near', message: 'Name a place.' }],
        });
      return {
        sort,
        key: sql`coalesce(${milesSql(from, { lat: sql`origin_lat`, lng: sql`origin_lng` })}, 1e9)`,
        type: 'float8',
        direction: 'asc',
      };
    case 'best-paid':
      return { sort, key: sql`coalesce(${paidPerMile(carrier)}, -1)`, type: 'numeric', direction: 'desc' };
  }
}

/** Cents per mile; a move of less than a mile counts as one mile. */
export const perMile = (price: number, miles: number): number => Math.round(price / Math.max(1, miles));

/** The order in SQL, equivalent to `priceFromSheet` and `perMile`; a test keeps them in sync. Null without a price. */
function paidPerMile({ pricing_sheet, price_ratio }: CarrierRow): RawBuilder<unknown> {
  return sql`(select round(round(greatest(round(weight_lb / 100.0 * s.rate_per_cwt), s.minimum) * ${price_ratio}::numeric) / greatest(distance_miles, 1))
    from jsonb_to_recordset(${JSON.stringify(pricing_sheet)}::jsonb)
      as s(miles_from numeric, miles_to numeric, lb_from numeric, lb_to numeric, rate_per_cwt numeric, minimum numeric)
    where distance_miles >= s.miles_from and distance_miles < s.miles_to and weight_lb >= s.lb_from and weight_lb < s.lb_to
    limit 1)`;
}

/** The rows after a cursor, compared by the alias `key`. @throws Problem 400 for a cursor of another list */
export function afterCursor({ sort, type, direction }: LoadOrder, after: string | undefined): RawBuilder<unknown> {
  if (after === undefined) return sql`true`;
  const [marked, id] = decodeCursor(after);
  const [of, value] = String(marked).split(/ (.*)/s);
  if (of !== sort || value === undefined || !SHAPES[type].test(value)) {
    throw problem(400, 'The place to go on from is of another order. Load the list again.', {
      errors: [{ field: 'after', message: 'Use the `end` of an earlier page under the same sort.' }],
    });
  }
  return sql`(key, id) ${sql.raw(direction === 'desc' ? '<' : '>')} (${value}::${sql.raw(type)}, ${id}::uuid)`;
}

const SHAPES: Record<LoadOrder['type'], RegExp> = {
  timestamptz: /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}(\.\d+)?\+00$/,
  date: /^\d{4}-\d{2}-\d{2}$/,
  float8: /^\d+(\.\d+)?(e[+-]?\d+)?$/,
  numeric: /^-?\d+(\.\d+)?$/,
};

export const cursorAt = ({ sort }: LoadOrder, row: { id: string; at: string }): string =>
  encodeCursor([`${sort} ${row.at}`, row.id]);
