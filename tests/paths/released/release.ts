import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { LifecycleModel } from '../models/path-model.ts';
import { definitionOf, differences } from './definition.ts';
import type { Definition } from './definition.ts';
import { keptRows } from './kept-rows.ts';
import { fileOf, RELEASED, releasedAs, versionConstant } from './released.ts';

export const MIGRATIONS = join(import.meta.dirname, '../../../src/api/database/migrations');

/** Explains in a sentence what cannot be released as it is. */

/**
 * Writes down the current version of a lifecycle, as defined in its file, and, if its places have rows, the migration
 * that
 * lifts them from the version before.
 *
 * @returns what was written and what is left to do, line by line
 * @throws Error if the version was released with other content, or the one before it never was
 */
export function release(model: LifecycleModel, folders = { released: RELEASED, migrations: MIGRATIONS }): string[] {
  const { id, version } = model;
  const now = definitionOf(model);
  const same = releasedAs(id, version, folders.released);
  if (same) {
    const changes = differences(same, now);
    if (changes.length > 0)
      throw new Error(
        `Version ${version} of ${id} was released as something else: raise ${versionConstant(id)}. What is released stays as it is.\n${changes.join('\n')}`,
      );
    return [`${id}: version ${version} is released, and the lifecycle is what it says.`];
  }
  const before = version > 1 ? releasedAs(id, version - 1, folders.released) : null;
  if (version > 1 && !before)
    throw new Error(`Version ${version - 1} of ${id} was never released: one version follows the other.`);
  const file = join(folders.released, fileOf(id, version));
  writeFileSync(file, `${JSON.stringify(now, null, 2)}\n`, { flag: 'wx' });
  return [
    `${id}: version ${version} is written down in ${fileOf(id, version)}.`,
    ...(before && model.rows ? liftOf(model, before, now, folders.migrations) : []),
  ];
}

function liftOf(model: LifecycleModel, before: Definition, now: Definition, folder: string): string[] {
  const ending = `-${now.model}-v${now.version}.ts`;
  const files = readdirSync(folder);
  if (files.some((file) => file.endsWith(ending))) return [];
  const number = String(
    Math.max(0, ...files.map((file) => Number.parseInt(file, 10)).filter(Number.isFinite)) + 1,
  ).padStart(4, '0');
  const name = `${number}${ending}`;
  writeFileSync(join(folder, name), migrationText(model, before, now), { flag: 'wx' });
  const [old, known] = [before, now].map(({ places }) => statesOf(model, places)) as [string[], string[]];
  const homeless = old.filter((place) => !known.includes(place));
  return [
    `${name} carries its rows over.`,
    ...(homeless.length > 0 ? [`  Say in it where these go: ${homeless.join(', ')}.`] : []),
  ];
}

const quoted = (text: string): string => `'${text}'`;
const keyed = (text: string): string => (/^[a-z]+$/i.test(text) ? text : quoted(text));

/** States as stored in rows: a path may include more. */
const statesOf = ({ rows }: LifecycleModel, keys: readonly string[]): string[] => [
  ...new Set(keys.map(rows!.placeOf ?? ((key) => key))),
];

/** A state that still exists is kept; a person must decide where the others go. */
export function migrationText(model: LifecycleModel, before: Definition, now: Definition): string {
  const { version } = now;
  const [old, known] = [before, now].map(({ places }) => statesOf(model, places)) as [string[], string[]];
  const { table, isRecorded, states } = keptRows(model, [...old, ...known]);
  const columnsOf = (columns: Record<string, string | boolean | null>) =>
    Object.entries(columns)
      .map(([column, value]) => `${column}: ${typeof value === 'string' ? quoted(value) : value}`)
      .join(', ');
  const spelled = Object.entries(states).map(([name, columns]) => `  ${keyed(name)}: { ${columnsOf(columns)} },`);
  const becomes = old.map(
    (name) =>
      `    ${keyed(name)}: ${known.includes(name) ? `${quoted(name)},` : `'', // One of: ${known.join(', ')}.`}`,
  );
  const brings = known.filter((name) => !old.includes(name));
  const rows = isRecorded ? 'recordedRows' : 'plainRows';
  return `import { ${rows} } from '#src/api/engine/lift.ts';
import type { Lift } from '#src/api/engine/lift.ts';

/** The columns of each state of both versions. */
const states = {
${spelled.join('\n')}
};

/** The rows of ${model.id} go over to version ${version} of their lifecycle. */
export const lift: Lift = {
  lifecycle: ${quoted(model.id)},
  version: ${version},
  rows: ${rows}(${isRecorded ? `${quoted(model.id)}, ` : ''}${quoted(table)}, states),
  becomes: {
${becomes.join('\n')}
  },
  brings: [${brings.map(quoted).join(', ')}],
};
`;
}
