import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { Type } from 'typebox';
import type { Static } from 'typebox';
import { Instant, Nullable, OneOf, Uuid } from '#src/api/http/schemas.ts';
import type { Tables } from '#src/api/database/tables.ts';
import type { Tx } from '#src/api/database/write.ts';
import type { CarrierRow } from './carrier.repository.ts';
import { AUTHORITIES } from './profile.schemas.ts';

const ShortText = Type.String({ maxLength: 500 });
/** More than anyone would compare. */
const MAXIMUM = 20;

/** Another carrier that claims the same USDOT number, with what distinguishes the two. */
export const UsdotClaim = Type.Object({
  id: Uuid,
  legal_name: ShortText,
  contact_name: ShortText,
  email: ShortText,
  phone: Nullable(ShortText),
  city: ShortText,
  state: ShortText,
  authority: OneOf(AUTHORITIES),
  joined_at: Instant,
  agreement_signed_at: Nullable(Instant),
});
export const UsdotClaims = Type.Array(UsdotClaim, { maxItems: MAXIMUM });

const ofSameUsdot = (usdot: string) => sql<boolean>`ltrim(usdot, '0') = ltrim(${usdot}, '0')`;

/** The other carriers with this one's USDOT number: the confirmed one first, then in the order in which they joined. */
export async function claimsBeside(
  db: Kysely<Tables>,
  { id, usdot }: Pick<CarrierRow, 'id' | 'usdot'>,
): Promise<Static<typeof UsdotClaim>[]> {
  return db
    .selectFrom('carrier')
    .select([
      'id',
      'legal_name',
      'contact_name',
      'email',
      'phone',
      'city',
      'state',
      'authority',
      'created_at as joined_at',
      'agreement_signed_at',
    ])
    .where('id', '<>', id)
    .where(ofSameUsdot(usdot))
    .orderBy(sql`authority = 'active'`, 'desc')
    .orderBy('created_at')
    .limit(MAXIMUM)
    .execute();
}

/**
 * The confirmed carrier with the same USDOT number as another one; locked, so that concurrent decisions about the
 * number wait.
 */
export async function holderBeside(
  tx: Tx,
  { id, usdot }: Pick<CarrierRow, 'id' | 'usdot'>,
): Promise<CarrierRow | undefined> {
  await sql`select pg_advisory_xact_lock(hashtextextended(ltrim(${usdot}, '0'), 4))`.execute(tx);
  return tx
    .selectFrom('carrier')
    .selectAll()
    .where('id', '<>', id)
    .where('authority', '=', 'active')
    .where(ofSameUsdot(usdot))
    .executeTakeFirst();
}
