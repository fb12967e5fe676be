import { describe, expect, test } from 'vitest';
import { replay } from '#src/machines/replay.ts';
import {
  OPEN_STATES,
  PURCHASE_MODEL_VERSION,
  PURCHASE_STATES,
  purchaseLifecycle,
  reportUntil,
} from './purchase.lifecycle.ts';
import type { PurchaseEvent, PurchaseFacts, PurchaseState } from './purchase.lifecycle.ts';

const facts: PurchaseFacts = {
  total: 2400,
  credit: 0,
  reservedUntil: '2030-01-01T00:10:00.500Z',
  paidAt: null,
  leads: ['a', 'b'],
  reported: [],
  refundAsked: [],
  declined: [],
  refunded: [],
  returned: 0,
  dispute: null,
  covered: [],
  borneOut: [],
  refundsLeft: 0,
  wasWrong: false,
  now: '2030-01-01T00:05:00Z',
};
const paid = (change: Partial<Extract<PurchaseEvent, { type: 'payment.succeeded' }>> = {}) =>
  ({
    type: 'payment.succeeded',
    by: 'system',
    amount: 2400,
    paidAt: '2030-01-01T00:09:00Z',
    isReturned: false,
    ...change,
  }) as const;
const verdict = (state: PurchaseState, event: PurchaseEvent, change: Partial<PurchaseFacts> = {}) =>
  purchaseLifecycle.judge(state, { ...facts, ...change }, event);
function land(state: PurchaseState, event: PurchaseEvent, change: Partial<PurchaseFacts> = {}): PurchaseState {
  const judged = verdict(state, event, change);
  return judged.may ? judged.next : state;
}

describe('money that comes in', () => {
  const charged = ['paying', 'authenticating', 'failed'] as const;
  test.each(charged)('%s: in time and in full it buys', (state) => expect(land(state, paid())).toBe('paid'));
  test.each(charged)('%s: in the last second it buys, after it it goes back', (state) => {
    expect(land(state, paid({ paidAt: '2030-01-01T00:10:00Z' }))).toBe('paid');
    expect(land(state, paid({ paidAt: '2030-01-01T00:10:01Z' }))).toBe('refunding');
  });
  test.each(charged)('%s: another amount goes back', (state) => {
    expect(land(state, paid({ amount: 2399 }))).toBe('refunding');
    expect(land(state, paid({ amount: 2401 }))).toBe('refunding');
  });
  test.each(charged)('%s: what was given back already buys nothing', (state) =>
    expect(land(state, paid({ isReturned: true }))).toBe('refunding'),
  );
  test('for what was let go it goes back, though it came in time', () =>
    expect(land('expired', paid())).toBe('refunding'));
  test.each(PURCHASE_STATES)('%s: nobody but the provider says that it came', (state) => {
    for (const by of ['visitor', 'agent', 'mover', 'client'] as const)
      expect(verdict(state, { ...paid(), by }).may).toBe(false);
  });
  test.each(['paid', 'revealed', 'refunding', 'refunded'] as const)('%s: heard twice it is heard once', (state) =>
    expect(verdict(state, paid())).toMatchObject({ may: false, because: 'state' }),
  );
});

describe('credit that pays', () => {
  const used = { type: 'credit.used', by: 'visitor' } as const;
  test('for all of it buys, while the reservation holds', () => {
    expect(land('paying', used, { credit: 2400 })).toBe('paid');
    expect(verdict('paying', used, { credit: 2300 })).toMatchObject({ unmet: ['credit pays for all of it'] });
    expect(verdict('paying', used, { credit: 2400, now: facts.reservedUntil })).toMatchObject({
      unmet: ['the reservation still holds'],
    });
    expect(verdict('paying', { ...used, by: 'system' }, { credit: 2400 }).may).toBe(false);
    expect(verdict('expired', used, { credit: 2400 })).toMatchObject({ because: 'state' });
  });
  test('for a part of it leaves the rest to the card, and neither more nor less', () => {
    expect(land('paying', paid({ amount: 1400 }), { credit: 1000 })).toBe('paid');
    for (const amount of [1399, 1401, 2400])
      expect(land('paying', paid({ amount }), { credit: 1000 })).toBe('refunding');
  });
});

describe('the reservation', () => {
  test.each(OPEN_STATES)('%s: paying begins while it holds, and not after', (state) => {
    expect(land(state, { type: 'payment.begun', by: 'visitor' })).toBe('paying');
    expect(verdict(state, { type: 'payment.begun', by: 'visitor' }, { now: facts.reservedUntil })).toEqual({
      may: false,
      because: 'requirements',
      unmet: ['the reservation still holds'],
    });
  });
  test.each(OPEN_STATES)('%s: the clock ends it, not before its time; the buyer lets go at any time', (state) => {
    expect(verdict(state, { type: 'reservation.ended', by: 'system' }).may).toBe(false);
    expect(land(state, { type: 'reservation.ended', by: 'system' }, { now: facts.reservedUntil })).toBe('expired');
    expect(land(state, { type: 'reservation.released', by: 'visitor' })).toBe('expired');
    expect(verdict(state, { type: 'reservation.released', by: 'agent' })).toMatchObject({ because: 'role' });
  });
  test('what is paid is not let go', () =>
    expect(verdict('revealed', { type: 'reservation.released', by: 'visitor' })).toMatchObject({ because: 'state' }));
});

describe('after it was bought', () => {
  const bought = { paidAt: '2030-01-01T00:04:00Z' };
  const report = { type: 'lead.reported', by: 'visitor', leadId: 'a', reason: 'duplicate' } as const;
  const granted = { type: 'lead.refund-granted', by: 'system', leadId: 'a' } as const;
  const reportedWell = { paidAt: '2030-01-01T00:04:00Z', reported: ['a'], covered: ['a'], refundsLeft: 1 };
  test('the rule pays a reported lead back on the buyer’s word, or where others bear it out', () => {
    expect(land('revealed', granted, reportedWell)).toBe('revealed');
    expect(verdict('revealed', granted, reportedWell).may).toBe(true);
    expect(verdict('revealed', granted, { ...reportedWell, refundsLeft: 0, borneOut: ['a'] }).may).toBe(true);
  });
  test.each([
    [{ covered: [] }, 'the rule covers the report'],
    [{ refundsLeft: 0, borneOut: ['b'] }, 'others bear the report out, or the buyer has refunds left'],
    [{ wasWrong: true }, 'no report of the buyer was wrong'],
    [{ refundAsked: ['a'] }, 'no refund of the lead was asked before'],
    [{ dispute: 'won' as const }, 'nobody has disputed it before'],
  ])('with %o the rule does not', (change, unmet) =>
    expect(verdict('revealed', granted, { ...reportedWell, ...change })).toMatchObject({ unmet: [unmet] }),
  );
  test('a lead of it is reported once, until the seventh day', () => {
    expect(verdict('revealed', report, bought).may).toBe(true);
    expect(verdict('revealed', { ...report, leadId: 'c' }, bought)).toMatchObject({
      unmet: ['the lead was bought here'],
    });
    expect(verdict('revealed', report, { ...bought, reported: ['a'] })).toMatchObject({
      unmet: ['the lead was not reported before'],
    });
    expect(verdict('revealed', report, { ...bought, now: reportUntil(bought.paidAt) })).toMatchObject({
      unmet: ['the time to report is not over'],
    });
  });
  test('the brokerage refunds, with a reason; nobody else asks for it', () => {
    expect(land('revealed', { type: 'refund.asked', by: 'agent', reason: 'Wrong' })).toBe('refunding');
    expect(verdict('revealed', { type: 'refund.asked', by: 'agent', reason: ' ' })).toMatchObject({
      unmet: ['a reason is given'],
    });
    expect(verdict('revealed', { type: 'refund.asked', by: 'visitor', reason: 'Mine' })).toMatchObject({
      because: 'role',
    });
  });
  test('a refund is declined once, by the brokerage and with a reason, where a report waits for it; it can still be made', () => {
    const declined = { type: 'lead.refund-declined', by: 'agent', leadId: 'a', reason: 'The number is right' } as const;
    expect(land('revealed', declined, reportedWell)).toBe('revealed');
    expect(verdict('revealed', declined, reportedWell).may).toBe(true);
    expect(verdict('revealed', { ...declined, by: 'visitor' }, reportedWell)).toMatchObject({ because: 'role' });
    expect(verdict('revealed', { ...declined, reason: ' ' }, reportedWell)).toMatchObject({
      unmet: ['a reason is given'],
    });
    expect(verdict('revealed', declined, { ...reportedWell, refundAsked: ['a'] })).toMatchObject({
      unmet: ['no refund of the lead was asked before'],
    });
    for (const change of [{ reported: [] }, { declined: ['a'] }])
      expect(verdict('revealed', declined, { ...reportedWell, ...change })).toMatchObject({
        unmet: ['the report of the lead waits for an answer'],
      });
    expect(
      verdict('revealed', { type: 'lead.refund-asked', by: 'agent', leadId: 'a', reason: 'x' }, { declined: ['a'] })
        .may,
    ).toBe(true);
  });
  test('a lead is refunded once, and only where that was asked for', () => {
    const made = { type: 'lead.refunded', by: 'system', leadId: 'a', amount: 1200, credit: 0 } as const;
    expect(verdict('revealed', made)).toMatchObject({ may: false });
    expect(verdict('revealed', made, { refundAsked: ['a'] }).may).toBe(true);
    expect(verdict('revealed', made, { refundAsked: ['a'], refunded: ['a'] }).may).toBe(false);
    expect(
      verdict('revealed', { type: 'lead.refund-asked', by: 'agent', leadId: 'a', reason: 'x' }, { refundAsked: ['a'] })
        .may,
    ).toBe(false);
  });
});

describe('a history that the lifecycle would not have written', () => {
  const entry = (sequence: number, judged: PurchaseEvent, from: PurchaseState, to: PurchaseState) => ({
    sequence,
    event: judged.type,
    judged,
    facts,
    model_version: PURCHASE_MODEL_VERSION,
    from_state: from,
    to_state: to,
  });
  const first = entry(1, { type: 'payment.begun', by: 'visitor' }, 'reserved', 'paying');
  test('is told by its first wrong entry', () => {
    expect(replay(purchaseLifecycle, [first, entry(2, paid(), 'paying', 'paid')])).toBe('paid');
    expect(() =>
      replay(purchaseLifecycle, [entry(2, { type: 'payment.begun', by: 'visitor' }, 'reserved', 'paying')]),
    ).toThrow('sequence');
    expect(() => replay(purchaseLifecycle, [first, entry(2, paid(), 'failed', 'paid')])).toThrow('leaves from failed');
    expect(() =>
      replay(purchaseLifecycle, [first, entry(2, paid({ paidAt: '2031-01-01T00:00:00Z' }), 'paying', 'paid')]),
    ).toThrow('lands in refunding');
    expect(() =>
      replay(purchaseLifecycle, [first, entry(2, { type: 'details.sent', by: 'system' }, 'paying', 'revealed')]),
    ).toThrow('does not allow');
  });
});

describe('what the provider does to money that came in', () => {
  const opened = { type: 'dispute.opened', by: 'system', amount: 2400, reason: 'fraudulent' } as const;
  const closed = (outcome: 'won' | 'lost') => ({ type: `dispute.${outcome}`, by: 'system' }) as const;
  const returned = (amount: number) => ({ type: 'payment.returned', by: 'system', amount }) as const;

  test('a dispute changes nothing until the bank has decided, and then only for the buyer', () => {
    expect(verdict('revealed', opened)).toMatchObject({ may: true, next: 'revealed' });
    expect(verdict('revealed', closed('won'), { dispute: 'open' })).toMatchObject({ may: true, next: 'revealed' });
    expect(land('revealed', closed('lost'), { dispute: 'open' })).toBe('refunded');
  });
  test('it is opened once, and decided once', () => {
    for (const dispute of ['open', 'won', 'lost'] as const)
      expect(verdict('revealed', opened, { dispute })).toMatchObject({ may: false, because: 'requirements' });
    for (const dispute of [null, 'won', 'lost'] as const)
      expect(verdict('revealed', closed('lost'), { dispute })).toMatchObject({ may: false, because: 'requirements' });
  });
  test('a part that went back is heard of once', () => {
    expect(verdict('revealed', returned(300))).toMatchObject({ may: true, next: 'revealed' });
    expect(verdict('revealed', returned(300), { returned: 300 }).may).toBe(false);
    expect(verdict('revealed', returned(400), { returned: 300 }).may).toBe(true);
  });
  test.each(PURCHASE_STATES)('%s: nobody but the provider says so', (state) => {
    for (const by of ['visitor', 'agent', 'mover', 'client'] as const)
      for (const event of [opened, closed('won'), closed('lost'), returned(300)])
        expect(verdict(state, { ...event, by }, { dispute: 'open' }).may).toBe(false);
  });
});
