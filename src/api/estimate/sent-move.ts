import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { RowOf, Tables } from '#src/api/database/tables.ts';

/** What a price depends on and its client reads with it. Dates are settled later, in the agreement. */
const COLUMNS = [
  'origin_city',
  'origin_state',
  'origin_zip',
  'origin_lat',
  'origin_lng',
  'destination_city',
  'destination_state',
  'destination_zip',
  'destination_lat',
  'destination_lng',
  'move_size',
  'volume_cuft',
  'weight_lb',
  'inventory',
  'packing',
  'storage_days',
] as const;

/** The move that an estimate was sent for: columns of its lead as they were. */
export type SentMove = Pick<RowOf<'agent_lead'>, (typeof COLUMNS)[number]>;

/** The move of an estimate's lead as it is now, for a statement about the estimate. */
export const moveNow = sql<string>`(select jsonb_build_object(${sql.join(
  COLUMNS.flatMap((column) => [sql.lit(column), sql.ref(`move.${column}`)]),
)}) from agent_lead as move where move.id = estimate.lead_id)`;

/** Whether the lead has become another move since the estimate was sent; false if it is not known. */
export const isOutdated = sql<boolean>`coalesce(estimate.sent_move <> ${moveNow}, false)`;

export async function isEstimateOutdated(db: Kysely<Tables>, estimateId: string): Promise<boolean> {
  const { is_outdated } = await db
    .selectFrom('estimate')
    .select(isOutdated.as('is_outdated'))
    .where('id', '=', estimateId)
    .executeTakeFirstOrThrow();
  return is_outdated;
}
