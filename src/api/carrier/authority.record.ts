import type { Kysely } from 'kysely';
import { Type } from 'typebox';
import { Instant, Nullable, OneOf } from '#src/api/http/schemas.ts';
import type { Tables } from '#src/api/database/tables.ts';
import { AUTHORITIES } from './profile.schemas.ts';

const ShortText = Type.String({ maxLength: 500 });
/** The most that a carrier's page still shows at once. */
const MAXIMUM_DECISIONS = 100;

/** What was decided about a carrier's authority, and about a USDOT number that two carriers claim. */
export const AuthorityDecisions = Type.Array(
  Type.Object({
    from: OneOf(AUTHORITIES),
    to: OneOf(AUTHORITIES),
    usdot: ShortText,
    other: Nullable(Type.String({ maxLength: 200, description: 'The carrier that gave the same USDOT number' })),
    reason: Nullable(ShortText),
    by: ShortText,
    at: Instant,
  }),
  { maxItems: MAXIMUM_DECISIONS },
);

/** The newest first. */
export function decisionsOf(db: Kysely<Tables>, carrierId: string) {
  return db
    .selectFrom('carrier_authority_event')
    .select([
      'from_authority as from',
      'to_authority as to',
      'usdot',
      'other_legal_name as other',
      'reason',
      'actor_name as by',
      'at',
    ])
    .where('carrier_id', '=', carrierId)
    .orderBy('sequence', 'desc')
    .limit(MAXIMUM_DECISIONS)
    .execute();
}
