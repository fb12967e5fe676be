import { AGREEMENT_MODEL_VERSION, agreementLifecycle } from '#src/machines/agreement/agreement.lifecycle.ts';
import type { AgreementFacts, AgreementState } from '#src/machines/agreement/agreement.lifecycle.ts';
import { lifecycleModel } from './path-model.ts';

const facts: AgreementFacts = { now: '2030-01-01T08:00:00Z', expiresAt: '2030-01-31T08:00:00Z', openBlanks: [] };
const late = { now: '2030-02-01T08:00:00Z' };

export const agreement = lifecycleModel({
  id: 'agreement',
  title: 'Signing of an agreement',
  machine: agreementLifecycle.machine,
  version: AGREEMENT_MODEL_VERSION,
  start: 'draft' as AgreementState,
  facts,
  snapshot: agreementLifecycle.snapshot,
  placeOf: agreementLifecycle.stateOf,
  keyOf: (place) => place,
  names: {
    draft: 'Draft',
    sent: 'Sent',
    opened: 'Opened',
    signed: 'Signed',
    declined: 'Declined',
    voided: 'Voided',
    expired: 'Expired',
  },
  nameOf: (place, names) => names[place],
  events: {
    'agreement.sent': { does: 'sends the agreement', event: { type: 'agreement.sent', by: 'agent' } },
    'agreement.opened': { does: 'opens the agreement', event: { type: 'agreement.opened', by: 'client' } },
    'agreement.signed': {
      does: 'signs the agreement',
      event: {
        type: 'agreement.signed',
        by: 'client',
        hasConsent: true,
        hasSignature: true,
        shownHash: 'a',
        documentHash: 'a',
      },
    },
    'agreement.declined': {
      does: 'declines the agreement',
      event: { type: 'agreement.declined', by: 'client', reason: 'Too expensive' },
    },
    'agreement.voided': { does: 'takes the agreement back', event: { type: 'agreement.voided', by: 'agent' } },
    'agreement.expired': {
      does: 'ends the time of the agreement',
      event: { type: 'agreement.expired', by: 'system' },
      facts: late,
    },
  },
  breaks: {
    'the agreement has not expired': ({ event, facts: given }) => ({ event, facts: { ...given, ...late } }),
    'every blank is filled': ({ event, facts: given }) => ({ event, facts: { ...given, openBlanks: ['client.name'] } }),
    'the signer consents to electronic records': ({ event, facts: given }) => ({
      event: { ...event, hasConsent: false } as never,
      facts: given,
    }),
    'a signature is given': ({ event, facts: given }) => ({
      event: { ...event, hasSignature: false } as never,
      facts: given,
    }),
    'the text signed is the text shown': ({ event, facts: given }) => ({
      event: { ...event, shownHash: 'b' } as never,
      facts: given,
    }),
    'a reason is given': ({ event, facts: given }) => ({ event: { ...event, reason: ' ' } as never, facts: given }),
    'its time has run out': ({ event, facts: given }) => ({ event, facts: { ...given, now: facts.now } }),
  },
  rows: { table: 'agreement', state: 'state' },
});
