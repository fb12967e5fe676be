import type { Kysely } from 'kysely';
import type { Tables } from '#src/api/database/tables.ts';
import type { Tx } from '#src/api/database/write.ts';
import { problem } from '#src/api/http/problem.ts';
import { tellOfSettings } from '#src/api/settings/settings.repository.ts';
import { parseTemplate } from '#src/machines/agreement/template-text.ts';
import type { TemplateKind } from '#src/machines/agreement/template-text.ts';
import { BUILT_IN } from './template.ts';
import type { Template } from './template.ts';

/** How an agreement refers to a text of the brokerage: "broker-shipper/own-3". */
const nameOf = (kind: TemplateKind, version: number): string => `${kind}/own-${version}`;

/** The text that the next agreement is made from. */
export async function templateNow(db: Kysely<Tables>, kind: TemplateKind): Promise<Template> {
  const newest = await db
    .selectFrom('agreement_text')
    .select(['version', 'source'])
    .where('kind', '=', kind)
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst();
  return newest ? { name: nameOf(kind, newest.version), source: newest.source } : BUILT_IN[kind];
}

/** The text with this name, or the newest one if the name is no longer known. */
export async function templateNamed(db: Kysely<Tables>, kind: TemplateKind, name: string): Promise<Template> {
  if (name === BUILT_IN[kind].name) return BUILT_IN[kind];
  const version = Number(/\/own-(\d{1,9})$/.exec(name)?.[1] ?? 0);
  const found = await sourceOf(db, kind, version);
  return found === undefined || version === 0 ? templateNow(db, kind) : { name, source: found };
}

/** Version 0 is the text that ships with the product. Undefined if there is no such version. */
export async function sourceOf(db: Kysely<Tables>, kind: TemplateKind, version: number): Promise<string | undefined> {
  if (version === 0) return BUILT_IN[kind].source;
  const row = await db
    .selectFrom('agreement_text')
    .select('source')
    .where('kind', '=', kind)
    .where('version', '=', version)
    .executeTakeFirst();
  return row?.source;
}

/** Newest first, without the text that ships with the product. */
export async function templateVersions(db: Kysely<Tables>, kind: TemplateKind) {
  return db
    .selectFrom('agreement_text')
    .select(['version', 'published_at', 'actor_name'])
    .where('kind', '=', kind)
    .orderBy('version', 'desc')
    .limit(200)
    .execute();
}

/** The current text, its version, and earlier versions. */
export async function presentTemplate(db: Kysely<Tables>, kind: TemplateKind) {
  const versions = await templateVersions(db, kind);
  const version = versions[0]?.version ?? 0;
  return { version, source: (await sourceOf(db, kind, version))!, versions };
}

/** @throws Problem 422 that lists the invalid lines */
export function mustBeRight(kind: TemplateKind, source: string): void {
  const { wrong } = parseTemplate(kind, source);
  if (wrong.length === 0) return;
  const errors = wrong.slice(0, 20).map((message) => ({ field: 'source', message }));
  throw problem(422, wrong[0]!, { errors });
}

/** @throws Problem 409 if another version was saved meanwhile; 422 if the text is invalid */
export async function saveTemplate(
  tx: Tx,
  { kind, version, source, now }: { kind: TemplateKind; version: number; source: string; now: Date },
  by: { accountId: string; name: string },
): Promise<void> {
  mustBeRight(kind, source);
  const before = await presentTemplate(tx, kind);
  const added =
    before.version === version &&
    (await tx
      .insertInto('agreement_text')
      .values({
        kind,
        version: version + 1,
        source,
        published_at: now.toISOString(),
        actor_id: by.accountId,
        actor_name: by.name,
      })
      // Of two concurrent saves, only one succeeds.
      .onConflict((conflict) => conflict.columns(['kind', 'version']).doNothing())
      .returning('version')
      .executeTakeFirst());
  if (!added) throw problem(409, 'Another version was saved meanwhile. Nothing of yours was saved.');
  await tellOfSettings(tx);
}
