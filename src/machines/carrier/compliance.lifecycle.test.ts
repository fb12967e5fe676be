import { getNextSnapshot } from 'xstate';
import { expect, test } from 'vitest';
import { guardsOf } from '../lifecycle.ts';
import { graphOf } from '../lifecycle-graph.ts';
import type { Role } from '../lifecycle.ts';
import { complianceGaps, complianceStandings, insuredFrom } from './compliance.ts';
import {
  REQUIRED_COVER,
  authorityEvent,
  complianceLifecycle,
  complianceOf,
  compliantDays,
  coverReach,
  MINIMUM_COVER,
} from './compliance.lifecycle.ts';
import type { Authority, ComplianceEvent, ComplianceFacts, RequiredCover } from './compliance.lifecycle.ts';
import { DAY } from '#src/machines/calendar/durations.ts';

const TODAY = '2026-11-21';
const date = (offset: number) => new Date(Date.parse(`${TODAY}T12:00:00Z`) + offset * DAY).toISOString().slice(0, 10);
const policy = (kind: string, from: number, to: number, limit_cents = 75_000_000) => ({
  kind,
  limit_cents,
  effective: date(from),
  expiration: date(to),
});
const sound: ComplianceFacts = {
  hasAgreement: true,
  authority: 'active',
  policies: [policy('liability', -100, 100), policy('cargo', -100, 100)],
};
const gaps = (part: Partial<ComplianceFacts>, through = TODAY) => complianceGaps({ ...sound, ...part }, TODAY, through);
const withCargo = (...policies: ComplianceFacts['policies']) => ({ policies: [sound.policies[0]!, ...policies] });

test.each<[string, Partial<ComplianceFacts>, string, string[]]>([
  ['one that has everything lacks nothing', {}, date(100), []],
  ['no agreement', { hasAgreement: false }, TODAY, ['the broker-carrier agreement is not signed']],
  ['an authority that nobody has looked at', { authority: 'pending' }, TODAY, ['the operating authority is pending']],
  ['an authority taken back', { authority: 'revoked' }, TODAY, ['the operating authority is revoked']],
  ['no cargo policy', withCargo(), TODAY, ['there is no cargo insurance']],
  [
    'a policy of another kind',
    withCargo(policy('workers-compensation', -9, 9)),
    TODAY,
    ['there is no cargo insurance'],
  ],
  [
    'a policy that begins tomorrow',
    withCargo(policy('cargo', 1, 90)),
    TODAY,
    ['the cargo insurance starts on Nov 22, 2026'],
  ],
  [
    'the first of two that begin later',
    withCargo(policy('cargo', 43, 90), policy('cargo', 91, 400)),
    date(60),
    ['the cargo insurance starts on Jan 3, 2027'],
  ],
  [
    'one that begins later, and is too low',
    withCargo(policy('cargo', 1, 90, 100)),
    TODAY,
    ['there is no cargo insurance'],
  ],
  [
    'one that ended, and one that begins later',
    withCargo(policy('cargo', -9, -1), policy('cargo', 43, 400)),
    TODAY,
    ['the cargo insurance ended on Nov 20, 2026 (the next policy starts on Jan 3, 2027)'],
  ],
  [
    'one that is too low until one that is enough begins',
    withCargo(policy('cargo', -9, 99, 100), policy('cargo', 43, 400)),
    TODAY,
    ['the cargo coverage is $1.00, and at least $100,000.00 is required (the next policy starts on Jan 3, 2027)'],
  ],
  ['a policy that ends today', withCargo(policy('cargo', -9, 0)), TODAY, []],
  [
    'a policy that ended yesterday',
    withCargo(policy('cargo', -9, -1)),
    TODAY,
    ['the cargo insurance ended on Nov 20, 2026'],
  ],
  ['one that ended, and one that holds', withCargo(policy('cargo', -99, -9), policy('cargo', -8, 9)), date(9), []],
  [
    'a policy that ends before the delivery',
    withCargo(policy('cargo', -9, 8)),
    date(9),
    ['the cargo insurance ends on Nov 29, 2026, before the delivery'],
  ],
  [
    'the next policy, which takes over on the day after',
    withCargo(policy('cargo', -9, 8), policy('cargo', 9, 90)),
    date(90),
    [],
  ],
  [
    'the next policy, a day late',
    withCargo(policy('cargo', -9, 8), policy('cargo', 10, 90)),
    date(90),
    ['the cargo insurance ends on Nov 29, 2026, before the delivery (the next policy starts on Dec 1, 2026)'],
  ],
  [
    'a policy of a dollar',
    withCargo(policy('cargo', -9, 9, 100)),
    TODAY,
    ['the cargo coverage is $1.00, and at least $100,000.00 is required'],
  ],
  [
    'a cent below the minimum',
    withCargo(policy('cargo', -9, 9, MINIMUM_COVER.cargo - 1)),
    TODAY,
    ['the cargo coverage is $99,999.99, and at least $100,000.00 is required'],
  ],
  ['the minimum', withCargo(policy('cargo', -9, 9, MINIMUM_COVER.cargo)), TODAY, []],
  [
    'liability that the hint calls too little',
    { policies: [policy('liability', -9, 9, 50_000_000), policy('cargo', -9, 9)] },
    TODAY,
    ['the liability coverage is $500,000.00, and at least $750,000.00 is required'],
  ],
  [
    'two that are too low do not add up',
    withCargo(policy('cargo', -9, 9, 6_000_000), policy('cargo', -9, 9, 7_000_000)),
    TODAY,
    ['the cargo coverage is $70,000.00, and at least $100,000.00 is required'],
  ],
  [
    'one that is too low beside one that is enough',
    withCargo(policy('cargo', -9, 99, 100), policy('cargo', -9, 9)),
    TODAY,
    [],
  ],
  [
    'one that is too low does not go on where the other ends',
    withCargo(policy('cargo', -9, 99, 100), policy('cargo', -9, 8)),
    date(9),
    ['the cargo insurance ends on Nov 29, 2026, before the delivery'],
  ],
  [
    'one that is too low after the one that was enough',
    withCargo(policy('cargo', -99, -9), policy('cargo', -8, 9, 100)),
    TODAY,
    ['the cargo coverage is $1.00, and at least $100,000.00 is required'],
  ],
  [
    'one that was too low, and is over',
    withCargo(policy('cargo', -9, -1, 100)),
    TODAY,
    ['there is no cargo insurance'],
  ],
  [
    'a job of the past is judged by today',
    withCargo(policy('cargo', -9, -1)),
    date(-5),
    ['the cargo insurance ended on Nov 20, 2026'],
  ],
])('%s', (_, part, through, told) => {
  expect(gaps(part, through)).toEqual(told);
});

test('each standing says where it is, until when, and what it blocks', () => {
  const facts = { ...sound, authority: 'pending', ...withCargo(policy('cargo', -9, 3)) } as const;
  expect(complianceStandings(facts, TODAY, date(9))).toEqual([
    { requirement: 'agreement', state: 'signed', isMet: true, until: null, starts: null, gap: null, blocks: [] },
    {
      requirement: 'authority',
      state: 'pending',
      isMet: false,
      until: null,
      starts: null,
      gap: 'the operating authority is pending',
      blocks: ['board', 'bid', 'award'],
    },
    { requirement: 'liability', state: 'in-force', isMet: true, until: date(100), starts: null, gap: null, blocks: [] },
    {
      requirement: 'cargo',
      state: 'ends-early',
      isMet: false,
      until: date(3),
      starts: null,
      gap: 'the cargo insurance ends on Nov 24, 2026, before the delivery',
      blocks: ['bid', 'award'],
    },
  ]);
});

test('policies that start later say so, and from which day nothing lacks', () => {
  const from = (policies: ComplianceFacts['policies']) =>
    insuredFrom(complianceStandings({ ...sound, policies }, TODAY, TODAY));
  const later = [policy('liability', 9, 90), policy('cargo', 43, 90)];
  const { requirement, state, starts, isMet } = complianceStandings({ ...sound, policies: later }, TODAY, TODAY)[3]!;
  expect([requirement, state, starts, isMet]).toEqual(['cargo', 'missing', '2027-01-03', false]);
  expect([from(later), from([later[0]!]), from([later[0]!, sound.policies[1]!]), from(sound.policies)]).toEqual([
    '2027-01-03',
    null,
    date(9),
    null,
  ]);
});

test('who may do what: the agreement and policies are the carrier’s, the authority the agents’, days the clock’s', () => {
  const by: Record<ComplianceEvent['type'], Role> = {
    'agreement.signed': 'carrier',
    'authority.activated': 'agent',
    'authority.revoked': 'agent',
    'authority.reopened': 'agent',
    'policy.added': 'carrier',
    'policy.removed': 'carrier',
    'policy.started': 'system',
    'policy.ended': 'system',
  };
  expect(new Set(guardsOf(complianceLifecycle.machine).map(({ event }) => event))).toEqual(new Set(Object.keys(by)));
  const { state, reach } = complianceOf({ ...sound, hasAgreement: false, authority: 'revoked' }, TODAY, TODAY);
  for (const [type, who] of Object.entries(by) as [ComplianceEvent['type'], Role][]) {
    for (const role of ['agent', 'carrier', 'client', 'mover', 'assistant', 'visitor', 'system'] as const) {
      const event = {
        type,
        by: role,
        kind: 'cargo',
        until: null,
        lowLimit: null,
        today: TODAY,
        through: TODAY,
      } as ComplianceEvent;
      // If the state does not have the event, nobody may trigger it.
      const mayAtAll = type !== 'authority.revoked';
      expect([type, role, complianceLifecycle.judge(state, reach, event).may]).toEqual([
        type,
        role,
        mayAtAll && role === who,
      ]);
    }
  }
});

test('an authority becomes what an agent chooses, but not what it is', () => {
  const all: Authority[] = ['active', 'pending', 'revoked'];
  for (const from of all) {
    for (const to of all) {
      const { state, reach } = complianceOf({ ...sound, authority: from }, TODAY, TODAY);
      const event = { type: authorityEvent[to], by: 'agent' } as ComplianceEvent;
      expect([from, to, complianceLifecycle.judge(state, reach, event).may]).toEqual([from, to, from !== to]);
      expect(complianceLifecycle.judge(state, reach, event)).toMatchObject(
        from === to ? { may: false } : { may: true, next: { authority: to } },
      );
    }
  }
});

const at = ({ state, reach }: ReturnType<typeof complianceOf>) => complianceLifecycle.snapshot(state, reach);

/** Deterministic numbers from 0 (inclusive) to 1 (exclusive). */
function* chances(seed: number): Generator<number, never> {
  for (let state = seed; ; state = (state * 48_271) % 2_147_483_647) yield state / 2_147_483_647;
}

test('whatever happens in whatever order, the lifecycle stands where the rows say', () => {
  const seen = new Set<string>();
  const places = graphOf(complianceLifecycle.machine).nodes.map(({ id }) => id);
  for (let seed = 1; seed <= 120; seed += 1) {
    const random = chances((seed * 10_000_019) % 2_147_483_647);
    const between = (from: number, to: number) => from + Math.floor(random.next().value * (to - from + 1));
    const through = date(between(-5, 30));
    let rows: ComplianceFacts = { hasAgreement: false, authority: 'pending', policies: [] };
    let day = 0;
    let lifecycle = at(complianceOf(rows, TODAY, through));
    const send = (event: ComplianceEvent) => {
      lifecycle = getNextSnapshot(complianceLifecycle.machine, lifecycle, event);
    };
    const reach = (kind: RequiredCover) => ({
      kind,
      ...coverReach(rows.policies, kind, date(day)),
      today: date(day),
      through,
    });
    const happenings = [
      () => {
        rows = { ...rows, hasAgreement: true };
        send({ type: 'agreement.signed', by: 'carrier' });
      },
      () => {
        const authority = (['active', 'pending', 'revoked'] as const)[between(0, 2)]!;
        rows = { ...rows, authority };
        send({ type: authorityEvent[authority], by: 'agent' });
      },
      () => {
        const kind = REQUIRED_COVER[between(0, 1)]!;
        const from = day + between(-20, 20);
        rows = {
          ...rows,
          policies: [
            ...rows.policies,
            policy(kind, from, from + between(1, 30), between(0, 2) === 0 ? 100 : 75_000_000),
          ],
        };
        send({ type: 'policy.added', by: 'carrier', ...reach(kind) });
      },
      () => {
        const kind = REQUIRED_COVER[between(0, 1)]!;
        const gone = rows.policies.find((held) => held.kind === kind);
        rows = { ...rows, policies: rows.policies.filter((held) => held !== gone) };
        send({ type: 'policy.removed', by: 'carrier', ...reach(kind) });
      },
      () => {
        day += 1;
        for (const kind of REQUIRED_COVER) {
          const held = rows.policies.filter((one) => one.kind === kind);
          if (held.some(({ effective }) => effective === date(day)))
            send({ type: 'policy.started', by: 'system', ...reach(kind) });
          if (held.some(({ expiration }) => expiration === date(day - 1)))
            send({ type: 'policy.ended', by: 'system', ...reach(kind) });
        }
      },
    ];
    for (let count = 0; count < 30; count += 1) {
      // Days pass more often than anything else happens.
      happenings[Math.min(between(0, 9), 4)]!();
      const told = at(complianceOf(rows, date(day), through));
      expect([seed, count, lifecycle.value, lifecycle.context.until]).toEqual([
        seed,
        count,
        told.value,
        told.context.until,
      ]);
      for (const [region, state] of Object.entries(lifecycle.value)) seen.add(`${region}.${state}`);
    }
  }
  expect([...seen].toSorted()).toEqual(places.toSorted());
});

test('the days that are kept of a carrier say for every day and every last day of a job what the lifecycle says', () => {
  const random = chance(29);
  const day = (number: number) => new Date(Date.UTC(2030, 0, 1 + number)).toISOString().slice(0, 10);
  for (let round = 0; round < 60; round++) {
    const policies = Array.from({ length: 2 + Math.floor(random() * 6) }, () => {
      const first = Math.floor(random() * 9);
      return {
        kind: random() < 0.5 ? 'liability' : 'cargo',
        limit_cents: random() < 0.8 ? 75_000_000 : 100,
        effective: day(first),
        expiration: day(first + 1 + Math.floor(random() * 5)),
      };
    });
    const authority = random() < 0.95 ? 'active' : 'revoked';
    const facts: ComplianceFacts = { hasAgreement: random() < 0.95, authority, policies };
    const days = compliantDays(facts);
    const wrong: string[] = [];
    for (let today = 0; today < 14; today++)
      for (let through = 0; through < 14; through++) {
        const [from, last] = [day(today), day(Math.max(today, through))];
        const isKept = days.some(([first, until]) => first <= from && last <= until);
        if (isKept !== (complianceGaps(facts, from, day(through)).length === 0)) wrong.push(`${from} ${day(through)}`);
      }
    expect(wrong, JSON.stringify({ facts, days })).toEqual([]);
  }
});

/** Deterministic numbers between 0 and 1. */
function chance(seed: number): () => number {
  let state = seed;
  return () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;
}
