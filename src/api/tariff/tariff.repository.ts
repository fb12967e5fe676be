import type { Kysely } from 'kysely';
import { tariffProblems } from '#src/machines/tariff/tariff.ts';
import type { Tariff } from '#src/machines/tariff/tariff.ts';
import type { Tables } from '#src/api/database/tables.ts';
import type { Tx } from '#src/api/database/write.ts';
import { problem } from '#src/api/http/problem.ts';
import { tellOfSettings } from '#src/api/settings/settings.repository.ts';

/** The current tariff; undefined if none was published. */
export const tariffNow = async (db: Kysely<Tables>) =>
  db.selectFrom('tariff').select(['version', 'rules']).orderBy('version', 'desc').limit(1).executeTakeFirst();

export const tariffOf = async (db: Kysely<Tables>, version: number) =>
  db.selectFrom('tariff').select(['version', 'rules']).where('version', '=', version).executeTakeFirst();

/** Newest first. */
export const versionsOf = async (db: Kysely<Tables>) =>
  db
    .selectFrom('tariff')
    .select(['version', 'comment', 'published_at', 'actor_name'])
    .orderBy('version', 'desc')
    .limit(10_000)
    .execute();

/** At most this many problems are reported at once. */
const TOLD = 50;

/**
 * Publishes a tariff that replaces the version that was seen; it takes effect immediately.
 *
 * @throws Problem 422 with all invalid fields; 409 if another version was published meanwhile
 */
export async function publishTariff(
  tx: Tx,
  { version, comment, rules }: { version: number; comment: string; rules: Tariff },
  by: { id: string | null; name: string },
  at: Date,
): Promise<void> {
  const wrong = tariffProblems(rules);
  if (wrong.length > 0) throw problem(422, wrong[0]!.message, { errors: wrong.slice(0, TOLD) });
  const newest = (await tariffNow(tx))?.version ?? 0;
  const added =
    newest === version &&
    (await tx
      .insertInto('tariff')
      .values({
        version: version + 1,
        rules: JSON.stringify(rules),
        comment: comment.trim(),
        published_at: at.toISOString(),
        actor_id: by.id,
        actor_name: by.name,
      })
      // Of two concurrent writes, only one succeeds.
      .onConflict((conflict) => conflict.column('version').doNothing())
      .returning('version')
      .executeTakeFirst());
  if (!added) {
    const now = await tariffNow(tx);
    throw problem(409, 'Another version was published meanwhile. Nothing of yours was published.', {
      current: { version: now?.version ?? 0 },
    });
  }
  await tellOfSettings(tx);
}
