import { MAILING_MODEL_VERSION, mailingLifecycle } from '#src/machines/mailing/mailing.lifecycle.ts';
import type { MailingFacts, MailingState } from '#src/machines/mailing/mailing.lifecycle.ts';
import { lifecycleModel } from './path-model.ts';

const facts: MailingFacts = { askedAt: '2030-01-01T08:00:00Z', now: '2030-01-02T08:00:00Z' };
const later = { now: '2030-02-01T08:00:00Z' };

export const mailing = lifecycleModel({
  id: 'mailing',
  title: 'Mails about new leads, of one mailbox',
  machine: mailingLifecycle.machine,
  version: MAILING_MODEL_VERSION,
  start: 'unsubscribed' as MailingState,
  facts,
  snapshot: mailingLifecycle.snapshot,
  placeOf: mailingLifecycle.stateOf,
  keyOf: (place) => place,
  names: { unsubscribed: 'Not subscribed', pending: 'Asked, not confirmed', subscribed: 'Subscribed' },
  nameOf: (place, names) => names[place],
  events: {
    'mails.asked': {
      does: 'asks for mails about two states',
      event: { type: 'mails.asked', by: 'visitor', states: ['OH', 'TX'] },
    },
    'mails.confirmed': {
      does: 'confirms through the mail',
      event: { type: 'mails.confirmed', by: 'visitor', states: ['OH', 'TX'] },
    },
    'mails.changed': {
      does: 'changes the choice by the link of a mail',
      event: { type: 'mails.changed', by: 'visitor', states: ['OH'] },
    },
    'mails.left': { does: 'unsubscribes', event: { type: 'mails.left', by: 'visitor' } },
    'mails.lapsed': { does: 'ends what nobody confirmed', event: { type: 'mails.lapsed', by: 'system' }, facts: later },
  },
  breaks: {
    'at least one state is chosen': ({ event, facts: given }) => ({
      event: 'states' in event ? { ...event, states: [] } : event,
      facts: given,
    }),
    'the question is not older than 7 days': ({ event, facts: given }) => ({ event, facts: { ...given, ...later } }),
    'nobody confirmed in time': ({ event, facts: given }) => ({ event, facts: { ...given, now: facts.now } }),
  },
  rows: { table: 'mailing_member', state: 'state' },
});
