import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { guardsOf } from '#src/machines/lifecycle.ts';
import { flows, lifecycles, models } from './all.ts';
import { eventTypesOf, givenFor, requirementsOf, stepFrom, verdictOf } from './path-model.ts';
import type { PathModel } from './path-model.ts';

const machines = join(import.meta.dirname, '../../../src/machines');

/** Every place that can be reached from the start, by its key. */
function placesOf(model: PathModel): Map<string, unknown> {
  const places = new Map([[model.keyOf(model.start), model.start]]);
  for (const [, place] of places) {
    for (const name of Object.keys(model.events)) {
      const step = stepFrom(model, place, name);
      if (step && !places.has(model.keyOf(step.to))) places.set(model.keyOf(step.to), step.to);
    }
  }
  return places;
}

/** The ids of the machines in the files with this name ending. */
async function machinesIn(ending: string): Promise<string[]> {
  const files = readdirSync(machines, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith(ending));
  const exported = await Promise.all(
    files.map(async (file) =>
      Object.values((await import(join(machines, file))) as Record<string, { id?: string; machine?: object } | null>),
    ),
  );
  return exported
    .flat()
    .flatMap((one) =>
      typeof one === 'object' && one !== null && ('transition' in one || 'machine' in one) ? (one.id ?? []) : [],
    )
    .toSorted();
}

test.each([
  ['lifecycle', '.lifecycle.ts', lifecycles],
  ['flow', '.machine.ts', flows],
] as const)('every %s is in it', async (_, ending, inIt) => {
  expect(inIt.map(({ machine }) => machine.id).toSorted()).toEqual(await machinesIn(ending));
});

test('every model has an id of its own', () => {
  expect(new Set(models.map(({ id }) => id)).size).toBe(models.length);
});

describe.each(lifecycles.map((model) => [model.id, model] as const))('%s', (_, model) => {
  const places = [...placesOf(model).values()];

  test('every event happens somewhere, well filled in by whom it belongs to', () => {
    const happens = Object.keys(model.events).filter((name) => places.some((place) => stepFrom(model, place, name)));
    expect(Object.keys(model.events).filter((name) => !happens.includes(name))).toEqual([]);
    expect(
      eventTypesOf(model).filter((type) => !Object.values(model.events).some(({ event }) => event.type === type)),
    ).toEqual([]);
  });

  test('every requirement is met somewhere and missing somewhere', () => {
    const missed = new Set<string>();
    for (const place of places) {
      for (const name of Object.keys(model.events)) {
        const given = givenFor(model, name);
        for (const broken of [given, ...Object.values(model.breaks).map((breakIt) => breakIt(given))]) {
          const verdict = verdictOf(model, place, broken);
          if (!verdict.may) for (const phrase of verdict.unmet) missed.add(phrase);
        }
      }
    }
    // A guard that only chooses among the targets of an event is not a reason why it is off.
    const leads = new Set(
      guardsOf(model.machine).flatMap(({ state, event, guards }) =>
        guardsOf(model.machine).filter((other) => other.state === state && other.event === event).length > 1
          ? guards
          : [],
      ),
    );
    expect(requirementsOf(model).filter((phrase) => !missed.has(phrase) && !leads.has(phrase))).toEqual([]);
  });

  test('places have names of their own', () => {
    const names = places.map(model.nameOf);
    expect(names).not.toContain(undefined);
    expect(new Set(names).size).toBe(names.length);
  });
});
