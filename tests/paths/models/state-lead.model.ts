import { STATE_LEAD_MODEL_VERSION, stateLeadLifecycle } from '#src/machines/state-lead/state-lead.lifecycle.ts';
import type { StateLeadFacts, StateLeadStanding } from '#src/machines/state-lead/state-lead.lifecycle.ts';
import { lifecycleModel } from './path-model.ts';

const facts: StateLeadFacts = {
  hasSubscription: true,
  clientEmail: 'client@mail.example',
  quoteValidUntil: '2030-02-01',
  hasHiredAnother: false,
  today: '2030-01-01',
};

export const stateLead = lifecycleModel({
  id: 'state-lead',
  title: 'Household request as one business of movers works it',
  machine: stateLeadLifecycle.machine,
  version: STATE_LEAD_MODEL_VERSION,
  start: { state: 'fresh', isArchived: false } as StateLeadStanding,
  facts,
  snapshot: stateLeadLifecycle.snapshot,
  placeOf: stateLeadLifecycle.stateOf,
  keyOf: stateLeadLifecycle.nameOf,
  names: {
    'work.fresh': 'New',
    'work.contacted': 'Contacted',
    'work.quoted': 'Quoted',
    'work.accepted': 'Accepted',
    'work.declined': 'Declined',
    'work.won': 'Won',
    'work.lost': 'Lost',
    'shelf.inbox': 'In the inbox',
    'shelf.archived': 'Archived',
  },
  nameOf: ({ state, isArchived }, names) => `${names[`work.${state}`]}${isArchived ? ' (archived)' : ''}`,
  events: {
    'contact.made': { does: 'notes that the client was contacted', event: { type: 'contact.made', by: 'mover' } },
    'note.written': { does: 'writes a note', event: { type: 'note.written', by: 'mover' } },
    'quote.sent': {
      does: 'sends a quote',
      event: { type: 'quote.sent', by: 'mover', amount: 240_000, validUntil: '2030-02-01' },
    },
    'quote.accepted': { does: 'accepts the quote', event: { type: 'quote.accepted', by: 'client' } },
    'quote.declined': { does: 'declines the quote', event: { type: 'quote.declined', by: 'client' } },
    'lead.won': { does: 'marks it as won', event: { type: 'lead.won', by: 'mover', value: 240_000 } },
    'lead.lost': { does: 'marks it as lost', event: { type: 'lead.lost', by: 'mover', reason: 'price' } },
    'lead.reopened': { does: 'reopens it', event: { type: 'lead.reopened', by: 'mover' } },
    'follow-up.set': {
      does: 'sets a day to follow up',
      event: { type: 'follow-up.set', by: 'mover', date: '2030-01-15' },
    },
    'follow-up.cleared': { does: 'takes the follow-up away', event: { type: 'follow-up.cleared', by: 'mover' } },
    'lead.assigned': {
      does: 'assigns it to somebody of the business',
      event: { type: 'lead.assigned', by: 'mover', assigneeId: null },
    },
    'lead.archived': { does: 'archives the lead', event: { type: 'lead.archived', by: 'mover' } },
    'lead.restored': { does: 'restores the lead', event: { type: 'lead.restored', by: 'mover' } },
  },
  breaks: {
    'the subscription is active': ({ event, facts: given }) => ({ event, facts: { ...given, hasSubscription: false } }),
    // Whether it is archived is part of its place: the pairs of places and events cover it.
    'the lead is not archived': (given) => given,
    'the household has not hired another mover': ({ event, facts: given }) => ({
      event,
      facts: { ...given, hasHiredAnother: true },
    }),
    'the client has an email address': ({ event, facts: given }) => ({
      event,
      facts: { ...given, clientEmail: null },
    }),
    'the price is above zero': ({ event, facts: given }) => ({ event: { ...event, amount: 0 } as never, facts: given }),
    'the value is above zero': ({ event, facts: given }) => ({ event: { ...event, value: 0 } as never, facts: given }),
    'the follow-up is today or later': ({ event, facts: given }) => ({
      event: { ...event, date: '2029-12-31' } as never,
      facts: given,
    }),
    'the quote is valid until today or later': ({ event, facts: given }) => ({
      event: { ...event, validUntil: '2029-12-31' } as never,
      facts: given,
    }),
    'the quote is still valid': ({ event, facts: given }) => ({
      event,
      facts: { ...given, quoteValidUntil: '2029-12-31' },
    }),
  },
  rows: { table: 'state_lead_work', state: 'state' },
});
