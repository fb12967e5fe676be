import { describe, expect, it, vi } from 'vitest';
import { agentLead } from '../models/agent-lead.model.ts';
import { mailing } from '../models/mailing.model.ts';
import { models } from '../models/all.ts';
import { coverageAsText, coverageOf } from './coverage.ts';
import { choose } from './strategies.ts';
import { walkOf } from './walk.ts';

// On a busy machine.
vi.setConfig({ testTimeout: 60_000 });

const limits = { cases: 20, length: 20, seed: 7 };

/** How far the cover still reaches after an event on a policy determines the place: some combinations cannot occur. */
const open: Record<string, RegExp> = { compliance: /^(liability|cargo): policy\./ };

describe.each(models.map((model) => [model.id, model] as const))('%s', (id, model) => {
  it('shortest and refused cases together meet every state, transition, guard and refusal', () => {
    const walk = walkOf(model);
    const { states, transitions, guards, refusals } = coverageOf(walk, [
      ...choose(walk, 'shortest', limits).paths,
      ...choose(walk, 'refused', limits).paths,
    ]);
    expect([states, transitions, refusals].flatMap(({ missing }) => missing)).toEqual([]);
    expect(guards.missing.filter((name) => !open[id]?.test(name))).toEqual([]);
  });
});

it('names what no case took', () => {
  const coverage = coverageOf(walkOf(mailing), [
    [
      { event: 'mails.asked', from: 'unsubscribed' },
      { event: 'mails.lapsed', from: 'pending' },
      { event: 'mails.left', from: 'pending', by: 'agent' },
      { event: 'mails.left', from: 'unsubscribed' },
    ],
  ]);
  expect(coverage.states).toEqual({ all: 3, missing: ['subscribed'] });
  expect(coverage.transitions.missing).toEqual([
    'pending --mails.asked--> pending',
    'pending --mails.confirmed--> subscribed',
    'pending --mails.left--> unsubscribed',
    'subscribed --mails.asked--> subscribed',
    'subscribed --mails.confirmed--> subscribed',
    'subscribed --mails.changed--> subscribed',
    'subscribed --mails.left--> unsubscribed',
  ]);
  expect(coverage.refusals).toEqual({
    all: 6,
    missing: [
      'unsubscribed: mails.confirmed',
      'unsubscribed: mails.changed',
      'unsubscribed: mails.lapsed',
      'pending: mails.changed',
      'subscribed: mails.lapsed',
    ],
  });
  const seen = [
    'unsubscribed: mails.asked: the visitor does it (holds)',
    'pending: mails.lapsed: nobody confirmed in time (holds)',
    'pending: mails.left: the visitor does it (does not hold)',
  ];
  expect(coverage.guards.missing.filter((name) => seen.includes(name))).toEqual([]);
  expect(coverage.guards.missing).toContain('pending: mails.left: the visitor does it (holds)');
  expect(coverageAsText(coverage)).toContain('states       2 of 3\n  not covered: subscribed\n');
});

it('does not take the shortest ways for more than they are', () => {
  const walk = walkOf(agentLead);
  const { transitions, guards, refusals } = coverageOf(walk, choose(walk, 'shortest', limits).paths);
  expect(transitions.missing).toEqual([]);
  expect(guards.missing).toContain('live.new: quote.sent: the client has an email address (does not hold)');
  expect(refusals.missing).toHaveLength(refusals.all);
});
