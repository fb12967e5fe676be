import { createActor } from 'xstate';
import { createTestModel } from 'xstate/graph';
import { expect, test } from 'vitest';
import { carrierSignupMachine, missingBeforeNext, resumedSignup } from './carrier-signup.machine.ts';
import type { SignupEvent, SignupFacts, SignupState } from './carrier-signup.machine.ts';

const ready: SignupFacts = { missing: [], licenseCount: 1, coverGaps: [], isSigned: false };
const bare: SignupFacts = {
  missing: ['a phone number', 'the street address'],
  licenseCount: 0,
  coverGaps: ['there is no cargo insurance'],
  isSigned: false,
};

const at = (value: SignupState, facts = ready) =>
  carrierSignupMachine.resolveState({ value, context: {} }).can({ type: 'step.finished', facts });

function walk(facts: SignupFacts, ...types: SignupEvent['type'][]): SignupState {
  const actor = createActor(carrierSignupMachine).start();
  for (const type of types) actor.send({ type, facts } as SignupEvent);
  return actor.getSnapshot().value;
}

test('everything on record leads straight to the agreement, and the signature to the end', () => {
  expect(walk(ready, 'step.finished')).toBe('licenses');
  expect(walk(ready, 'step.finished', 'step.finished', 'step.finished')).toBe('agreement');
  expect(walk(ready, 'step.finished', 'step.finished', 'step.finished', 'agreement.signed')).toBe('done');
});

test('licenses and insurance may wait; the profile may not, and nothing is signed before its step', () => {
  const complete = { ...bare, missing: [] };
  expect(walk(complete, 'step.finished', 'step.skipped', 'step.skipped')).toBe('agreement');
  expect(walk(complete, 'step.finished', 'step.finished')).toBe('licenses');
  expect(walk(bare, 'step.finished')).toBe('profile');
  expect(walk(bare, 'step.skipped')).toBe('profile');
  expect(walk(ready, 'agreement.signed')).toBe('profile');
  expect(walk(ready, 'step.finished', 'agreement.signed')).toBe('licenses');
});

test('one can always go back, and from the agreement straight to what it lacks', () => {
  expect(walk(ready, 'step.finished', 'step.back')).toBe('profile');
  expect(walk(ready, 'step.finished', 'step.finished', 'step.back')).toBe('licenses');
  expect(walk(ready, 'step.finished', 'step.finished', 'step.finished', 'step.back')).toBe('insurance');
  expect(walk(ready, 'step.finished', 'step.finished', 'step.finished', 'profile.wanted')).toBe('profile');
});

test('what is missing before the next step is said', () => {
  const say = (value: SignupState, facts: SignupFacts) =>
    missingBeforeNext(carrierSignupMachine.resolveState({ value, context: {} }), facts);
  expect(say('profile', bare)).toEqual(['a phone number', 'the street address']);
  expect(say('licenses', bare)).toEqual(['a license is listed']);
  expect(say('insurance', bare)).toEqual(['there is no cargo insurance']);
  for (const step of ['profile', 'licenses', 'insurance'] as const)
    expect([say(step, ready), at(step)]).toEqual([[], true]);
});

test('a reload goes on where it was left, but never past what is on record', () => {
  expect(resumedSignup(null, ready).value).toBe('profile');
  expect(resumedSignup('insurance', ready).value).toBe('insurance');
  expect(resumedSignup('agreement', bare).value).toBe('profile');
  expect(resumedSignup('licenses', { ...ready, isSigned: true }).value).toBe('done');
  const actor = createActor(carrierSignupMachine, { snapshot: resumedSignup('insurance', ready) }).start();
  actor.send({ type: 'step.skipped', facts: bare });
  expect(actor.getSnapshot().value).toBe('agreement');
});

test('every step is reached, whatever is on record at each', () => {
  const events = [ready, bare].flatMap(
    (facts) =>
      [
        { type: 'step.finished', facts },
        { type: 'step.skipped', facts },
      ] as SignupEvent[],
  );
  const others: SignupEvent[] = [{ type: 'step.back' }, { type: 'profile.wanted' }, { type: 'agreement.signed' }];
  const paths = createTestModel(carrierSignupMachine).getShortestPaths({
    events: [...events, ...others],
    filterEvents: (state: { can: (event: SignupEvent) => boolean }, event: SignupEvent) => state.can(event),
  } as never);
  expect(new Set(paths.map(({ state }) => state.value))).toEqual(
    new Set(['profile', 'licenses', 'insurance', 'agreement', 'done']),
  );
  // The only way to the end is the signature.
  for (const path of paths.filter(({ state }) => state.value === 'done'))
    expect(path.steps.at(-1)!.event.type).toBe('agreement.signed');
});
