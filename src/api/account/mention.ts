import type { Kysely } from 'kysely';
import type { Tables } from '#src/api/database/tables.ts';
import { problem } from '#src/api/http/problem.ts';

/**
 * A mention is stored as `@[id]`, but read and written as `@Name`: it always shows the person's current name, and
 * disappears with the person when that is erased.
 */
const MENTION = /@\[([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\]/g;

type Names = ReadonlyMap<string, string>;

/** The names of the agents in these texts. */
export async function namesIn(db: Kysely<Tables>, texts: readonly string[]): Promise<Names> {
  const ids = new Set(texts.flatMap((text) => [...text.matchAll(MENTION)].map(([, id]) => id!)));
  if (ids.size === 0) return new Map();
  const rows = await db
    .selectFrom('account')
    .select(['id', 'name'])
    .where('id', 'in', [...ids])
    .where('role', '=', 'agent')
    .execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** The text with names, as people read it. */
export const withNames = (text: string, names: Names): string =>
  text.replaceAll(MENTION, (all, id: string) => (names.has(id) ? `@${names.get(id)}` : all));

/**
 * The text as stored, and whom it mentions: those of `ids` whose name still occurs in it. Those in `before` may be
 * mentioned although they have left meanwhile.
 *
 * @throws Problem 422 if someone is not an active agent
 */
export async function withMentions(
  db: Kysely<Tables>,
  text: string,
  ids: readonly string[],
  before: readonly string[] = [],
): Promise<{ text: string; mentions: string[] }> {
  if (ids.length === 0) return { text, mentions: [] };
  const rows = await db
    .selectFrom('account')
    .select(['id', 'name', 'disabled_at'])
    .where('id', 'in', [...ids])
    .where('role', '=', 'agent')
    .execute();
  const known = rows.filter(({ id, disabled_at }) => disabled_at === null || before.includes(id));
  if (known.length < new Set(ids).size) {
    const message = 'You can only mention an active agent of your team.';
    throw problem(422, message, { errors: [{ field: 'mentions', message }] });
  }
  let kept = text;
  // Longest first, since a longer name may begin with a shorter one.
  for (const { id, name } of known.toSorted((one, other) => other.name.length - one.name.length))
    kept = kept.replaceAll(`@${name}`, () => `@[${id}]`);
  const mentions = known.map(({ id }) => id).filter((id) => kept.includes(`@[${id}]`));
  return { text: kept, mentions };
}
