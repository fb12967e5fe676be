import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { isBeforePickUp, type Job } from './job-names.ts';
import { JobSteps } from './job-steps.tsx';

const job: Job = {
  id: 'job',
  version: 1,
  state: 'not_started',
  signedAt: '2026-08-10T12:00:00.000Z',
  departedAt: null,
  pickedUpAt: null,
  deliveredAt: null,
  actions: [{ __typename: 'JobAction', step: 'on_the_way', may: true, unmet: [] }],
  papers: [],
  unreadMessages: 0,
};
const drawn = (part: Partial<Job>) =>
  renderToStaticMarkup(
    <JobSteps job={{ ...job, ...part }} by="carrier" busy={false} agreedOn={null} onStep={async () => true} />,
  );
const over = {
  actions: job.actions.map((action) => ({ ...action, may: false, unmet: ['the contract is not closed'] })),
};

test('a job that goes on shows its state, what lies ahead, and the next step', () => {
  const html = drawn({});
  for (const words of ['Not started', 'On the way to the pick-up', 'Delivered', 'I’m on my way'])
    expect(html).toContain(words);
});

test('a job that is over shows what was told of it, and why nothing follows', () => {
  const html = drawn(over);
  expect(html).toContain('The contract is closed.');
  for (const words of ['Not started', 'On the way', 'I’m on my way']) expect(html).not.toContain(words);
  const begun = drawn({ ...over, state: 'picked_up', departedAt: job.signedAt, pickedUpAt: job.signedAt });
  expect(begun).toContain('Picked up');
  expect(begun).not.toContain('Delivered');
});

test.each([
  ['on_the_way', '2026-08-12T12:00:00Z', '2026-08-14', true],
  ['on_the_way', '2026-08-13T12:00:00Z', '2026-08-14', false],
  ['picked_up', '2026-08-13T12:00:00Z', '2026-08-14', true],
  ['delivered', '2026-08-13T12:00:00Z', '2026-08-14', true],
  ['picked_up', '2026-08-14T12:00:00Z', '2026-08-14', false],
  ['picked_up', undefined, '2099-01-01', true],
  ['picked_up', undefined, null, false],
] as const)('%s at %s, agreed for %s: asks whether it is meant: %s', (step, at, agreedOn, isAsked) => {
  expect(isBeforePickUp(step, at, agreedOn)).toBe(isAsked);
});
