import { PURCHASE_MODEL_VERSION, purchaseLifecycle } from '#src/machines/marketplace/purchase.lifecycle.ts';
import type { PurchaseFacts, PurchaseState } from '#src/machines/marketplace/purchase.lifecycle.ts';
import { lifecycleModel } from './path-model.ts';

const LEAD = '01900000-0000-7000-8000-000000000001';
const facts: PurchaseFacts = {
  total: 1200,
  credit: 0,
  reservedUntil: '2030-01-01T00:10:00Z',
  paidAt: '2030-01-01T00:04:00Z',
  leads: [LEAD],
  reported: [],
  refundAsked: [],
  refunded: [],
  declined: [],
  returned: 0,
  dispute: null,
  covered: [],
  borneOut: [],
  refundsLeft: 0,
  wasWrong: false,
  now: '2030-01-01T00:05:00Z',
};
const late = { now: '2030-01-01T00:11:00Z' };
const paid = {
  type: 'payment.succeeded',
  by: 'system',
  amount: 1200,
  paidAt: '2030-01-01T00:05:00Z',
  isReturned: false,
} as const;

export const purchase = lifecycleModel({
  id: 'purchase',
  title: 'Purchase of leads by a guest',
  machine: purchaseLifecycle.machine,
  version: PURCHASE_MODEL_VERSION,
  start: 'reserved' as PurchaseState,
  facts,
  snapshot: purchaseLifecycle.snapshot,
  placeOf: purchaseLifecycle.stateOf,
  keyOf: (place) => place,
  names: {
    reserved: 'Reserved',
    paying: 'Paying',
    authenticating: 'The bank asks',
    failed: 'Refused by the bank',
    paid: 'Paid',
    revealed: 'Contacts revealed',
    expired: 'Expired',
    refunding: 'Being refunded',
    refunded: 'Refunded',
  },
  nameOf: (place, names) => names[place],
  events: {
    'payment.begun': { does: 'opens the card form', event: { type: 'payment.begun', by: 'visitor' } },
    'reservation.released': { does: 'lets the leads go', event: { type: 'reservation.released', by: 'visitor' } },
    'reservation.ended': {
      does: 'ends the reservation',
      event: { type: 'reservation.ended', by: 'system' },
      facts: late,
    },
    'authentication.asked': {
      does: 'hears that the bank asks the buyer',
      event: { type: 'authentication.asked', by: 'system' },
    },
    'payment.refused': { does: 'hears that the bank refused', event: { type: 'payment.refused', by: 'system' } },
    'payment.succeeded': { does: 'hears of the payment, in time', event: paid },
    'credit.used': {
      does: 'pays for all of it with credit',
      event: { type: 'credit.used', by: 'visitor' },
      facts: { credit: 1200 },
    },
    'details.sent': { does: 'mails the link to the contacts', event: { type: 'details.sent', by: 'system' } },
    'lead.reported': {
      does: 'reports a wrong lead',
      event: { type: 'lead.reported', by: 'visitor', leadId: LEAD, reason: 'duplicate' },
    },
    'lead.refund-granted': {
      does: 'pays a reported lead back by the rule',
      event: { type: 'lead.refund-granted', by: 'system', leadId: LEAD },
      facts: { reported: [LEAD], covered: [LEAD], borneOut: [LEAD] },
    },
    'lead.refund-asked': {
      does: 'decides to pay one lead back',
      event: { type: 'lead.refund-asked', by: 'agent', leadId: LEAD, reason: 'Wrong number' },
    },
    'lead.refund-declined': {
      does: 'declines to pay a reported lead back',
      event: { type: 'lead.refund-declined', by: 'agent', leadId: LEAD, reason: 'The number is right' },
      facts: { reported: [LEAD] },
    },
    'lead.refunded': {
      does: 'pays one lead back',
      event: { type: 'lead.refunded', by: 'system', leadId: LEAD, amount: 1200, credit: 0 },
      facts: { refundAsked: [LEAD] },
    },
    'refund.asked': {
      does: 'decides to pay everything back',
      event: { type: 'refund.asked', by: 'agent', reason: 'Wrong number' },
    },
    'refund.made': { does: 'pays everything back', event: { type: 'refund.made', by: 'system', amount: 1200 } },
    'payment.returned': {
      does: 'hears that a part was given back at the provider',
      event: { type: 'payment.returned', by: 'system', amount: 300 },
    },
    'dispute.opened': {
      does: 'hears that the buyer disputes the charge',
      event: { type: 'dispute.opened', by: 'system', amount: 1200, reason: 'fraudulent' },
    },
    'dispute.won': {
      does: 'hears that the bank leaves the money here',
      event: { type: 'dispute.won', by: 'system' },
      facts: { dispute: 'open' },
    },
    'dispute.lost': {
      does: 'hears that the bank gave the money to the buyer',
      event: { type: 'dispute.lost', by: 'system' },
      facts: { dispute: 'open' },
    },
  },
  more: {
    'payment.succeeded late': {
      does: 'hears of a payment that came too late',
      event: { ...paid, paidAt: '2030-01-01T00:11:00Z' },
      facts: late,
    },
    'payment.succeeded in part': { does: 'hears of a payment of another amount', event: { ...paid, amount: 600 } },
    'payment.succeeded returned': {
      does: 'hears of a payment that was given back at the provider',
      event: { ...paid, isReturned: true },
    },
  },
  breaks: {
    'the reservation still holds': ({ event, facts: given }) => ({ event, facts: { ...given, ...late } }),
    'the reservation is over': ({ event, facts: given }) => ({ event, facts: { ...given, now: facts.now } }),
    'it was paid while the reservation held': ({ event, facts: given }) => ({
      event: { ...event, paidAt: '2030-01-01T00:11:00Z' } as never,
      facts: given,
    }),
    'it was paid in full': ({ event, facts: given }) => ({ event: { ...event, amount: 1 } as never, facts: given }),
    'credit pays for all of it': ({ event, facts: given }) => ({ event, facts: { ...given, credit: 600 } }),
    'the money is still here': ({ event, facts: given }) => ({
      event: { ...event, isReturned: true } as never,
      facts: given,
    }),
    'a reason is given': ({ event, facts: given }) => ({ event: { ...event, reason: ' ' } as never, facts: given }),
    'the lead was bought here': ({ event, facts: given }) => ({ event, facts: { ...given, leads: [] } }),
    'the lead was not reported before': ({ event, facts: given }) => ({ event, facts: { ...given, reported: [LEAD] } }),
    'no refund of the lead was asked before': ({ event, facts: given }) => ({
      event,
      facts: { ...given, refundAsked: [LEAD] },
    }),
    'the report of the lead waits for an answer': ({ event, facts: given }) => ({
      event,
      facts: { ...given, declined: [LEAD] },
    }),
    'the rule covers the report': ({ event, facts: given }) => ({ event, facts: { ...given, covered: [] } }),
    'others bear the report out, or the buyer has refunds left': ({ event, facts: given }) => ({
      event,
      facts: { ...given, borneOut: [], refundsLeft: 0 },
    }),
    'no report of the buyer was wrong': ({ event, facts: given }) => ({ event, facts: { ...given, wasWrong: true } }),
    'a refund of the lead was asked': ({ event, facts: given }) => ({ event, facts: { ...given, refundAsked: [] } }),
    'more went back than was known': ({ event, facts: given }) => ({ event, facts: { ...given, returned: 300 } }),
    'nobody has disputed it before': ({ event, facts: given }) => ({
      event,
      facts: { ...given, dispute: 'won' as const },
    }),
    'the bank is deciding': ({ event, facts: given }) => ({ event, facts: { ...given, dispute: null } }),
    'the time to report is not over': ({ event, facts: given }) => ({
      event,
      facts: { ...given, now: '2030-01-09T00:00:00Z' },
    }),
  },
  rows: { table: 'purchase', state: 'state' },
});
