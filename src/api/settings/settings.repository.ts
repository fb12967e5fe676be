import type { Kysely } from 'kysely';
import type { Tables } from '#src/api/database/tables.ts';
import type { Tx } from '#src/api/database/write.ts';
import { problem } from '#src/api/http/problem.ts';
import { publish } from '#src/api/live/live.ts';
import { CHECKS, SECRET_FIELDS, SECTION_NAMES, SECTIONS, TIDY } from './settings.sections.ts';
import type { SectionName, SectionValue, SectionValues } from './settings.sections.ts';

/** The id under which changes of settings are published; there is one brokerage. */
export const SETTINGS_ID = '00000000-0000-0000-0000-000000000001';

export interface FieldChange {
  field: string;
  /** As text; null for none. */
  before: string | null;
  after: string | null;
}

/** All sections with their versions, as agents with the right `settings` see them. */
export async function presentSettings(kysely: Kysely<Tables>) {
  const rows = await kysely.selectFrom('settings').select(['section', 'value', 'version']).execute();
  const present = Object.fromEntries(
    rows.map(({ section, value, version }) => [
      section,
      { version, ...withoutSecrets(section as SectionName, value as Record<string, unknown>) },
    ]),
  );
  return present as { [S in SectionName]: { version: number } & SectionValues[S] } & {
    assistant: { has_key: boolean };
  };
}

function withoutSecrets(section: SectionName, value: Record<string, unknown>): Record<string, unknown> {
  const secrets = SECRET_FIELDS[section] ?? [];
  return Object.fromEntries(
    Object.entries(value).map(([field, content]) =>
      secrets.includes(field) ? [`has_${field}`, content !== null] : [field, content],
    ),
  );
}

/**
 * Changes some fields of a section, given the version that was seen.
 *
 * @throws Problem 409 with the current section; 422 for an invalid value
 */
export async function changeSection<S extends SectionName>(
  tx: Tx,
  section: S,
  { version, fields: given }: { version: number; fields: Partial<SectionValue<S>> },
  by: { accountId: string; name: string } | null,
): Promise<void> {
  const errors = CHECKS[section]?.(given) ?? [];
  if (errors.length > 0) throw problem(422, errors[0]!.message, { errors });
  const fields = TIDY[section]?.(given) ?? given;
  const row = await tx
    .selectFrom('settings')
    .select(['value', 'version'])
    .where('section', '=', section)
    .forUpdate()
    .executeTakeFirstOrThrow();
  const before = row.value as SectionValue<S>;
  if (row.version !== version) {
    throw problem(409, 'Someone else changed these settings meanwhile. Nothing of yours was saved yet.', {
      current: { version: row.version, ...withoutSecrets(section, before) },
    });
  }
  const after = { ...before, ...fields, ...consequences(section, before, fields) };
  const changes = changesOf(section, before, after);
  if (changes.length === 0) return;
  await tx
    .updateTable('settings')
    .set({ value: JSON.stringify(after), version: version + 1, updated_at: new Date().toISOString() })
    .where('section', '=', section)
    .execute();
  await tx
    .insertInto('settings_change')
    .values({
      section,
      version: version + 1,
      actor_id: by?.accountId ?? null,
      actor_name: by?.name ?? null,
      changes: JSON.stringify(changes),
    })
    .execute();
  await tellOfSettings(tx);
}

/** The key was given for one service: it must not be sent to another one. */
function consequences(section: SectionName, before: object, given: object): object {
  const [{ url: was }, { url: is, key }] = [before, given] as Partial<SectionValues['assistant']>[] as [
    Partial<SectionValues['assistant']>,
    Partial<SectionValues['assistant']>,
  ];
  const isElsewhere = is !== undefined && (is === null || was === null || new URL(is).origin !== new URL(was!).origin);
  return section === 'assistant' && isElsewhere && key === undefined ? { key: null } : {};
}

/** Every node reloads them, as does every agent viewing them. */
export async function tellOfSettings(tx: Tx): Promise<void> {
  await publish(tx, { noun: 'settings', id: SETTINGS_ID, audience: 'nodes' });
  await publish(tx, { noun: 'settings', id: SETTINGS_ID, audience: 'agents' });
}

function changesOf<S extends SectionName>(section: S, before: SectionValue<S>, after: SectionValue<S>): FieldChange[] {
  const secrets: readonly string[] = SECRET_FIELDS[section] ?? [];
  return Object.keys(SECTIONS[section]).flatMap((field) => {
    const [was, is] = [before, after].map((value) => (value as Record<string, unknown>)[field] ?? null);
    if (JSON.stringify(was) === JSON.stringify(is)) return [];
    const show = (value: unknown) => (secrets.includes(field) ? value !== null && 'a key' : asText(value)) || null;
    return [{ field, before: show(was), after: show(is) }];
  });
}

const asText = (value: unknown): string | null =>
  value === null || value === '' ? null : Array.isArray(value) ? value.join('\n') : String(value);

const NEWEST = 50;

/** The changes of a section, newest first. */
export async function historyOf(kysely: Kysely<Tables>, section: SectionName) {
  return kysely
    .selectFrom('settings_change')
    .select(['version', 'at', 'actor_name', 'changes'])
    .where('section', '=', section)
    .orderBy('version', 'desc')
    .limit(NEWEST)
    .execute();
}

export const isSection = (name: string): name is SectionName => (SECTION_NAMES as string[]).includes(name);
