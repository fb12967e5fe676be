import { transition } from 'xstate';
import { judge } from '#src/machines/law.ts';
import { PURCHASE_STATES, purchaseLifecycle, purchaseSnapshot } from '#src/machines/marketplace/purchase.lifecycle.ts';
import type { PurchaseEvent, PurchaseFacts, PurchaseState } from '#src/machines/marketplace/purchase.lifecycle.ts';

const LEAD = '01900000-0000-7000-8000-000000000001';
const facts: PurchaseFacts = { total: 1200, reservedUntil: '2030-01-01T00:10:00Z', paidAt: null, leads: [LEAD], reported: [], refundAsked: [], refunded: [], now: '2030-01-01T00:05:00Z' };
const late: Partial<PurchaseFacts> = { now: '2030-01-01T00:11:00Z' };
const bought: Partial<PurchaseFacts> = { paidAt: '2030-01-01T00:04:00Z' };

/**
 * Every gesture by which an event of the law happens, well filled in, with facts under which its guards hold. One
 * event has two: a payment that came in time, and one that came too late.
 */
export const GESTURES = {
  'payment.begun': { event: { type: 'payment.begun', by: 'visitor' } },
  'reservation.released': { event: { type: 'reservation.released', by: 'visitor' } },
  'reservation.ended': { event: { type: 'reservation.ended', by: 'system' }, facts: late },
  'authentication.asked': { event: { type: 'authentication.asked', by: 'system' } },
  'payment.refused': { event: { type: 'payment.refused', by: 'system' } },
  'payment.succeeded': { event: { type: 'payment.succeeded', by: 'system', amount: 1200, paidAt: '2030-01-01T00:05:00Z', isReturned: false } },
  'payment.late': { event: { type: 'payment.succeeded', by: 'system', amount: 1200, paidAt: '2030-01-01T00:11:00Z', isReturned: false }, facts: late },
  'details.sent': { event: { type: 'details.sent', by: 'system' } },
  'lead.reported': { event: { type: 'lead.reported', by: 'visitor', leadId: LEAD, reason: 'wrong-number' }, facts: bought },
  'lead.refund-asked': { event: { type: 'lead.refund-asked', by: 'agent', leadId: LEAD, reason: 'Wrong number' }, facts: bought },
  'lead.refunded': { event: { type: 'lead.refunded', by: 'system', leadId: LEAD, amount: 1200 }, facts: { ...bought, refundAsked: [LEAD] } },
  'refund.asked': { event: { type: 'refund.asked', by: 'agent', reason: 'Wrong number' }, facts: bought },
  'refund.made': { event: { type: 'refund.made', by: 'system', amount: 1200 } },
} as const satisfies Record<string, { event: PurchaseEvent; facts?: Partial<PurchaseFacts> }>;
export type PurchaseGesture = keyof typeof GESTURES;
export const gestureNames = Object.keys(GESTURES) as PurchaseGesture[];

export interface PurchaseStep {
  gesture: PurchaseGesture;
  from: PurchaseState;
  /** Where the law leads. */
  to: PurchaseState;
}

export const transitionName = ({ from, gesture }: Pick<PurchaseStep, 'from' | 'gesture'>): string => `${from} --${gesture}-->`;

function snapshotFor(from: PurchaseState, gesture: PurchaseGesture) {
  const given: { event: PurchaseEvent; facts?: Partial<PurchaseFacts> } = GESTURES[gesture];
  return { snapshot: purchaseSnapshot(from, { ...facts, ...given.facts }), event: given.event };
}

export function accepts(from: PurchaseState, gesture: PurchaseGesture): boolean {
  const { snapshot, event } = snapshotFor(from, gesture);
  return judge(snapshot, event).may;
}

function stepOf(from: PurchaseState, gesture: PurchaseGesture): PurchaseStep {
  const { snapshot, event } = snapshotFor(from, gesture);
  return { gesture, from, to: (transition(purchaseLifecycle, snapshot, event)[0] as typeof snapshot).value as PurchaseState };
}

/** Every place and gesture, by whether the law takes it there. */
export const allPairs = (taken: boolean): Pick<PurchaseStep, 'from' | 'gesture'>[] =>
  PURCHASE_STATES.flatMap((from) => gestureNames.filter((gesture) => accepts(from, gesture) === taken).map((gesture) => ({ from, gesture })));

/** What must have happened before where the law's facts are of the same place. */
const BEFORE: Partial<Record<PurchaseGesture, PurchaseGesture>> = { 'lead.refunded': 'lead.refund-asked' };

/**
 * The shortest way to a place; to one that is over, by a payment that was begun, since what is not begun cannot come
 * too late.
 */
export function wayTo(place: PurchaseState): PurchaseStep[] {
  if (place === 'expired') return [...wayTo('paying'), stepOf('paying', 'reservation.released')];
  const ways = new Map<PurchaseState, PurchaseStep[]>([['reserved', []]]);
  for (const [from, way] of ways) {
    for (const gesture of gestureNames.filter((one) => accepts(from, one))) {
      const step = stepOf(from, gesture);
      if (!ways.has(step.to)) ways.set(step.to, [...way, step]);
    }
  }
  return ways.get(place)!;
}

/** Paths of the law that together take every transition: for each, the way to where it begins, and then it. */
export function purchasePaths(): PurchaseStep[][] {
  return allPairs(true).map(({ from, gesture }) => {
    const before = BEFORE[gesture];
    return [...wayTo(from), ...(before ? [stepOf(from, before)] : []), stepOf(from, gesture)];
  });
}
