import { sql } from 'kysely';
import type { Tx } from '#src/api/database/write.ts';

/** Replaces a person's words. Not empty, because lifecycles check whether there is a reason. */
export const ERASED = 'Erased';
/** No mail ever reaches `.invalid` (RFC 2606, section 2). */
export const ERASED_EMAIL = 'erased@erased.invalid';

/** Keys of a history entry whose values people wrote, or that identify people. */
const FREE = new Set([
  'reason',
  'question',
  'note',
  'text',
  'message',
  'name',
  'client',
  'email',
  'clientEmail',
  'phone',
  'attachment',
  'deleted',
  'added',
]);

/**
 * The value, in the same shape, without free text and without `words`.
 *
 * @param isFree whether this is free text; if null, only `words` are removed
 */
export function redacted(value: unknown, words: readonly string[], isFree: boolean | null = false): unknown {
  if (typeof value === 'string') {
    const text = value.toLowerCase();
    if (!isFree && !words.some((word) => text.includes(word.toLowerCase()))) return value;
    return value.includes('@') ? ERASED_EMAIL : ERASED;
  }
  if (Array.isArray(value)) return value.map((one) => redacted(one, words, isFree));
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => [
      key,
      redacted(one, words, isFree === null ? null : isFree || FREE.has(key)),
    ]),
  );
}

/**
 * Blacks out the histories of some records: events and the facts they were judged by stay, so that they still replay.
 *
 * @param words of the person: names, addresses, numbers
 */
export async function blackOutHistory(
  tx: Tx,
  lifecycle: string,
  recordIds: readonly string[],
  words: readonly string[],
): Promise<void> {
  if (recordIds.length === 0) return;
  const entries = await tx
    .selectFrom('history')
    .select(['record_id', 'sequence', 'payload', 'judged', 'facts', 'actor_role'])
    .where('lifecycle', '=', lifecycle)
    .where('record_id', 'in', recordIds)
    .execute();
  for (const { record_id, sequence, actor_role, ...entry } of entries) {
    const before = JSON.stringify(entry);
    const after = redacted(entry, words) as typeof entry;
    const isTheirs = actor_role === 'client' || actor_role === 'visitor';
    if (!isTheirs && JSON.stringify(after) === before) continue;
    await tx
      .updateTable('history')
      .set({
        payload: JSON.stringify(after.payload),
        judged: JSON.stringify(after.judged),
        facts: JSON.stringify(after.facts),
        ...(isTheirs
          ? { actor_name: sql<string | null>`case when actor_name is null then null else ${ERASED} end` }
          : {}),
      })
      .where('lifecycle', '=', lifecycle)
      .where('record_id', '=', record_id)
      .where('sequence', '=', sequence)
      .execute();
  }
}

/** Texts that identify a person; short ones are excluded, since they would match inside other words. */
export const wordsOf = (texts: readonly (string | null | undefined)[]): string[] => [
  ...new Set(
    texts.filter((text): text is string => !!text && text.length >= 3 && text !== ERASED && text !== ERASED_EMAIL),
  ),
];

/** Revokes links to what was blacked out, and deletes their data. */
export async function killLinks(tx: Tx, subjectIds: readonly string[], now: Date): Promise<void> {
  if (subjectIds.length === 0) return;
  await tx
    .updateTable('link')
    .set(({ fn, val }) => ({ revoked_at: fn.coalesce('revoked_at', val(now.toISOString())), data: null }))
    .where('subject_id', 'in', subjectIds)
    .execute();
}
