import { and, not, setup } from 'xstate';
import { defineLifecycle } from '../lifecycle.ts';
import type { Role } from '../lifecycle.ts';
import { DAY } from '#src/machines/calendar/durations.ts';

/**
 * The purchase of shares of leads by a guest, identified by an email address and a card, or by credit of that address:
 *
 * reserved        the shares and their price are held for some minutes
 * paying          the card form was opened: the payment provider may be charging; if credit covers everything, it is
 *                 paid immediately
 * authenticating  the bank requires authentication from the buyer
 * failed          the bank refused; another card may be tried while the reservation holds
 * paid            the money has arrived, or credit covered everything
 * revealed        the link to the contacts was mailed, immediately after payment
 * expired         the shares were released, by the clock or by the buyer
 * refunding       the money is to be refunded: it came too late, or the brokerage has decided so
 * refunded        it was refunded
 *
 * A lead reported as wrong is refunded at once by a rule (refund-rule.ts), or by the brokerage's decision: to the card
 * or as credit, as the buyer chose. Credit that paid for it comes back as credit (credit-rule.ts). The brokerage may also
 * decline, and can still refund it later.
 *
 * While a purchase is revealed, the provider notifies us of what happens to the money: someone refunded part of it
 * there, or the buyer disputes the charge at their bank, which then decides.
 *
 * The buyer is the `visitor`, the brokerage the `agent`; the provider and the clock are the `system`. A GET never
 * triggers an event. Increment the version with every change of a state, transition, or guard.
 */
export const PURCHASE_MODEL_VERSION = 5;

/** How long after the purchase a lead can be reported as wrong. */
export const REPORT_DAYS = 7;

export const PURCHASE_STATES = [
  'reserved',
  'paying',
  'authenticating',
  'failed',
  'paid',
  'revealed',
  'expired',
  'refunding',
  'refunded',
] as const;
export type PurchaseState = (typeof PURCHASE_STATES)[number];

/** In these states the shares are held for someone who has not paid. */
export const OPEN_STATES = [
  'reserved',
  'paying',
  'authenticating',
  'failed',
] as const satisfies readonly PurchaseState[];

export const REPORT_REASONS = [
  'wrong-number',
  'wrong-email',
  'already-hired',
  'already-moved',
  'not-a-move',
  'duplicate',
  'other',
] as const;
/** Reasons that mean nobody can win the lead any more, so it is not sold again. */
export const FINAL_REASONS = [
  'already-hired',
  'already-moved',
  'not-a-move',
] as const satisfies readonly (typeof REPORT_REASONS)[number][];
export type FinalReason = (typeof FINAL_REASONS)[number];

/**
 * Reports that take a lead off the market: a final one at once; a wrong number once it was refunded, until the number
 * is corrected.
 */
export const OFF_MARKET_REPORTS = [
  'wrong-number',
  ...FINAL_REASONS,
] as const satisfies readonly (typeof REPORT_REASONS)[number][];

/** Why a lead is not sold: the household accepted a mover's quote (`hired`), or a buyer reported it. */
export type OffMarketReason = 'hired' | (typeof OFF_MARKET_REPORTS)[number];

export type ReportReason = (typeof REPORT_REASONS)[number];

/** What the rows contain besides the state. Money in US cents, instants in UTC ISO 8601. */
export interface PurchaseFacts {
  total: number;
  /** The part of the total paid with the buyer's credit; the card pays the rest. */
  credit: number;
  reservedUntil: string;
  paidAt: string | null;
  leads: string[];
  reported: string[];
  /** Leads whose share of the price is to be refunded, or was. */
  refundAsked: string[];
  refunded: string[];
  /** Reported leads that the brokerage declined to refund. */
  declined: string[];
  /** What was refunded at the provider without a request from here. */
  returned: number;
  /** The status of the buyer's dispute at their bank; null if there was none. */
  dispute: Dispute | null;
  /**
   * Reported leads whose reason the rule covers. `duplicate` counts only if the buyer has really bought the lead
   * before.
   */
  covered: string[];
  /** Reported leads that the brokerage, the household itself, or the buyer's own earlier purchase has confirmed. */
  borneOut: string[];
  /** How many more leads are refunded on the buyer's word, see refund-rule.ts; 0 if nothing was reported. */
  refundsLeft: number;
  /** A report by this buyer was found to be wrong. */
  wasWrong: boolean;
  now: string;
}

/** A dispute: a bank withdraws the money for its customer until it has decided who keeps it. */
export const DISPUTES = ['open', 'won', 'lost'] as const;
export type Dispute = (typeof DISPUTES)[number];

export type PurchaseEvent = { by: Role } & (
  | { type: 'payment.begun' }
  /** Nothing is left for a card to pay. */
  | { type: 'credit.used' }
  | { type: 'reservation.released' }
  | { type: 'reservation.ended' }
  | { type: 'authentication.asked' }
  | { type: 'payment.refused' }
  /** `paidAt` is the provider's clock; `isReturned`: already refunded there before this was processed. */
  | { type: 'payment.succeeded'; amount: number; paidAt: string; isReturned: boolean }
  | { type: 'details.sent' }
  | { type: 'lead.reported'; leadId: string; reason: ReportReason }
  /** The rule refunds a reported lead. */
  | { type: 'lead.refund-granted'; leadId: string }
  /** The price of one of several leads. */
  | { type: 'lead.refund-asked'; leadId: string; reason: string }
  /** The buyer reads the reason. */
  | { type: 'lead.refund-declined'; leadId: string; reason: string }
  /** `credit` is the part of the amount refunded as credit rather than to the card. */
  | { type: 'lead.refunded'; leadId: string; amount: number; credit: number }
  | { type: 'refund.asked'; reason: string }
  | { type: 'refund.made'; amount: number }
  /** The total refunded beyond what was requested here. */
  | { type: 'payment.returned'; amount: number }
  | { type: 'dispute.opened'; amount: number; reason: string }
  | { type: 'dispute.won' }
  | { type: 'dispute.lost' }
);

/** Compare in whole seconds, because the provider's timestamps have no fractions. */
const seconds = (instant: string): number => Math.floor(Date.parse(instant) / 1000);

const begun = { target: 'paying', guard: and(['the buyer does it', 'the reservation still holds']) } as const;
const letGo = {
  'reservation.released': { target: 'expired', guard: 'the buyer does it' },
  'reservation.ended': { target: 'expired', guard: and(['the system does it', 'the reservation is over']) },
} as const;
const asks = { 'authentication.asked': { target: 'authenticating', guard: 'the system does it' } } as const;
const settled = {
  'payment.refused': { target: 'failed', guard: 'the system does it' },
  'payment.succeeded': [
    {
      target: 'paid',
      guard: and([
        'the system does it',
        'it was paid while the reservation held',
        'it was paid in full',
        'the money is still here',
      ]),
    },
    {
      target: 'refunding',
      guard: and([
        'the system does it',
        not(and(['it was paid while the reservation held', 'it was paid in full', 'the money is still here'])),
      ]),
    },
  ],
} as const;

const purchaseMachine = setup({
  types: { context: {} as PurchaseFacts, events: {} as PurchaseEvent, input: {} as PurchaseFacts },
  // An event that changes no state is still judged and recorded in the history.
  actions: { 'the history records it': () => {} },
  guards: {
    'the buyer does it': ({ event }) => event.by === 'visitor',
    'the brokerage does it': ({ event }) => event.by === 'agent',
    'the system does it': ({ event }) => event.by === 'system',
    'the reservation still holds': ({ context }) => Date.parse(context.now) < Date.parse(context.reservedUntil),
    'the reservation is over': ({ context }) => Date.parse(context.now) >= Date.parse(context.reservedUntil),
    'it was paid while the reservation held': ({ context, event }) =>
      'paidAt' in event && seconds(event.paidAt) <= seconds(context.reservedUntil),
    'it was paid in full': ({ context, event }) =>
      event.type === 'payment.succeeded' && event.amount === context.total - context.credit,
    'credit pays for all of it': ({ context }) => context.credit === context.total,
    'the money is still here': ({ event }) => 'isReturned' in event && !event.isReturned,
    'a reason is given': ({ event }) => 'reason' in event && event.reason.trim() !== '',
    'the lead was bought here': ({ context, event }) => 'leadId' in event && context.leads.includes(event.leadId),
    'the lead was not reported before': ({ context, event }) =>
      'leadId' in event && !context.reported.includes(event.leadId),
    'no refund of the lead was asked before': ({ context, event }) =>
      'leadId' in event && !context.refundAsked.includes(event.leadId),
    'the report of the lead waits for an answer': ({ context, event }) =>
      'leadId' in event && context.reported.includes(event.leadId) && !context.declined.includes(event.leadId),
    'a refund of the lead was asked': ({ context, event }) =>
      'leadId' in event && context.refundAsked.includes(event.leadId) && !context.refunded.includes(event.leadId),
    'the rule covers the report': ({ context, event }) => 'leadId' in event && context.covered.includes(event.leadId),
    'others bear the report out, or the buyer has refunds left': ({ context, event }) =>
      context.refundsLeft > 0 || ('leadId' in event && context.borneOut.includes(event.leadId)),
    'no report of the buyer was wrong': ({ context }) => !context.wasWrong,
    'more went back than was known': ({ context, event }) =>
      event.type === 'payment.returned' && event.amount > context.returned,
    'nobody has disputed it before': ({ context }) => context.dispute === null,
    'the bank is deciding': ({ context }) => context.dispute === 'open',
    'the time to report is not over': ({ context }) =>
      context.paidAt !== null && Date.parse(context.now) < Date.parse(reportUntil(context.paidAt)),
  },
}).createMachine({
  id: 'purchase',
  context: ({ input }) => input,
  initial: 'reserved',
  states: {
    reserved: { on: { 'payment.begun': begun, ...letGo } },
    // The card form was opened again, in another tab or after a reload: the same payment.
    paying: {
      on: {
        'payment.begun': begun,
        ...asks,
        ...settled,
        'credit.used': {
          target: 'paid',
          guard: and(['the buyer does it', 'the reservation still holds', 'credit pays for all of it']),
        },
        ...letGo,
      },
    },
    authenticating: { on: { 'payment.begun': begun, ...settled, ...letGo } },
    failed: { on: { 'payment.begun': begun, ...asks, ...settled, ...letGo } },
    paid: { on: { 'details.sent': { target: 'revealed', guard: 'the system does it' } } },
    revealed: {
      on: {
        'lead.reported': {
          guard: and([
            'the buyer does it',
            'the lead was bought here',
            'the lead was not reported before',
            'the time to report is not over',
          ]),
          actions: 'the history records it',
        },
        'lead.refund-granted': {
          guard: and([
            'the system does it',
            'the lead was bought here',
            'no refund of the lead was asked before',
            'nobody has disputed it before',
            'the rule covers the report',
            'others bear the report out, or the buyer has refunds left',
            'no report of the buyer was wrong',
          ]),
          actions: 'the history records it',
        },
        'lead.refund-asked': {
          guard: and([
            'the brokerage does it',
            'the lead was bought here',
            'no refund of the lead was asked before',
            'a reason is given',
          ]),
          actions: 'the history records it',
        },
        'lead.refund-declined': {
          guard: and([
            'the brokerage does it',
            'the report of the lead waits for an answer',
            'no refund of the lead was asked before',
            'a reason is given',
          ]),
          actions: 'the history records it',
        },
        'lead.refunded': {
          guard: and(['the system does it', 'a refund of the lead was asked']),
          actions: 'the history records it',
        },
        'refund.asked': { target: 'refunding', guard: and(['the brokerage does it', 'a reason is given']) },
        // Someone refunded it at the provider.
        'refund.made': { target: 'refunded', guard: 'the system does it' },
        'payment.returned': {
          guard: and(['the system does it', 'more went back than was known']),
          actions: 'the history records it',
        },
        'dispute.opened': {
          guard: and(['the system does it', 'nobody has disputed it before']),
          actions: 'the history records it',
        },
        'dispute.won': {
          guard: and(['the system does it', 'the bank is deciding']),
          actions: 'the history records it',
        },
        // The bank has decided for the buyer.
        'dispute.lost': { target: 'refunded', guard: and(['the system does it', 'the bank is deciding']) },
      },
    },
    // The shares may belong to someone else by now: any payment is refunded.
    expired: { on: { 'payment.succeeded': { target: 'refunding', guard: 'the system does it' } } },
    refunding: { on: { 'refund.made': { target: 'refunded', guard: 'the system does it' } } },
    refunded: {},
  },
});

export const purchaseLifecycle = defineLifecycle({
  what: 'the purchase',
  machine: purchaseMachine,
  version: PURCHASE_MODEL_VERSION,
  // Every purchase begins as a reservation.
  start: 'reserved' as PurchaseState,
  valueOf: (state) => state,
  stateOf: ({ value }) => value as PurchaseState,
  nameOf: (state) => state,
  stateNamed: (name) => name as PurchaseState,
});

/** Until when the leads of a purchase can be reported. Instants in UTC ISO 8601. */
export const reportUntil = (paidAt: string): string => new Date(Date.parse(paidAt) + REPORT_DAYS * DAY).toISOString();
