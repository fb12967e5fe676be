import type { Kysely } from 'kysely';
import { newId, newToken, sha256 } from '#src/api/database/ids.ts';
import type { Tables } from '#src/api/database/tables.ts';
import { problem } from '#src/api/http/problem.ts';

/** The keys with which lead providers submit leads: stored as hashes, shown once. `by` is null for the operator. */
export async function listIntakeKeys(kysely: Kysely<Tables>) {
  return kysely
    .selectFrom('intake_key')
    .select(['id', 'name', 'created_at', 'last_used_at', 'revoked_at', 'made_by', 'revoked_by'])
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}

/** @throws Problem 422 if another key has the name */
export async function makeIntakeKey(
  kysely: Kysely<Tables>,
  given: string,
  by: string | null,
): Promise<{ id: string; key: string }> {
  const name = given.trim();
  const key = `lk_${newToken()}`;
  const id = newId();
  const made = await kysely
    .insertInto('intake_key')
    .values({ id, name, key_hash: sha256(key), made_by: by })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!made) {
    const message = `There is a key named "${name}" already. Revoke it, or choose another name.`;
    throw problem(422, message, { errors: [{ field: 'name', message }] });
  }
  return { id, key };
}

/** Revokes a key; returns its name. @throws Problem 409 if it is already revoked; 404 if there is none */
export async function revokeIntakeKey(
  kysely: Kysely<Tables>,
  id: string,
  now: Date,
  by: string | null,
): Promise<string> {
  const revoked = await kysely
    .updateTable('intake_key')
    .set({ revoked_at: now.toISOString(), revoked_by: by })
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .returning('name')
    .executeTakeFirst();
  if (revoked) return revoked.name;
  const known = await kysely.selectFrom('intake_key').select('id').where('id', '=', id).executeTakeFirst();
  throw known ? problem(409, 'This key was revoked before.') : problem(404, 'There is no such key.');
}
