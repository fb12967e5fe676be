import { and, setup } from 'xstate';
import { defineLifecycle } from '../lifecycle.ts';
import type { Role } from '../lifecycle.ts';

/**
 * The signing of an agreement: broker-carrier, broker-shipper, and specific-job agreements are signed the same way.
 *
 * draft     rendered from its template, not sent yet
 * sent      the signer has a link or sees it in the portal
 * opened    the signer has confirmed reading it (a page view alone writes nothing)
 * signed    signed with consent; its sealed PDF is printed when somebody first needs it
 * declined  the signer declined, with a reason
 * voided    replaced by a newer version or taken back
 * expired   its time ran out
 *
 * Increment the version with every change of a state, transition, or guard.
 */
export const AGREEMENT_MODEL_VERSION = 1;

export interface AgreementFacts {
  /** The current time and the end of its validity, UTC ISO 8601. */
  now: string;
  expiresAt: string;
  /** Blanks of the template that have no value. */
  openBlanks: string[];
}

export type AgreementEvent = { by: Role } & (
  | { type: 'agreement.sent' }
  | { type: 'agreement.opened' }
  | { type: 'agreement.signed'; hasConsent: boolean; hasSignature: boolean; shownHash: string; documentHash: string }
  | { type: 'agreement.declined'; reason: string }
  | { type: 'agreement.voided' }
  | { type: 'agreement.expired' }
);

const maySign = [
  'a signer does it',
  'the agreement has not expired',
  'every blank is filled',
  'the signer consents to electronic records',
  'a signature is given',
  'the text signed is the text shown',
] as const;

const agreementMachine = setup({
  types: { context: {} as AgreementFacts, events: {} as AgreementEvent, input: {} as AgreementFacts },
  guards: {
    'a signer does it': ({ event }) => event.by === 'client' || event.by === 'carrier',
    'the agreement has not expired': ({ context }) => context.now < context.expiresAt,
    'every blank is filled': ({ context }) => context.openBlanks.length === 0,
    'the signer consents to electronic records': ({ event }) => 'hasConsent' in event && event.hasConsent,
    'a signature is given': ({ event }) => 'hasSignature' in event && event.hasSignature,
    'the text signed is the text shown': ({ event }) => 'shownHash' in event && event.shownHash === event.documentHash,
    'a reason is given': ({ event }) => 'reason' in event && event.reason.trim() !== '',
    'its time has run out': ({ context }) => context.now >= context.expiresAt,
  },
}).createMachine({
  id: 'agreement',
  context: ({ input }) => input,
  initial: 'draft',
  states: {
    draft: {
      on: { 'agreement.sent': { target: 'sent', guard: 'every blank is filled' }, 'agreement.voided': 'voided' },
    },
    sent: {
      on: {
        'agreement.opened': { target: 'opened', guard: and(['a signer does it', 'the agreement has not expired']) },
        'agreement.signed': { target: 'signed', guard: and(maySign) },
        'agreement.declined': {
          target: 'declined',
          guard: and(['a signer does it', 'the agreement has not expired', 'a reason is given']),
        },
        'agreement.voided': 'voided',
        'agreement.expired': { target: 'expired', guard: 'its time has run out' },
      },
    },
    opened: {
      on: {
        'agreement.signed': { target: 'signed', guard: and(maySign) },
        'agreement.declined': {
          target: 'declined',
          guard: and(['a signer does it', 'the agreement has not expired', 'a reason is given']),
        },
        'agreement.voided': 'voided',
        'agreement.expired': { target: 'expired', guard: 'its time has run out' },
      },
    },
    signed: {},
    declined: {},
    voided: {},
    expired: {},
  },
});

export const AGREEMENT_STATES = ['draft', 'sent', 'opened', 'signed', 'declined', 'voided', 'expired'] as const;
export type AgreementState = (typeof AGREEMENT_STATES)[number];

export const agreementLifecycle = defineLifecycle({
  what: 'the agreement',
  machine: agreementMachine,
  version: AGREEMENT_MODEL_VERSION,
  start: 'draft' as AgreementState,
  valueOf: (state) => state,
  stateOf: ({ value }) => value as AgreementState,
  nameOf: (state) => state,
});
