import { expect, test } from 'vitest';
import { bid } from '../models/bid.model.ts';
import { mailing } from '../models/mailing.model.ts';
import { casesOf, drawMutants } from './mutant-cases.ts';
import { mutantsOf } from './mutate.ts';

const mutant = (name: string) => mutantsOf(mailing.machine).find((one) => one.name === name)!;
const walked = (name: string) =>
  casesOf(mailing, mutant(name)).map(({ title, steps }) => ({ title, events: steps.map(({ event }) => event) }));

test('a seed draws the same mistakes again, of all lifecycles together', () => {
  const draw = (seed: number) =>
    drawMutants([bid, mailing], { count: 12, seed }).map(({ model, mutant: { name } }) => `${model.id} ${name}`);
  expect(draw(7)).toEqual(draw(7));
  expect(draw(7)).not.toEqual(draw(8));
  expect(new Set(draw(7)).size).toBe(12);
  expect(new Set(draw(7).map((name) => name.split(' ')[0]))).toEqual(new Set(['bid', 'mailing']));
});

test('a mistake is asked for where it is, by the shortest way there, well filled in and as it is refused', () => {
  const cases = walked('dropped pending: mails.confirmed');
  expect(cases.every(({ title }) => title === 'mails.confirmed in pending')).toBe(true);
  expect(cases.map(({ events }) => events.slice(0, 2))).toEqual(cases.map(() => ['mails.asked', 'mails.confirmed']));
  // One that succeeds, and one with all refusals.
  expect(cases).toHaveLength(2);
});

test('an event that a state does not know is tried there', () => {
  expect(walked('added unsubscribed: mails.left -> pending')[0]).toEqual({
    title: 'mails.left in unsubscribed',
    events: ['mails.left'],
  });
});
