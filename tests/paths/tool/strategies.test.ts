import { describe, expect, it, vi } from 'vitest';
import { agentLead } from '../models/agent-lead.model.ts';
import { mailing } from '../models/mailing.model.ts';
import { outbox } from '../models/outbox.model.ts';
import { session } from '../models/session.model.ts';
import { stateLead } from '../models/state-lead.model.ts';
import { comingIn, outcomeOf } from './moves.ts';
import type { Move } from './moves.ts';
import { choose } from './strategies.ts';
import type { Strategy } from './strategies.ts';
import { edgeName, edgesFrom, walkOf } from './walk.ts';
import type { Walk } from './walk.ts';

// On a busy machine.
vi.setConfig({ testTimeout: 60_000 });

const limits = { cases: 500, length: 20, seed: 7 };
const walks = [agentLead, stateLead, mailing, session, outbox].map(walkOf);

/** Where each move begins, and the lifecycle's place after it; read from the lifecycle, not from the path. */
const retrace = (walk: Walk, path: readonly Move[]): { at: string; to: string }[] => {
  let at = walk.start;
  return path.map((move) => {
    const step = { at, to: outcomeOf(walk, move).to };
    at = step.to;
    return step;
  });
};
const taken = (walk: Walk, path: readonly Move[]): string[] =>
  path.map((move) => edgeName({ ...move, to: outcomeOf(walk, move).to }));

describe.each(walks)('$model.id', (walk) => {
  it.each<Strategy>(['shortest', 'tour', 'simple', 'pairs', 'random', 'refused'])(
    '%s: every step begins where the last one ended',
    (strategy) => {
      const { paths } = choose(walk, strategy, limits);
      expect(paths.length).toBeGreaterThan(0);
      for (const path of paths) expect(retrace(walk, path).map(({ at }) => at)).toEqual(path.map(({ from }) => from));
    },
  );

  it('shortest: every place and every transition, and no case is the beginning of another', () => {
    const paths = choose(walk, 'shortest', limits).paths.map((path) => taken(walk, path));
    expect([...new Set(paths.flat())].toSorted()).toEqual(walk.edges.map(edgeName).toSorted());
    const lines = paths.map((path) => `${path.join('\n')}\n`);
    expect(lines.filter((line) => lines.some((other) => other !== line && other.startsWith(line)))).toEqual([]);
  });

  it('tour: one walk over every transition, another only where nothing new can be reached', () => {
    const { paths } = choose(walk, 'tour', limits);
    const names = paths.map((path) => taken(walk, path));
    expect([...new Set(names.flat())].toSorted()).toEqual(walk.edges.map(edgeName).toSorted());
    // In models whose start can always be reached again, one walk covers everything.
    expect(paths.length === 1 || ![session, outbox, mailing].some(({ id }) => id === walk.model.id)).toBe(true);
    for (const [index, path] of paths.entries())
      expect([path[0]!.from, names[index]!.some((name) => !names.slice(0, index).flat().includes(name))]).toEqual([
        walk.start,
        true,
      ]);
  });

  it('simple: no place twice, and none could go on', () => {
    const cases = walk.model === outbox ? limits.cases : 2000;
    const { paths, isCut } = choose(walk, 'simple', { ...limits, cases });
    // The outbox has more paths than requested: it is tested below.
    expect(isCut).toBe(walk.model === outbox);
    for (const path of paths) {
      const places = [walk.start, ...retrace(walk, path).map(({ to }) => to)];
      expect(new Set(places).size).toBe(places.length);
      expect(edgesFrom(walk, places.at(-1)!).filter(({ to }) => !places.includes(to))).toEqual([]);
    }
  });

  it('pairs: every two transitions that can follow each other', () => {
    const wanted = walk.edges.flatMap((first) =>
      edgesFrom(walk, first.to).map((second) => `${edgeName(first)} / ${edgeName(second)}`),
    );
    const had = choose(walk, 'pairs', limits).paths.flatMap((path) =>
      taken(walk, path).map((name, index, all) => `${all[index - 1]} / ${name}`),
    );
    expect(wanted.filter((pair) => !had.includes(pair))).toEqual([]);
  });

  it('refused: nothing of what comes after the way there happens, and every refused place and event is asked', () => {
    const { paths } = choose(walk, 'refused', limits);
    for (const path of paths) {
      const verdicts = path.map((move) => outcomeOf(walk, move).verdict.may);
      expect(verdicts).toEqual(verdicts.toSorted((a, b) => Number(b) - Number(a)));
    }
    const asked = new Set(paths.flat().map(({ from, event }) => `${from} ${event}`));
    const all = [...walk.places.keys()].flatMap((from) => comingIn(walk, from).map((event) => `${from} ${event}`));
    const open = new Set(walk.edges.map(({ from, event }) => `${from} ${event}`));
    expect(all.filter((pair) => !open.has(pair) && !asked.has(pair))).toEqual([]);
  });
});

it('says where there are more simple ways than were asked for', () => {
  expect(choose(walks[0]!, 'simple', { ...limits, cases: 3 })).toMatchObject({ isCut: true, paths: { length: 3 } });
});

it('walks the same from the same seed, another way from another, and never longer than asked', () => {
  const walked = (seed: number) => choose(walks[0]!, 'random', { cases: 5, length: 9, seed }).paths;
  expect(walked(7)).toEqual(walked(7));
  expect(walked(7)).not.toEqual(walked(8));
  expect(walked(7).map(({ length }) => length)).toEqual([9, 9, 9, 9, 9]);
});
