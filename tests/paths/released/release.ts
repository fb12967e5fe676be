import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { LIFECYCLE_ROWS } from '#src/api/platform/lifecycle-rows.ts';
import type { LifecycleModel } from '../models/path-model.ts';
import { definitionOf, differences } from './definition.ts';
import type { Definition } from './definition.ts';
import { fileOf, RELEASED, releasedAs, versionConstant } from './released.ts';

export const MIGRATIONS = join(import.meta.dirname, '../../../src/api/platform/migrations');

/** What cannot be released as it is, in a sentence. */
export class NotReleasable extends Error {}

/**
 * Writes down the version of a lifecycle that its file says now, and, where rows stand in its places, the migration that
 * carries them over from the version before.
 *
 * @returns what was written and what is left to do, line by line
 * @throws NotReleasable where the version was released as something else, or the one before it never was
 */
export function release(model: LifecycleModel, folders = { released: RELEASED, migrations: MIGRATIONS }): string[] {
  const { id, version } = model;
  const now = definitionOf(model);
  const same = releasedAs(id, version, folders.released);
  if (same) {
    const changes = differences(same, now);
    if (changes.length > 0)
      throw new NotReleasable(
        `Version ${version} of ${id} was released as something else: raise ${versionConstant(id)}. What is released stays as it is.\n${changes.join('\n')}`,
      );
    return [`${id}: version ${version} is released, and the lifecycle is what it says.`];
  }
  const before = version > 1 ? releasedAs(id, version - 1, folders.released) : null;
  if (version > 1 && !before)
    throw new NotReleasable(`Version ${version - 1} of ${id} was never released: one version follows the other.`);
  const file = join(folders.released, fileOf(id, version));
  writeFileSync(file, `${JSON.stringify(now, null, 2)}\n`, { flag: 'wx' });
  return [
    `${id}: version ${version} is written down in ${fileOf(id, version)}.`,
    ...(before && model.rows ? liftOf(before, now, folders.migrations) : []),
  ];
}

function liftOf(before: Definition, now: Definition, folder: string): string[] {
  const ending = `-${now.model}-v${now.version}.ts`;
  const files = readdirSync(folder);
  if (files.some((file) => file.endsWith(ending))) return [];
  const number = String(
    Math.max(0, ...files.map((file) => Number.parseInt(file, 10)).filter(Number.isFinite)) + 1,
  ).padStart(4, '0');
  const name = `${number}${ending}`;
  writeFileSync(join(folder, name), migrationText(before, now), { flag: 'wx' });
  const homeless = before.places.filter((place) => !now.places.includes(place));
  return [
    `${name} carries its rows over.`,
    ...(homeless.length > 0 ? [`  Say in it where these go: ${homeless.join(', ')}.`] : []),
  ];
}

const quoted = (text: string): string => `'${text}'`;
const keyed = (text: string): string => (/^[a-z]+$/i.test(text) ? text : quoted(text));

/** A place that lives on stays; where another one goes is for a person to say. */
export function migrationText(before: Definition, now: Definition): string {
  const { model, version } = now;
  const becomes = before.places.map(
    (place) =>
      `    ${keyed(place)}: ${now.places.includes(place) ? quoted(place) : `'', // One of: ${now.places.join(', ')}.`}`,
  );
  const brings = now.places.filter((place) => !before.places.includes(place));
  const rows = `LIFECYCLE_ROWS${model in LIFECYCLE_ROWS && !model.includes('-') ? `.${model}` : `[${quoted(model)}]`}`;
  return `import { LIFECYCLE_ROWS } from '../lifecycle-rows.ts';
import type { Lift } from '../lift.ts';

/** The rows of ${model} go over to version ${version} of their lifecycle. */
export const lift: Lift = {
  lifecycle: ${quoted(model)},
  version: ${version},
  rows: ${rows},
  becomes: {
${becomes.map((line) => (line.includes(' // ') ? line : `${line},`)).join('\n')}
  },
  brings: [${brings.map(quoted).join(', ')}],
};
`;
}
