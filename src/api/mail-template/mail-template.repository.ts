import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { newId } from '#src/api/database/ids.ts';
import type { Tables } from '#src/api/database/tables.ts';
import type { Tx } from '#src/api/database/write.ts';
import { notFound, problem } from '#src/api/http/problem.ts';
import { tellOfSettings } from '#src/api/settings/settings.repository.ts';
import { wrongBlanks } from '#src/machines/mail-template/mail-blanks.ts';

export const MOST_TEMPLATES = 100;
export const NEWEST_VERSIONS = 50;

export interface TemplateFields {
  name: string;
  subject: string;
  text: string;
}
interface Change {
  by: { accountId: string; name: string };
  now: Date;
}

export async function listMailTemplates(db: Kysely<Tables>) {
  return await db
    .selectFrom('mail_template')
    .select(['id', 'name', 'subject', 'text', 'version', 'updated_at'])
    .where('removed_at', 'is', null)
    .orderBy(sql`lower(name)`)
    .orderBy('id')
    .limit(MOST_TEMPLATES)
    .execute();
}

/** The saved and removed templates, newest first. */
export async function mailTemplateHistory(db: Kysely<Tables>) {
  return await db
    .selectFrom('mail_template_version')
    .select(['template_id', 'version', 'name', 'subject', 'text', 'is_removal', 'at', 'actor_name'])
    .orderBy('at', 'desc')
    .orderBy('template_id')
    .orderBy('version', 'desc')
    .limit(NEWEST_VERSIONS)
    .execute();
}

/** @throws Problem 409 if the maximum number is reached; 422 */
export async function addMailTemplate(tx: Tx, given: TemplateFields, change: Change): Promise<void> {
  const fields = checked(given);
  await sql`select pg_advisory_xact_lock(hashtext('mail-template'))`.execute(tx);
  const { count } = await tx
    .selectFrom('mail_template')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('removed_at', 'is', null)
    .executeTakeFirstOrThrow();
  if (Number(count) >= MOST_TEMPLATES)
    throw problem(409, `There are already ${MOST_TEMPLATES} templates, the most there can be. Remove one first.`);
  await mustBeNew(tx, fields.name);
  const id = newId();
  await tx
    .insertInto('mail_template')
    .values({ id, ...fields, updated_at: change.now.toISOString() })
    .execute();
  await remember(tx, { id, version: 1, ...fields, isRemoval: false }, change);
}

/** @throws Problem 404; 409 if someone else changed it; 422 */
export async function changeMailTemplate(
  tx: Tx,
  { id, version, ...given }: TemplateFields & { id: string; version: number },
  change: Change,
): Promise<void> {
  const fields = checked(given);
  await sql`select pg_advisory_xact_lock(hashtext('mail-template'))`.execute(tx);
  const before = await held(tx, id, version);
  if (before.name === fields.name && before.subject === fields.subject && before.text === fields.text) return;
  await mustBeNew(tx, fields.name, id);
  await tx
    .updateTable('mail_template')
    .set({ ...fields, version: version + 1, updated_at: change.now.toISOString() })
    .where('id', '=', id)
    .execute();
  await remember(tx, { id, version: version + 1, ...fields, isRemoval: false }, change);
}

/** It can no longer be chosen; its text stays in the history. @throws Problem 404; 409 */
export async function removeMailTemplate(
  tx: Tx,
  { id, version }: { id: string; version: number },
  change: Change,
): Promise<void> {
  const { name, subject, text } = await held(tx, id, version);
  const at = change.now.toISOString();
  await tx
    .updateTable('mail_template')
    .set({ version: version + 1, updated_at: at, removed_at: at })
    .where('id', '=', id)
    .execute();
  await remember(tx, { id, version: version + 1, name, subject, text, isRemoval: true }, change);
}

async function held(tx: Tx, id: string, version: number) {
  const row = await tx
    .selectFrom('mail_template')
    .select(['name', 'subject', 'text', 'version'])
    .where('id', '=', id)
    .where('removed_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw notFound('template');
  if (row.version !== version) throw problem(409, 'Someone else changed this template. Look at it again, then save.');
  return row;
}

/** @throws Problem 422 that names the unknown blanks */
function checked({ name, subject, text }: TemplateFields): TemplateFields {
  const fields = { name: name.trim(), subject: subject.trim(), text: text.trim() };
  mustHaveKnownBlanks(fields);
  return fields;
}

/** @throws Problem 422 */
export function mustHaveKnownBlanks({ subject, text }: Pick<TemplateFields, 'subject' | 'text'>): void {
  const errors = Object.entries({ subject, text }).flatMap(([field, written]) =>
    wrongBlanks(written)
      .slice(0, 1)
      .map((message) => ({ field, message })),
  );
  if (errors.length > 0) throw problem(422, errors[0]!.message, { errors });
}

async function mustBeNew(tx: Tx, name: string, besides?: string): Promise<void> {
  const same = await tx
    .selectFrom('mail_template')
    .select('id')
    .where(sql<boolean>`lower(name) = lower(${name})`)
    .where('removed_at', 'is', null)
    .executeTakeFirst();
  if (!same || same.id === besides) return;
  const message = 'There is a template with this name. Choose another one.';
  throw problem(422, message, { errors: [{ field: 'name', message }] });
}

async function remember(
  tx: Tx,
  { id, isRemoval, ...version }: TemplateFields & { id: string; version: number; isRemoval: boolean },
  { by, now }: Change,
): Promise<void> {
  await tx
    .insertInto('mail_template_version')
    .values({
      template_id: id,
      ...version,
      is_removal: isRemoval,
      at: now.toISOString(),
      actor_id: by.accountId,
      actor_name: by.name,
    })
    .execute();
  await tellOfSettings(tx);
}
