import { createMachine } from 'xstate';
import { describe, expect, it } from 'vitest';
import { agentLead } from '../models/agent-lead.model.ts';
import { agreement } from '../models/agreement.model.ts';
import { bid } from '../models/bid.model.ts';
import { mailing } from '../models/mailing.model.ts';
import { purchase } from '../models/purchase.model.ts';
import { stateLead } from '../models/state-lead.model.ts';
import { definitionsOf, overMachine } from './lifecycle.ts';
import { caughtOf, LEAST, mutantsOf, mutate, mutationsAsText } from './mutate.ts';
import { outcomeOf } from './moves.ts';
import { walkOf } from './walk.ts';

const place = { states: walkOf(mailing).places };
const mutant = (name: string) =>
  overMachine(mailing, mutantsOf(mailing.machine).find((one) => one.name === name)!.machine);
const outcome = (name: string, from: string, event: string, by?: 'agent') =>
  outcomeOf({ model: mutant(name), places: place.states }, { from, event, ...(by && { by }) });

describe('a mutant', () => {
  it('has lost a transition', () => {
    expect(outcome('dropped pending: mails.left', 'pending', 'mails.left').verdict).toEqual({
      may: false,
      because: 'state',
      unmet: [],
    });
    expect(outcome('dropped pending: mails.left', 'subscribed', 'mails.left').to).toBe('unsubscribed');
  });
  it('has won one', () => {
    expect(outcome('added unsubscribed: mails.left -> pending', 'unsubscribed', 'mails.left')).toEqual({
      to: 'pending',
      verdict: { may: true },
    });
  });
  it('has one guard the wrong way round, and the others as they were', () => {
    expect(outcome('negated pending: mails.left: the visitor does it', 'pending', 'mails.left').verdict.may).toBe(
      false,
    );
    expect(outcome('negated pending: mails.left: the visitor does it', 'pending', 'mails.left', 'agent').to).toBe(
      'unsubscribed',
    );
    expect(
      outcome('negated pending: mails.lapsed: nobody confirmed in time', 'pending', 'mails.lapsed', 'agent').verdict,
    ).toMatchObject({ because: 'role' });
  });
  it('leads elsewhere', () => {
    expect(outcome('swapped pending: mails.confirmed -> unsubscribed', 'pending', 'mails.confirmed')).toEqual({
      to: 'unsubscribed',
      verdict: { may: true },
    });
  });
  it('differs from the lifecycle in one thing, and leaves the lifecycle alone', () => {
    const before = definitionsOf(mailing.machine);
    const mutants = mutantsOf(mailing.machine);
    // Nine transitions; six pairs of a state and an event that it does not handle; a neighbor for each of the nine.
    expect(Object.groupBy(mutants, ({ kind }) => kind)).toMatchObject({
      dropped: { length: 9 },
      added: { length: 6 },
      swapped: { length: 9 },
    });
    expect(new Set(mutants.map(({ name }) => name)).size).toBe(mutants.length);
    expect(definitionsOf(mailing.machine)).toEqual(before);
  });
});

describe.each([agentLead, agreement, bid, mailing, purchase, stateLead].map((model) => [model.id, model] as const))(
  '%s',
  (_id, model) => {
    it('has its mistakes noticed by its cases', () => {
      const report = mutate(model);
      expect(report.mutants).toBeGreaterThan(20);
      expect(report.survivors).toEqual([]);
    }, 60_000);
  },
);

it('catches little where little is asked, and says by name what was not caught', () => {
  // Only one event of the whole lifecycle is sent: nothing leads on from the second place.
  const { 'mails.asked': asked } = mailing.events;
  const report = mutate({ ...mailing, events: { 'mails.asked': asked! }, breaks: {} });
  expect(report.survivors).toContain('dropped subscribed: mails.left');
  expect(report.survivors).not.toContain('dropped unsubscribed: mails.asked');
  expect(caughtOf(report)).toBeLessThan(LEAST);
  expect(mutationsAsText([report])).toContain('\n  survived: dropped subscribed: mails.left');
});

it('does not take a lifecycle for another where it is the same', () => {
  const copy = createMachine(mailing.machine.config as never, mailing.machine.implementations as never);
  const walk = walkOf(mailing);
  expect(walkOf(overMachine(mailing, copy)).edges).toEqual(walk.edges);
});
