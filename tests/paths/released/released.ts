import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { LifecycleModel } from '../models/path-model.ts';
import { definitionOf, differences } from './definition.ts';
import type { Definition } from './definition.ts';

export const RELEASED = import.meta.dirname;

export const fileOf = (model: string, version: number): string => `${model}.v${version}.json`;

/** The definition released as this version of a model; null if there is none. */
export function releasedAs(model: string, version: number, folder = RELEASED): Definition | null {
  const file = join(folder, fileOf(model, version));
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Definition) : null;
}

export const releasedFiles = (folder = RELEASED): string[] =>
  readdirSync(folder).filter((file) => file.endsWith('.json'));

/** `agent-lead` -> `AGENT_LEAD_MODEL_VERSION`, which its lifecycle exports. */
export const versionConstant = (model: string): string => `${model.replaceAll('-', '_').toUpperCase()}_MODEL_VERSION`;

/**
 * The differences between a lifecycle and its released versions, in sentences that say what to do; empty if there are
 * none.
 */
export function unreleased(model: LifecycleModel, folder = RELEASED): string[] {
  const { id, version } = model;
  const command = `\`npm run paths -- release ${id}\``;
  const missing = Array.from({ length: version - 1 }, (_, index) => index + 1).filter(
    (before) => releasedAs(id, before, folder) === null,
  );
  const gaps = missing.map(
    (before) =>
      `${fileOf(id, before)} is gone: without it nobody knows which places rows of version ${before} stand in. Bring it back from Git.`,
  );
  const newer = releasedFiles(folder).filter(
    (file) => file.startsWith(`${id}.v`) && Number(file.slice(id.length + 2, -'.json'.length)) > version,
  );
  const ahead = newer.map(
    (file) =>
      `${file} is of a version that the lifecycle, which says ${version}, has not come to: raise ${versionConstant(id)}, or take the file back.`,
  );
  const released = releasedAs(id, version, folder);
  if (!released)
    return [
      ...gaps,
      ...ahead,
      `Version ${version} of ${id} is not released: ${command} writes it down${model.rows && version > 1 ? ', and a migration that carries the rows over' : ''}.`,
    ];
  const changes = differences(released, definitionOf(model));
  if (changes.length === 0) return [...gaps, ...ahead];
  return [
    ...gaps,
    ...ahead,
    `The lifecycle of ${id} changed since its version ${version} was released: raise ${versionConstant(id)}, then ${command}, and say in the migration that it writes where the rows go.\n${changes.join('\n')}`,
  ];
}
