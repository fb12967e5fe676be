import { transition } from 'xstate';
import type { AnyStateMachine, EventObject } from 'xstate';
import { describe, expect, test } from 'vitest';
import { agentLeadLifecycle } from '#src/machines/agent-lead/agent-lead.lifecycle.ts';
import { AGENT_LEAD_TABS } from '#src/machines/agent-lead/agent-lead.types.ts';
import { stagesOf } from '#src/machines/agent-lead/agent-lead.lifecycle.ts';
import { AGREEMENT_STATES, agreementLifecycle } from '#src/machines/agreement/agreement.lifecycle.ts';
import { BID_STATES, bidLifecycle } from '#src/machines/bid/bid.lifecycle.ts';
import { complianceLifecycle } from '#src/machines/carrier/compliance.lifecycle.ts';
import { CHAT_OWNERS, CHAT_STAGES, chatLifecycle } from '#src/machines/chat/chat.lifecycle.ts';
import { JOB_STATES, jobLifecycle } from '#src/machines/job/job.lifecycle.ts';
import { defineLifecycle, guardsOf } from '#src/machines/lifecycle.ts';
import type { Lifecycle } from '#src/machines/lifecycle.ts';
import { MAILING_STATES, mailingLifecycle } from '#src/machines/mailing/mailing.lifecycle.ts';
import { PURCHASE_STATES, purchaseLifecycle } from '#src/machines/marketplace/purchase.lifecycle.ts';
import { onboardingLifecycle } from '#src/machines/onboarding/onboarding.lifecycle.ts';
import { STATE_LEAD_STATES, stateLeadLifecycle } from '#src/machines/state-lead/state-lead.lifecycle.ts';
import { STANDINGS, subscriptionLifecycle } from '#src/machines/subscription/subscription.lifecycle.ts';

/** Every combination of one value from each list. */
const product = <Part>(lists: Record<string, readonly Part[]>): Record<string, Part>[] =>
  Object.entries(lists).reduce<Record<string, Part>[]>(
    (known, [name, values]) => known.flatMap((one) => values.map((value) => ({ ...one, [name]: value }))),
    [{}],
  );
const both = [false, true];
const COVER = ['missing', 'too-low', 'in-force', 'ends-early', 'ended'];
const GATE = ['asked', 'passed'];

/** Every possible state of a row. */
const all: [Lifecycle<never, never, never>, unknown[]][] = [
  [
    agentLeadLifecycle as never,
    AGENT_LEAD_TABS.flatMap((state) =>
      [...(stagesOf(state).length > 0 ? stagesOf(state) : [null])].flatMap((stage) =>
        both.map((isArchived) => ({ state, stage, isArchived })),
      ),
    ),
  ],
  [agreementLifecycle as never, [...AGREEMENT_STATES]],
  [bidLifecycle as never, [...BID_STATES]],
  [chatLifecycle as never, product<string>({ stage: CHAT_STAGES, owner: CHAT_OWNERS })],
  [
    complianceLifecycle as never,
    product({
      agreement: ['unsigned', 'signed'],
      authority: ['pending', 'active', 'revoked'],
      liability: COVER,
      cargo: COVER,
    }),
  ],
  [jobLifecycle as never, [...JOB_STATES]],
  [mailingLifecycle as never, [...MAILING_STATES]],
  [onboardingLifecycle as never, product({ subscribe: GATE, top_cities: GATE, signup_complete: GATE })],
  [purchaseLifecycle as never, [...PURCHASE_STATES]],
  [stateLeadLifecycle as never, product<string | boolean>({ state: STATE_LEAD_STATES, isArchived: both })],
  [subscriptionLifecycle as never, product<string | boolean>({ standing: STANDINGS, isEnding: both })],
];

/** The same lifecycle with guards that return what they are told to. */
function puppet({ machine, ...lifecycle }: Lifecycle<never, never, never>) {
  const held = new Set<string>();
  const implementations = machine.implementations.guards;
  const guards = Object.fromEntries(Object.keys(implementations).map((phrase) => [phrase, () => held.has(phrase)]));
  const provided = machine.provide({ guards } as never) as AnyStateMachine;
  return {
    held,
    ...lifecycle,
    judge: defineLifecycle({ ...lifecycle, ...lifecycle.definition, machine: provided } as never).judge as (
      state: unknown,
      facts: unknown,
      event: EventObject,
    ) => unknown,
    machine: provided,
  };
}

describe('the table of a lifecycle says what XState says', () => {
  test.each(all.map(([lifecycle, states]) => [lifecycle.id, lifecycle, states] as const))(
    '%s, in every state, for every event and outcome of guards',
    (_id, lifecycle, states) => {
      const { held, judge, machine, stateOf, snapshot, nameOf } = puppet(lifecycle) as never as {
        held: Set<string>;
        judge: (
          state: unknown,
          facts: unknown,
          event: EventObject,
        ) => { may: boolean; next?: unknown; unmet?: string[] };
        machine: AnyStateMachine;
        stateOf: (snapshot: unknown) => unknown;
        snapshot: (state: unknown, facts: unknown) => object;
        nameOf: (state: unknown) => string;
      };
      const phrases = new Map<string, Set<string>>();
      for (const { event, guards } of guardsOf(machine))
        phrases.set(event, new Set([...(phrases.get(event) ?? []), ...guards]));
      let asked = 0;
      for (const state of states) {
        const at = machine.resolveState({ ...snapshot(state, {}) } as never);
        for (const [type, names] of phrases) {
          const named = [...names];
          for (let outcome = 0; outcome < 2 ** named.length; outcome += 1) {
            held.clear();
            named.forEach((phrase, index) => outcome & (2 ** index) && held.add(phrase));
            const may = at.can({ type });
            const verdict = judge(state, {}, { type });
            const where = `${nameOf(state)}, ${type}, held: ${[...held].join('; ')}`;
            expect([where, verdict.may, verdict.next]).toEqual([
              where,
              may,
              may ? stateOf(transition(machine, at, { type })[0]) : undefined,
            ]);
            asked += 1;
          }
        }
      }
      expect(asked).toBeGreaterThan(states.length * phrases.size);
    },
  );
});
