import { JOB_MODEL_VERSION, jobLifecycle } from '#src/machines/job/job.lifecycle.ts';
import type { JobFacts, JobState } from '#src/machines/job/job.lifecycle.ts';
import { lifecycleModel } from './path-model.ts';

const facts: JobFacts = {
  now: '2030-01-05T12:00:00.000Z',
  since: '2030-01-05T08:00:00.000Z',
  isHeld: true,
  isClosed: false,
  isArchived: false,
  papers: 0,
  hasReceipt: false,
};
const at = facts.now;

export const job = lifecycleModel({
  id: 'job',
  title: 'Job of a carrier that has signed for it',
  machine: jobLifecycle.machine,
  version: JOB_MODEL_VERSION,
  start: 'not-started' as JobState,
  facts,
  snapshot: jobLifecycle.snapshot,
  placeOf: jobLifecycle.stateOf,
  keyOf: (place) => place,
  names: {
    'not-started': 'Not started',
    'on-the-way': 'On the way to the pick-up',
    'picked-up': 'Picked up',
    delivered: 'Delivered',
  },
  nameOf: (place, names) => names[place],
  events: {
    'job.departed': { does: 'leaves for the pick-up', event: { type: 'job.departed', by: 'carrier', at } },
    'job.picked-up': { does: 'has picked up the load', event: { type: 'job.picked-up', by: 'carrier', at } },
    'job.delivered': { does: 'has delivered the load', event: { type: 'job.delivered', by: 'carrier', at } },
    'job.stepped-back': {
      does: 'takes the last step back',
      event: { type: 'job.stepped-back', by: 'carrier', reason: 'Tapped by mistake' },
    },
    'paper.added': { does: 'brings a paper', event: { type: 'paper.added', by: 'carrier' } },
    'paper.removed': { does: 'takes a paper back', event: { type: 'paper.removed', by: 'carrier' } },
    'receipt.signed': {
      does: 'has the client sign the delivery receipt',
      event: { type: 'receipt.signed', by: 'carrier', at },
    },
  },
  more: {
    'job.departed by phone': {
      does: 'writes down that the carrier is on the way',
      event: { type: 'job.departed', by: 'agent', at },
    },
    'job.stepped-back by phone': {
      does: 'takes the last step back for the carrier',
      event: { type: 'job.stepped-back', by: 'agent', reason: 'The truck turned around' },
    },
  },
  breaks: {
    'the carrier still has the job': ({ event, facts: given }) => ({ event, facts: { ...given, isHeld: false } }),
    'the contract is not closed': ({ event, facts: given }) => ({ event, facts: { ...given, isClosed: true } }),
    'the lead is not archived': ({ event, facts: given }) => ({ event, facts: { ...given, isArchived: true } }),
    'the time is not in the future': ({ event, facts: given }) => ({
      event: 'at' in event ? { ...event, at: '2030-01-05T12:05:00.000Z' } : event,
      facts: given,
    }),
    'the time is at most 7 days ago': ({ event, facts: given }) => ({
      event: 'at' in event ? { ...event, at: '2029-12-20T12:00:00.000Z' } : event,
      facts: { ...given, since: '2029-12-01T12:00:00.000Z' },
    }),
    'the time is not before the last step': ({ event, facts: given }) => ({
      event: 'at' in event ? { ...event, at: '2030-01-05T07:00:00.000Z' } : event,
      facts: given,
    }),
    'a reason is given': ({ event, facts: given }) => ({
      event: 'reason' in event ? { ...event, reason: ' ' } : event,
      facts: given,
    }),
    'there is room for another paper': ({ event, facts: given }) => ({ event, facts: { ...given, papers: 60 } }),
    'there is no delivery receipt yet': ({ event, facts: given }) => ({ event, facts: { ...given, hasReceipt: true } }),
  },
  rows: { table: 'carrier_job', state: 'state' },
});
