import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { guardsOf } from '#src/machines/law.ts';
import { laws } from './all.ts';
import { eventTypesOf, givenFor, requirementsOf, stepFrom, verdictOf } from './path-model.ts';
import type { LawModel } from './path-model.ts';

const machines = join(import.meta.dirname, '../../../src/machines');

/** Every place that can be reached from the start, by its key. */
function placesOf(model: LawModel): Map<string, unknown> {
  const places = new Map([[model.keyOf(model.start), model.start]]);
  for (const [, place] of places) {
    for (const name of Object.keys(model.events)) {
      const step = stepFrom(model, place, name);
      if (step && !places.has(model.keyOf(step.to))) places.set(model.keyOf(step.to), step.to);
    }
  }
  return places;
}

test('every law is in it', async () => {
  const files = readdirSync(machines, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.lifecycle.ts'));
  const ids: (string | undefined)[] = await Promise.all(
    files.map(async (file) => {
      const exported = Object.values((await import(join(machines, file))) as Record<string, { id?: string; transition?: unknown }>);
      return exported.find((one) => typeof one === 'object' && one !== null && 'transition' in one)?.id;
    }),
  );
  expect(laws.map(({ machine }) => machine.id).toSorted()).toEqual(ids.flatMap((id) => id ?? []).toSorted());
});

describe.each(laws.map((model) => [model.id, model] as const))('%s', (_, model) => {
  const places = [...placesOf(model).values()];

  test('every event happens somewhere, well filled in by whom it belongs to', () => {
    const happens = Object.keys(model.events).filter((name) => places.some((place) => stepFrom(model, place, name)));
    expect(Object.keys(model.events).filter((name) => !happens.includes(name))).toEqual([]);
    expect(eventTypesOf(model).filter((type) => !Object.values(model.events).some(({ event }) => event.type === type))).toEqual([]);
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
    // A guard behind others that choose where an event leads is no reason why it is off.
    const leads = new Set(guardsOf(model.machine).flatMap(({ state, event, guards }) => (guardsOf(model.machine).filter((other) => other.state === state && other.event === event).length > 1 ? guards : [])));
    expect(requirementsOf(model).filter((phrase) => !missed.has(phrase) && !leads.has(phrase))).toEqual([]);
  });

  test('places have names of their own', () => {
    const names = places.map(model.nameOf);
    expect(names).not.toContain(undefined);
    expect(new Set(names).size).toBe(names.length);
  });
});
