import { createActor } from 'xstate';
import { createTestModel } from 'xstate/graph';
import { expect, test } from 'vitest';
import { resumedSetup, SETUP_STEPS, setupMachine } from './setup.machine.ts';
import type { SetupEvent, SetupState } from './setup.machine.ts';

function walk(...types: SetupEvent['type'][]): SetupState {
  const actor = createActor(setupMachine).start();
  for (const type of types) actor.send({ type });
  return actor.getSnapshot().value;
}

test('the code leads through all steps to the portal', () => {
  expect(walk('code.accepted', 'brokerage.saved', 'agent.created', 'step.finished', 'step.finished')).toBe('done');
});

test('nothing comes before the code, and no step is left out', () => {
  expect(walk('brokerage.saved', 'agent.created', 'step.finished')).toBe('code');
  expect(walk('code.accepted', 'agent.created')).toBe('brokerage');
  expect(walk('code.accepted', 'step.finished')).toBe('brokerage');
});

test('what the code has opened may close until there is an agent, and the account is not made twice', () => {
  expect(walk('code.accepted', 'access.ended')).toBe('code');
  expect(walk('code.accepted', 'brokerage.saved', 'access.ended')).toBe('code');
  const toMail = ['code.accepted', 'brokerage.saved', 'agent.created'] as const;
  expect(walk(...toMail, 'access.ended')).toBe('mail');
  expect(walk(...toMail, 'step.back')).toBe('mail');
});

test('a reload goes on where it was left, but never without what opens the step', () => {
  const all = { hasToken: true, isSignedIn: true };
  for (const step of SETUP_STEPS) expect(resumedSetup(step, all).value).toBe(step);
  expect(resumedSetup('agent', { ...all, hasToken: false }).value).toBe('code');
  expect(resumedSetup('mail', { ...all, isSignedIn: false }).value).toBe('code');
  expect(resumedSetup('nowhere', all).value).toBe('code');
});

test('every step is reached', () => {
  const types = ['code.accepted', 'brokerage.saved', 'agent.created', 'step.finished', 'step.back', 'access.ended'];
  const paths = createTestModel(setupMachine).getShortestPaths({
    events: types.map((type) => ({ type })),
    filterEvents: (state: { can: (event: SetupEvent) => boolean }, event: SetupEvent) => state.can(event),
  } as never);
  expect(new Set(paths.flatMap(({ state, steps }) => [state.value, ...steps.map((step) => step.state.value)]))).toEqual(
    new Set([...SETUP_STEPS, 'done']),
  );
});
