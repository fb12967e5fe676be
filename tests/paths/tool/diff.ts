import type { PathModel } from '../models/path-model.ts';
import { definitionsOf, statesOf } from './lifecycle.ts';
import { choose } from './strategies.ts';
import { walkOf } from './walk.ts';

export interface Change {
  came: string[];
  went: string[];
}

/** For a lifecycle, whose rows store it; a flow has none. */
interface Version {
  version: number | null;
}

export interface ModelChanges {
  id: string;
  /** Null if that side has no such model. */
  before: Version | null;
  now: Version | null;
  states: Change;
  tags: Change;
  transitions: Change;
  guards: Change;
  /** Of the shortest cases. */
  paths: Change;
}

/** What was added and removed between two sets of models; unchanged models are left out. */
export function changesOf(before: readonly PathModel[], now: readonly PathModel[]): ModelChanges[] {
  const ids = [...new Set([...before, ...now].map(({ id }) => id))].toSorted();
  return ids
    .map((id) =>
      changesOfOne(
        id,
        before.find((model) => model.id === id),
        now.find((model) => model.id === id),
      ),
    )
    .filter(
      ({ before: old, now: young, ...kinds }) =>
        old?.version !== young?.version ||
        CHANGE_KINDS.some((kind) => kinds[kind].came.length + kinds[kind].went.length > 0),
    );
}

export const CHANGE_KINDS = ['states', 'tags', 'transitions', 'guards', 'paths'] as const;

function changesOfOne(id: string, before: PathModel | undefined, now: PathModel | undefined): ModelChanges {
  const [old, young] = [before, now].map(partsOf) as [Parts, Parts];
  const change = (kind: (typeof CHANGE_KINDS)[number]): Change => ({
    came: without(young[kind], old[kind]),
    went: without(old[kind], young[kind]),
  });
  return {
    id,
    before: before ? { version: before.version } : null,
    now: now ? { version: now.version } : null,
    states: change('states'),
    tags: change('tags'),
    transitions: change('transitions'),
    guards: change('guards'),
    paths: change('paths'),
  };
}

function without(names: readonly string[], others: readonly string[]): string[] {
  const had = new Set(others);
  return names.filter((name) => !had.has(name));
}

type Parts = Record<(typeof CHANGE_KINDS)[number], string[]>;

function partsOf(model: PathModel | undefined): Parts {
  if (!model) return { states: [], tags: [], transitions: [], guards: [], paths: [] };
  const states = statesOf(model.machine);
  const transitions = definitionsOf(model.machine).map((one) => ({
    ...one,
    name: `${one.state || 'any state'}: ${one.event} -> ${one.target ?? 'stays'}`,
  }));
  const { paths } = choose(walkOf(model), 'shortest', { cases: 0, length: 0, seed: 0 });
  return {
    states: states.map(({ path }) => path.join('.')),
    tags: states.flatMap(({ path, tags }) => (tags as string[]).map((tag) => `${path.join('.')}: ${tag}`)),
    transitions: [...new Set(transitions.map(({ name }) => name))],
    guards: [...new Set(transitions.flatMap(({ name, guards }) => guards.map((phrase) => `${name} if ${phrase}`)))],
    paths: paths.map((path) => path.map(({ from, event }) => `${from} > ${event}`).join(' > ')),
  };
}

/** More than this of one kind is too long for a terminal; `all` shows everything. */
const SHOWN = 25;

export function changesAsText(changes: readonly ModelChanges[], { isWhole }: { isWhole: boolean }): string {
  if (changes.length === 0) return 'No model has changed.';
  return changes
    .map(({ id, before, now, ...kinds }) => {
      const lines = CHANGE_KINDS.flatMap((kind) => {
        const all = [
          ...kinds[kind].went.map((name) => `    - ${name}`),
          ...kinds[kind].came.map((name) => `    + ${name}`),
        ];
        if (all.length === 0) return [];
        const rest = isWhole ? 0 : Math.max(0, all.length - SHOWN);
        return [
          `  ${kind}: ${kinds[kind].came.length} new, ${kinds[kind].went.length} gone`,
          ...all.slice(0, all.length - rest),
          ...(rest > 0 ? [`    and ${rest} more (--all)`] : []),
        ];
      });
      return [headingOf({ id, before, now }), ...lines].join('\n');
    })
    .join('\n\n');
}

function headingOf({ id, before, now }: Pick<ModelChanges, 'id' | 'before' | 'now'>): string {
  if (now === null) return `${id}: gone`;
  if (before === null) return `${id}: new${now.version === null ? '' : `, version ${now.version}`}`;
  if (now.version === null) return `${id}: changed`;
  return `${id}: version ${before.version} -> ${now.version}${before.version === now.version ? ' (changed without a new version)' : ''}`;
}
