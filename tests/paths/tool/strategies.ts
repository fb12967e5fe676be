import { refusedIn } from './moves.ts';
import type { Move } from './moves.ts';
import { tourOf } from './tour.ts';
import { edgeName, edgesFrom } from './walk.ts';
import type { Edge, Walk } from './walk.ts';

/** How the cases of a model are chosen, and what each strategy is good for. */
export const STRATEGIES = {
  shortest: 'the shortest ways that together take every transition',
  tour: 'one walk over every transition; another one where it comes to an end',
  simple: 'every way that comes to no place twice',
  pairs: 'every two transitions that can follow each other',
  random: 'walks at random from a seed; the same seed gives the same walks',
  refused: 'in every place, all that is refused there: what does not happen, who may not, what is missing',
} as const;
export type Strategy = keyof typeof STRATEGIES;

export interface Limits {
  /** The number of random walks; the maximum number of simple paths. */
  cases: number;
  /** The maximum number of steps in one case; refusals do not count. */
  length: number;
  seed: number;
}

export interface Chosen {
  paths: Move[][];
  /** Whether there are more than `limits.cases`. */
  isCut: boolean;
}

export function choose(walk: Walk, strategy: Strategy, limits: Limits): Chosen {
  const whole = (paths: readonly Move[][]): Chosen => ({ paths: [...paths], isCut: false });
  switch (strategy) {
    case 'shortest':
      return whole(shortest(walk));
    case 'tour':
      return whole(
        tourOf({
          start: walk.start,
          keyOf: (place) => place,
          stepsFrom: onwardIn(walk),
          takes: (edge) => [edgeName(edge)],
        }),
      );
    case 'simple':
      return simple(walk, limits);
    case 'pairs':
      return whole(pairs(walk, limits));
    case 'random':
      return whole(random(walk, limits));
    case 'refused':
      return whole(
        [...walk.places.keys()]
          .map((place) => [...walk.ways.get(place)!, ...refusedIn(walk, place)])
          .filter((path) => path.length > 0),
      );
  }
}

/**
 * Shortest paths leave out steps that lead back, or to a place by a detour: each of those gets the path to it, and then
 * itself.
 */
function shortest(walk: Walk): Edge[][] {
  const ways = [...walk.ways.values()];
  const taken = new Set(ways.flat().map(edgeName));
  const rest = walk.edges
    .filter((edge) => !taken.has(edgeName(edge)))
    .map((edge) => [...walk.ways.get(edge.from)!, edge]);
  return withoutBeginnings([...ways, ...rest].map((way) => [...way]));
}

/** The steps from each place, looked up once. */
function onwardIn(walk: Walk): (place: string) => readonly { step: Edge; to: string }[] {
  const onward = Map.groupBy(
    walk.edges.map((step) => ({ step, to: step.to })),
    ({ step }) => step.from,
  );
  return (place) => onward.get(place) ?? [];
}

/** Leaves out paths that are the beginning of another one. */
function withoutBeginnings(paths: Edge[][]): Edge[][] {
  const named = paths.map((path) => ({ path, name: path.map((edge) => `${edgeName(edge)}\n`).join('') }));
  // When sorted, a name is directly followed by any name that extends it.
  const names = [...new Set(named.map(({ name }) => name))].toSorted();
  const beginnings = new Set(names.filter((name, index) => names[index + 1]?.startsWith(name)));
  return named.filter(({ path, name }) => path.length > 0 && !beginnings.has(name)).map(({ path }) => path);
}

/** `getSimplePaths` of xstate/graph finds all paths before it returns; a wide model has more than fit into memory. */
function simple(walk: Walk, { cases }: Limits): Chosen {
  const paths: Edge[][] = [];
  let isCut = false;
  const go = (place: string, way: Edge[], seen: ReadonlySet<string>): void => {
    if (paths.length >= cases) {
      isCut = true;
      return;
    }
    const open = edgesFrom(walk, place).filter(({ to }) => !seen.has(to));
    for (const edge of open) go(edge.to, [...way, edge], new Set([...seen, edge.to]));
    if (open.length === 0 && way.length > 0) paths.push(way);
  };
  go(walk.start, [], new Set([walk.start]));
  return { paths, isCut };
}

/** One walk continues as long as the next transition makes a new pair with the last; then another begins. */
function pairs(walk: Walk, { length }: Limits): Edge[][] {
  const nameOf = (first: Edge, second: Edge) => `${edgeName(first)} / ${edgeName(second)}`;
  const missing = new Map(
    walk.edges.flatMap((first) => edgesFrom(walk, first.to).map((second) => [nameOf(first, second), first] as const)),
  );
  const paths: Edge[][] = [];
  const note = (path: Edge[]) =>
    path.forEach((edge, index) => missing.delete(index > 0 ? nameOf(path[index - 1]!, edge) : ''));
  for (let next = missing.values().next().value; next; next = missing.values().next().value) {
    const path = [...walk.ways.get(next.from)!, next];
    note(path);
    let onward: Edge | undefined;
    do {
      const last = path.at(-1)!;
      onward = edgesFrom(walk, last.to).find((edge) => missing.has(nameOf(last, edge)));
      if (!onward) break;
      path.push(onward);
      note(path);
    } while (path.length < length);
    paths.push(path);
  }
  return paths;
}

function random(walk: Walk, { cases, length, seed }: Limits): Edge[][] {
  const next = numbersFrom(seed);
  return Array.from({ length: cases }, () => {
    const path: Edge[] = [];
    for (let place = walk.start; path.length < length; place = path.at(-1)!.to) {
      const open = edgesFrom(walk, place);
      if (open.length === 0) break;
      path.push(open[Math.floor(next() * open.length)]!);
    }
    return path;
  }).filter((path) => path.length > 0);
}

/** Mulberry32: numbers from 0 to 1 that a 32-bit seed reproduces on every machine. */
export function numbersFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
