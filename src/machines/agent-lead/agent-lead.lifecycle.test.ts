import { readFileSync } from 'node:fs';
import { getNextSnapshot } from 'xstate';
import { describe, expect, test } from 'vitest';
import { guardsOf, refusalAt } from '../lifecycle.ts';
import { AGENT_LEAD_STAGES, AGENT_LEAD_TABS, noFacts } from './agent-lead.types.ts';
import type {
  AgentLeadEvent,
  AgentLeadEventType,
  AgentLeadFacts,
  AgentLeadPlace,
  AgentLeadStage,
  AgentLeadTab,
} from './agent-lead.types.ts';
import { leadTabs } from '../session/routes.ts';
import { agentLeadLifecycle, stagesOf } from './agent-lead.lifecycle.ts';
import { AGENT_LEAD_EVENT_TYPES, agentLeadMoves, awardedFromBoardAfter, wellFilled } from './agent-lead.moves.ts';

/** Facts that meet every requirement. */
const ready: AgentLeadFacts = {
  today: '2026-06-01',
  clientEmail: 'client@mail.example',
  estimateTotal: 425_000,
  quote: { total: 425_000, validUntil: '2026-06-01' },
  hasOrigin: true,
  hasDestination: true,
  moveDate: '2026-06-01',
  activeBids: 2,
  awardableBids: 1,
  awardedCarrierId: 'carrier-1',
  awardedFromBoard: true,
  isCarrierPaid: false,
  balanceDue: 425_000,
};

const at = (name: string, isArchived = false): AgentLeadPlace => {
  const [state, stage = null] = name.split('/') as [AgentLeadTab, AgentLeadStage?];
  return { state, stage, isArchived };
};
const nameOf = (place: AgentLeadPlace) => [place.state, place.stage].filter(Boolean).join('/');

/**
 * The whole lifecycle, written out by hand so that a change of the model must be deliberate. Editing is the same
 * everywhere, and so is archiving where no carrier has the job.
 */
const pinned: Record<string, Partial<Record<AgentLeadEventType, string>>> = {
  new: { 'lead.followed-up': 'follow-up', 'quote.sent': 'quote-sent/waiting' },
  'follow-up': {
    'lead.followed-up': 'follow-up',
    'quote.sent': 'quote-sent/waiting',
    'quote.opened': 'follow-up',
    'quote.asked': 'follow-up',
    'quote.declined': 'follow-up',
    'quote.accepted': 'contract-sent',
  },
  'quote-sent/waiting': {
    'lead.followed-up': 'follow-up',
    'quote.sent': 'quote-sent/waiting',
    'quote.opened': 'quote-sent/waiting',
    'quote.asked': 'quote-sent/waiting',
    'quote.declined': 'follow-up',
    'quote.accepted': 'contract-sent',
    'contract.sent': 'contract-sent',
  },
  'quote-sent/accepted': {
    'lead.followed-up': 'follow-up',
    'quote.sent': 'quote-sent/waiting',
    'quote.opened': 'quote-sent/accepted',
    'quote.asked': 'quote-sent/accepted',
    'quote.declined': 'follow-up',
    'contract.sent': 'contract-sent',
  },
  'contract-sent': {
    'quote.opened': 'contract-sent',
    'quote.asked': 'contract-sent',
    'payment.recorded': 'contract-sent',
    'lead.followed-up': 'follow-up',
    'contract.reopened': 'quote-sent/waiting',
    'contract.sent': 'contract-sent',
    'contract.signed': 'contracted',
    'contract.marked-signed': 'contracted',
    'contract.declined': 'follow-up',
  },
  contracted: {
    'payment.recorded': 'contracted',
    'contract.reopened': 'quote-sent/waiting',
    'load.posted': 'award-carrier',
    'carrier.special-awarded': 'open-contracts/awaiting-carrier',
  },
  'award-carrier': {
    'payment.recorded': 'award-carrier',
    'contract.reopened': 'quote-sent/waiting',
    'bid.placed': 'award-carrier',
    'bid.revised': 'award-carrier',
    'bid.withdrawn': 'award-carrier',
    'carrier.awarded': 'open-contracts/awaiting-carrier',
    'carrier.special-awarded': 'open-contracts/awaiting-carrier',
    'load.taken-off': 'contracted',
  },
  'open-contracts/awaiting-carrier': {
    'payment.recorded': 'open-contracts/awaiting-carrier',
    'carrier.signed': 'open-contracts/in-progress',
    'carrier.declined': 'award-carrier',
    'award.withdrawn': 'award-carrier',
  },
  'open-contracts/in-progress': {
    'payment.recorded': 'open-contracts/in-progress',
    'carrier.dropped': 'award-carrier',
    'contract.closed': 'completed-contracts/closed',
  },
  'completed-contracts/closed': {
    'payment.recorded': 'completed-contracts/closed',
    'price.reduced': 'completed-contracts/closed',
    'contract.corrected': 'open-contracts/in-progress',
    'invoice.sent': 'completed-contracts/invoiced',
  },
  'completed-contracts/invoiced': {
    'invoice.sent': 'completed-contracts/invoiced',
    'payment.recorded': 'completed-contracts/invoiced',
    'price.reduced': 'completed-contracts/invoiced',
  },
  'completed-contracts/paid': {
    'payment.recorded': 'completed-contracts/paid',
    'payment.reopened': 'completed-contracts/invoiced',
    'price.reduced': 'completed-contracts/paid',
  },
};

describe('every place and event', () => {
  for (const [name, moves] of Object.entries(pinned)) {
    test(name, () => {
      const isBooked = name.startsWith('open-contracts');
      const expected = {
        ...moves,
        'lead.edited': name,
        ...(isBooked ? {} : { 'lead.archived': `${name} archived` }),
      };
      const actual = Object.fromEntries(
        AGENT_LEAD_EVENT_TYPES.flatMap((type) => {
          const verdict = agentLeadLifecycle.judge(at(name), ready, wellFilled[type](ready) as AgentLeadEvent);
          return verdict.may ? [[type, nameOf(verdict.next) + (verdict.next.isArchived ? ' archived' : '')]] : [];
        }),
      );
      expect(actual).toEqual(expected);
    });

    test(`${name}, archived, takes only being restored, and goes back to its place`, () => {
      const accepted = AGENT_LEAD_EVENT_TYPES.filter(
        (type) => agentLeadLifecycle.judge(at(name, true), ready, wellFilled[type](ready) as AgentLeadEvent).may,
      );
      expect(accepted).toEqual(['lead.restored']);
      expect(agentLeadLifecycle.judge(at(name, true), ready, { type: 'lead.restored', by: 'agent' })).toEqual({
        may: true,
        next: at(name),
      });
    });
  }
});

const quote = { type: 'quote.sent', by: 'agent', total: 425_000, validUntil: '2026-06-01' } as const;

const accepted = { type: 'quote.accepted', by: 'client', isCurrent: true, total: 425_000, isPaperReady: true } as const;

const reduction = { type: 'price.reduced', by: 'agent', amount: 100, price: 425_000, reason: 'late' } as const;

/** Each guard by itself: the place, an event that fails only this guard, and the phrase that explains it. */
type Refused = [guard: string, place: string, event: AgentLeadEvent, facts: Partial<AgentLeadFacts>];
const refusals: Refused[] = [
  ['an agent does it', 'new', { ...quote, by: 'carrier' }, {}],
  ['an agent does it', 'new', { type: 'lead.edited', by: 'client' }, {}],
  ['an agent does it', 'contract-sent', { type: 'contract.marked-signed', by: 'client', hasSignedPaper: true }, {}],
  ['an agent does it', 'award-carrier', { type: 'load.taken-off', by: 'carrier' }, {}],
  [
    'an agent does it',
    'open-contracts/in-progress',
    { type: 'contract.closed', by: 'carrier', hasCompletionStatement: true },
    {},
  ],
  ['an agent does it', 'completed-contracts/invoiced', { type: 'payment.recorded', by: 'client', amount: 1 }, {}],
  ['an amount is given', 'contracted', { type: 'payment.recorded', by: 'agent', amount: 0 }, {}],
  [
    'no more is paid than is due, or it is recorded as overpaid',
    'contracted',
    { type: 'payment.recorded', by: 'agent', amount: 425_001 },
    {},
  ],
  ['the system does it', 'completed-contracts/invoiced', { type: 'payment.completed', by: 'agent' }, { balanceDue: 0 }],
  ['the client has paid the invoice', 'completed-contracts/invoiced', { type: 'payment.completed', by: 'system' }, {}],
  [
    'the client owes a part of the invoice',
    'completed-contracts/paid',
    { type: 'payment.reopened', by: 'system' },
    { balanceDue: 0 },
  ],
  ['the client does it', 'contract-sent', { type: 'contract.signed', by: 'agent' }, {}],
  ['the client does it', 'contract-sent', { type: 'contract.declined', by: 'agent', reason: 'no' }, {}],
  ['a carrier does it', 'award-carrier', { type: 'bid.withdrawn', by: 'agent' }, {}],
  [
    'a carrier does it',
    'award-carrier',
    { type: 'bid.placed', by: 'agent', carrier: { id: '1', gaps: [] }, isInWindow: true },
    {},
  ],
  [
    'the awarded carrier does it',
    'open-contracts/awaiting-carrier',
    { type: 'carrier.signed', by: 'carrier', carrierId: 'carrier-2' },
    {},
  ],
  [
    'the awarded carrier does it',
    'open-contracts/awaiting-carrier',
    { type: 'carrier.declined', by: 'agent', carrierId: 'carrier-1', reason: 'no' },
    {},
  ],
  ['a reason is given', 'new', { type: 'lead.archived', by: 'agent', reason: ' ' }, {}],
  [
    'no carrier has the job',
    'open-contracts/awaiting-carrier',
    { type: 'lead.archived', by: 'agent', reason: 'spam' },
    {},
  ],
  ['no carrier has the job', 'open-contracts/in-progress', { type: 'lead.archived', by: 'agent', reason: 'spam' }, {}],
  ['a reason is given', 'new', { type: 'lead.followed-up', by: 'agent', date: '2026-06-01', reason: '' }, {}],
  [
    'a reason is given',
    'contracted',
    { type: 'carrier.special-awarded', by: 'agent', carrier: { id: '1', gaps: [] }, reason: '' },
    {},
  ],
  ['a reason is given', 'open-contracts/awaiting-carrier', { type: 'award.withdrawn', by: 'agent', reason: '' }, {}],
  [
    'a reason is given',
    'open-contracts/awaiting-carrier',
    { type: 'carrier.declined', by: 'carrier', carrierId: 'carrier-1', reason: '' },
    {},
  ],
  ['a reason is given', 'contract-sent', { type: 'contract.declined', by: 'client', reason: '' }, {}],
  [
    'the follow-up date is today or later',
    'new',
    { type: 'lead.followed-up', by: 'agent', date: '2026-05-31', reason: 'call' },
    {},
  ],
  ['the client has an email address', 'new', quote, { clientEmail: null }],
  [
    'the client has an email address',
    'quote-sent/waiting',
    { type: 'contract.sent', by: 'agent' },
    { clientEmail: null },
  ],
  [
    'the client has an email address',
    'completed-contracts/closed',
    { type: 'invoice.sent', by: 'agent' },
    { clientEmail: null },
  ],
  [
    'the client has an email address',
    'completed-contracts/invoiced',
    { type: 'invoice.sent', by: 'agent' },
    { clientEmail: null },
  ],
  ['the client does it', 'quote-sent/waiting', { ...accepted, by: 'agent' }, {}],
  ['the client does it', 'follow-up', { type: 'quote.opened', by: 'agent', isCurrent: true }, {}],
  ['the estimate is the one that was sent last', 'quote-sent/waiting', { ...accepted, isCurrent: false }, {}],
  [
    'the estimate is the one that was sent last',
    'quote-sent/accepted',
    { type: 'quote.declined', by: 'client', isCurrent: false, reason: 'no' },
    {},
  ],
  ['the price is the one that the client saw', 'follow-up', { ...accepted, total: 424_999 }, {}],
  [
    'the client has a quote that is still valid',
    'quote-sent/waiting',
    accepted,
    { quote: { total: 425_000, validUntil: '2026-05-31' } },
  ],
  [
    'a reason is given',
    'quote-sent/waiting',
    { type: 'quote.declined', by: 'client', isCurrent: true, reason: ' ' },
    {},
  ],
  ['the estimate has a total above zero', 'follow-up', { ...quote, total: 0 }, { estimateTotal: 0 }],
  ['there is an estimate', 'new', { ...quote, total: 0, validUntil: '' }, { estimateTotal: null }],
  ['the estimate is valid today or later', 'quote-sent/waiting', { ...quote, validUntil: '2026-05-31' }, {}],
  [
    'the client has a quote that is still valid',
    'quote-sent/waiting',
    { type: 'contract.sent', by: 'agent' },
    { quote: null },
  ],
  [
    'the client has a quote that is still valid',
    'contract-sent',
    { type: 'contract.sent', by: 'agent' },
    { quote: { total: 1, validUntil: '2026-05-31' } },
  ],
  ['the pick-up dates are known', 'quote-sent/waiting', { type: 'contract.sent', by: 'agent' }, { moveDate: null }],
  ['the pick-up dates are known', 'contract-sent', { type: 'contract.sent', by: 'agent' }, { moveDate: null }],
  [
    'the signed paper and its date are attached',
    'contract-sent',
    { type: 'contract.marked-signed', by: 'agent', hasSignedPaper: false },
    {},
  ],
  ['the origin is known', 'contracted', { type: 'load.posted', by: 'agent' }, { hasOrigin: false }],
  ['the destination is known', 'contracted', { type: 'load.posted', by: 'agent' }, { hasDestination: false }],
  ['the move date is today or later', 'contracted', { type: 'load.posted', by: 'agent' }, { moveDate: '2026-05-31' }],
  ['the move date is today or later', 'contracted', { type: 'load.posted', by: 'agent' }, { moveDate: null }],
  [
    'a carrier has an active bid',
    'award-carrier',
    { type: 'carrier.awarded', by: 'agent', isBidActive: false, carrier: { id: '1', gaps: [] } },
    {},
  ],
  [
    'the carrier is compliant',
    'award-carrier',
    {
      type: 'carrier.awarded',
      by: 'agent',
      isBidActive: true,
      carrier: { id: '1', gaps: ['there is no cargo insurance'] },
    },
    {},
  ],
  [
    'the carrier is compliant',
    'contracted',
    { type: 'carrier.special-awarded', by: 'agent', carrier: null, reason: 'known' },
    {},
  ],
  [
    'the carrier is compliant',
    'award-carrier',
    { type: 'bid.revised', by: 'carrier', carrier: { id: '1', gaps: ['gap'] }, isInWindow: true },
    {},
  ],
  [
    'the start date is inside the pick-up window',
    'award-carrier',
    { type: 'bid.placed', by: 'carrier', carrier: { id: '1', gaps: [] }, isInWindow: false },
    {},
  ],
  ...(
    ['contract-sent', 'contracted', 'award-carrier', 'open-contracts/in-progress', 'completed-contracts/paid'] as const
  ).map((place): Refused => [
    'stops, dates, items and price stay as the client agreed',
    place,
    { type: 'lead.edited', by: 'agent', changesAgreed: true },
    {},
  ]),
  ['a reason is given', 'contracted', { type: 'contract.reopened', by: 'agent', reason: ' ' }, {}],
  ['a reason is given', 'open-contracts/in-progress', { type: 'carrier.dropped', by: 'agent', reason: '' }, {}],
  ['a reason is given', 'completed-contracts/closed', { type: 'contract.corrected', by: 'agent', reason: '' }, {}],
  ['an agent does it', 'completed-contracts/paid', { ...reduction, by: 'client' }, {}],
  ['an amount is given', 'completed-contracts/closed', { ...reduction, amount: 0 }, {}],
  ['no more comes off than the price', 'completed-contracts/invoiced', { ...reduction, amount: 425_001 }, {}],
  ['a reason is given', 'completed-contracts/paid', { ...reduction, reason: ' ' }, {}],
  [
    'the carrier has not been paid',
    'completed-contracts/closed',
    { type: 'contract.corrected', by: 'agent', reason: 'mistake' },
    { isCarrierPaid: true },
  ],
  [
    'the completion-of-work statement is attached',
    'open-contracts/in-progress',
    { type: 'contract.closed', by: 'agent', hasCompletionStatement: false },
    {},
  ],
];

describe('a guard that does not hold refuses with its own phrase', () => {
  test.each(refusals)('%s: %s', (guard, place, event, facts) => {
    const because = guard.endsWith(' does it') ? 'role' : 'requirements';
    expect(agentLeadLifecycle.judge(at(place), { ...ready, ...facts }, event)).toEqual({
      may: false,
      because,
      unmet: [guard],
    });
  });

  test('every guard of the lifecycle is among them', () => {
    const named = new Set(guardsOf(agentLeadLifecycle.machine).flatMap((row) => row.guards));
    // Guards that only choose between two targets refuse nobody.
    named.delete('the load was on the board before the award');
    named.delete('the agreement can be sent at once');
    expect([...named].sort()).toEqual([...new Set(refusals.map(([guard]) => guard))].sort());
  });
});

test.each([
  ['carrier.declined', 'open-contracts/awaiting-carrier'],
  ['award.withdrawn', 'open-contracts/awaiting-carrier'],
  ['carrier.dropped', 'open-contracts/in-progress'],
] as const)('%s: a load that was never posted does not come to the board by it', (type, place) => {
  const given = (isFromBoard: boolean) => ({ ...ready, awardedFromBoard: isFromBoard });
  const ends = (isFromBoard: boolean) =>
    agentLeadLifecycle.judge(at(place), given(isFromBoard), wellFilled[type](given(isFromBoard)));
  expect(ends(true)).toEqual({ may: true, next: at('award-carrier') });
  expect(ends(false)).toEqual({ may: true, next: at('contracted') });
});

test('only the events of an award change what is remembered about it, in every place', () => {
  const { machine, snapshot } = agentLeadLifecycle;
  for (const name of Object.keys(pinned))
    for (const type of AGENT_LEAD_EVENT_TYPES)
      for (const awardedFromBoard of [true, false]) {
        const facts = { ...ready, awardedFromBoard };
        const [place, event] = [at(name), wellFilled[type](facts)];
        const { context } = getNextSnapshot(machine, snapshot(place, facts), event);
        expect(awardedFromBoardAfter(place, facts, event), `${type} in ${name}`).toBe(context.awardedFromBoard);
      }
});

test.each(['quote-sent/waiting', 'follow-up'])('from %s, what is accepted before it can be signed waits', (place) => {
  const ends = (isPaperReady: boolean) => agentLeadLifecycle.judge(at(place), ready, { ...accepted, isPaperReady });
  expect(ends(true)).toEqual({ may: true, next: at('contract-sent') });
  expect(ends(false)).toEqual({ may: true, next: at('quote-sent/accepted') });
});

test('an invoice is paid by its sum, and by nobody who says so', () => {
  const judge = (balanceDue: number, name: string, type: 'payment.completed' | 'payment.reopened') =>
    agentLeadLifecycle.judge(at(name), { ...ready, balanceDue }, { type, by: 'system' });
  expect(judge(0, 'completed-contracts/invoiced', 'payment.completed')).toEqual({
    may: true,
    next: at('completed-contracts/paid'),
  });
  expect(judge(-100, 'completed-contracts/invoiced', 'payment.completed').may).toBe(true);
  expect(judge(1, 'completed-contracts/invoiced', 'payment.completed').may).toBe(false);
  expect(judge(1, 'completed-contracts/paid', 'payment.reopened')).toEqual({
    may: true,
    next: at('completed-contracts/invoiced'),
  });
});

describe('places', () => {
  test('the lists of states are those of the lifecycle', () => {
    const { states } = agentLeadLifecycle.machine.root.states.live!;
    expect(Object.keys(states).filter((key) => states[key]!.type !== 'history')).toEqual([...AGENT_LEAD_TABS]);
    expect(AGENT_LEAD_TABS.flatMap(stagesOf)).toEqual([...AGENT_LEAD_STAGES]);
  });

  test('a row comes back as it was written', () => {
    for (const name of Object.keys(pinned)) {
      for (const isArchived of [false, true])
        expect(agentLeadLifecycle.stateOf(agentLeadLifecycle.snapshot(at(name, isArchived), ready))).toEqual(
          at(name, isArchived),
        );
    }
  });

  test('the GraphQL enums say the same', () => {
    const schema = readFileSync('schema/agent-lead.graphql', 'utf8');
    const valuesOf = (name: string) =>
      new RegExp(`enum ${name} \\{([^}]*)\\}`)
        .exec(schema)![1]!
        .trim()
        .split(/\s+/)
        .map((value) => value.replaceAll('_', '-'));
    expect(valuesOf('AgentLeadTab')).toEqual([...AGENT_LEAD_TABS]);
    expect(valuesOf('AgentLeadStage')).toEqual([...AGENT_LEAD_STAGES]);
  });
});

test('the routes of the lists are the states of the lifecycle', () => {
  expect([...leadTabs]).toEqual([...AGENT_LEAD_TABS]);
});

describe('menus', () => {
  test('an action that is off says why', () => {
    const moves = agentLeadMoves(at('new'), { ...noFacts, today: '2026-06-01' });
    expect(moves.find((move) => move.event === 'quote.sent')).toEqual({
      event: 'quote.sent',
      label: 'Send quote',
      isAllowed: false,
      unmet: ['the client has an email address', 'there is an estimate'],
      to: null,
    });
  });

  test('without bids the missing bid is the reason', () => {
    const award = agentLeadMoves(at('award-carrier'), { ...ready, activeBids: 0, awardableBids: 0 }).find(
      (move) => move.event === 'carrier.awarded',
    )!;
    expect(award.unmet).toEqual(['a carrier has an active bid']);
  });
});

test('whether a carrier may bid rests on the place of the lead and on who bids: boards ask without reading facts', () => {
  const context = new Proxy({} as never, {
    get: (_, fact) => {
      throw new Error(`A bid looks at ${String(fact)}: carriers' boards have to read it (load.present.ts).`);
    },
  });
  const event = { type: 'bid.placed', by: 'carrier', isInWindow: true } as const;
  const place = { state: 'award-carrier', stage: null, isArchived: false } as const;
  const asked = { ...agentLeadLifecycle.snapshot(place, noFacts), context };
  const may = (gaps: string[]) => refusalAt(asked, { ...event, carrier: { id: 'c', gaps } } as never) === null;
  expect([may([]), may(['there is no cargo insurance'])]).toEqual([true, false]);
});
