import { describe, expect, test } from 'vitest';
import type { AnyStateNode } from 'xstate';
import { guardsOf } from '#src/machines/lifecycle.ts';
import { choose } from '../tool/strategies.ts';
import { edgesFrom, walkOf } from '../tool/walk.ts';
import type { Edge } from '../tool/walk.ts';
import { flows } from './all.ts';
import { bidOffer } from './bid-offer.model.ts';
import type { FlowModel, FlowPlace } from './flow-model.ts';
import { canCome, givenFor, stepFrom, verdictOf } from './path-model.ts';
import type { By } from './path-model.ts';
import { resend } from './resend.model.ts';
import { sheetEditor } from './sheet-editor.model.ts';
import { signing } from './signing.model.ts';

const nodesOf = (node: AnyStateNode): AnyStateNode[] => [node, ...Object.values(node.states).flatMap(nodesOf)];
/** A state that is left at once, so nobody ever is in it. */
const isPassed = ({ always }: AnyStateNode): boolean => (always ?? []).some(({ guard }) => !guard);
/** Actors that answer with events of the machine itself. */
const CALLBACKS = ['outbox: send'];
const isLeaf = (node: AnyStateNode): boolean => Object.keys(node.states).length === 0;

describe.each(flows.map((model) => [model.id, walkOf(model)] as const))('%s', (_, walk) => {
  const model = walk.model as FlowModel;
  const nodes = nodesOf(model.machine.root);

  test('every event of it and of its machine happens somewhere', () => {
    const happened = new Set(walk.edges.map(({ event }) => event));
    expect(Object.keys(model.events).filter((name) => !happened.has(name))).toEqual([]);
    const types = Object.values(model.events).map(({ event }) => event.type);
    const missing = guardsOf(model.machine).filter(
      ({ event }) =>
        !types.some((type) => type === event || (event.endsWith('*') && type.startsWith(event.slice(0, -1)))),
    );
    expect(missing).toEqual([]);
  });

  test('every actor that it invokes answers, and fails', () => {
    const types = new Set(Object.values(model.events).map(({ event }) => event.type));
    const asked = nodes
      .flatMap(({ invoke }) => invoke)
      .filter(({ src }) => !CALLBACKS.includes(`${model.id}: ${src as string}`));
    expect(
      asked
        .flatMap(({ id }) => [`xstate.done.actor.${id}`, `xstate.error.actor.${id}`])
        .filter((type) => !types.has(type)),
    ).toEqual([]);
  });

  test('every state is reached, and no failure is left to the machine', () => {
    const reached = [...walk.places.values()].map((place) => (place as FlowPlace).snapshot);
    const ids = new Set(
      reached.flatMap((snapshot) => (snapshot ? snapshot._nodes.map(({ id }: AnyStateNode) => id) : [])),
    );
    expect(nodes.filter((node) => isLeaf(node) && !isPassed(node) && !ids.has(node.id)).map(({ id }) => id)).toEqual(
      [],
    );
    expect(reached.filter((snapshot) => snapshot?.status === 'error')).toEqual([]);
  });

  test('places have names of their own', () => {
    const names = [...walk.places.values()].map(model.nameOf);
    expect(names.filter((name) => !name || name.includes('undefined'))).toEqual([]);
    expect(new Set(names).size).toBe(names.length);
  });

  // A key represents every snapshot that has it: if the key left something out, they would behave differently.
  test('a key says all that decides what comes', () => {
    const paths = choose(walk, 'random', { cases: 12, length: 40, seed: 11 }).paths as Edge[][];
    const strays = paths.flatMap((path) => {
      let place: unknown = model.start;
      return path.flatMap(({ event, to }) => {
        place = stepFrom(model, place, event)?.to;
        const onward = Object.keys(model.events).flatMap((name) => {
          const step = stepFrom(model, place, name);
          return step ? [`${name} ${model.keyOf(step.to)}`] : [];
        });
        const expected = edgesFrom(walk, to).map((edge) => `${edge.event} ${edge.to}`);
        return model.keyOf(place) === to && onward.toSorted().join() === expected.toSorted().join()
          ? []
          : [`${to}: ${onward.join(', ')}`];
      });
    });
    expect([...new Set(strays)]).toEqual([]);
  });
});

/** Walks the events from the start; returns the place it reaches. */
function after(model: FlowModel, ...events: string[]): { key: string; place: unknown } {
  const place = events.reduce<unknown>((at, event) => stepFrom(model, at, event)!.to, model.start);
  return { key: model.keyOf(place), place };
}
const verdict = (model: FlowModel, place: unknown, event: string) => verdictOf(model, place, givenFor(model, event));

test('a screen is opened in one of its ways, and in no other place', () => {
  expect([
    after(bidOffer).key,
    after(bidOffer, 'load opened').key,
    after(bidOffer, 'load opened with a bid').key,
  ]).toEqual(['not open', 'filling', 'standing']);
  const { place } = after(bidOffer, 'load opened');
  expect([
    verdict(bidOffer, place, 'load opened').may,
    canCome(bidOffer, place, givenFor(bidOffer, 'load opened')),
    canCome(bidOffer, bidOffer.start, givenFor(bidOffer, 'offer.sent')),
  ]).toEqual([false, false, false]);
});

test('a tick is repeated until the wait is over', () => {
  expect([
    after(resend, 'page opened at once').key,
    after(resend, 'page opened at once', 'the seconds run out').key,
  ]).toEqual(['waiting', 'ready']);
});

test('nobody answers what was not asked, and nobody answers twice', () => {
  const looking = after(signing).place;
  expect(canCome(signing, looking, givenFor(signing, 'open: noted'))).toBe(false);
  const reading = after(signing, 'signer.began', 'open: noted');
  expect([
    reading.key,
    canCome(signing, reading.place, givenFor(signing, 'open: noted')),
    canCome(signing, reading.place, givenFor(signing, 'open: no answer')),
  ]).toEqual(['begun.reading (open has answered)', false, false]);
  expect(after(signing, 'signer.began', 'open: no answer').key).toBe('begun.reading (open has answered)');
});

test('what is off says until when; what is not there says nothing', () => {
  const { place } = after(signing, 'signature.reached');
  expect([verdict(signing, place, 'signature.sent'), verdict(signing, place, 'text.read-again')]).toEqual([
    { may: false, because: 'requirements', unmet: ['consent and signature are given'] },
    { may: false, because: 'state', unmet: [] },
  ]);
});

test('what a sheet was before can be undone to, and is what it was', () => {
  const { key } = after(sheetEditor, 'sheet opened', 'cells.written', 'sheet.saved', 'save: saved', 'step.undone');
  expect(key).toBe('editing (changed, redo to as on record)');
});

test('people do what people do, the server answers, and the clock lets time pass', () => {
  const by = (name: string): By => resend.events[name]!.event.by;
  expect(['resend.asked', 'send: sent', 'send: no answer', 'the seconds run out'].map(by)).toEqual([
    'visitor',
    'server',
    'server',
    'clock',
  ]);
});
