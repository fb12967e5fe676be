import { signingMachine } from '#src/machines/agreement/signing.machine.ts';
import { flowModel } from './flow-model.ts';

const signature = { kind: 'typed', name: 'Casey Client', hasConsent: true } as const;

/** What matters about a draft is whether it can be sent: the signature with consent, and the reason. */
export const signing = flowModel({
  id: 'signing',
  title: 'Agreement on its way from being read to being signed or declined',
  machine: signingMachine,
  person: 'client',
  names: {
    looking: 'Looking',
    'begun.reading': 'Reading',
    'begun.signing': 'Signing',
    'begun.declining': 'Declining',
    'begun.sending': 'Being sent',
    'begun.failed': 'No answer',
    'begun.refused': 'Refused',
    signed: 'Signed',
    declined: 'Declined for good',
  },
  aspects: ({ context: { draft, wish }, value }) => {
    if (typeof value === 'string' && value !== 'looking') return [];
    const isSent = typeof value === 'object' && ['sending', 'failed'].includes(value.begun);
    return [
      ...(draft.hasConsent ? ['signature given'] : []),
      ...(draft.reason ? ['reason given'] : []),
      ...(isSent ? [`to ${wish}`] : []),
    ];
  },
  events: {
    'signer.began': 'begins to read',
    'signature.reached': 'comes to the signature',
    'draft.changed': { does: 'consents and types the name', with: { part: signature } },
    'signature.sent': 'signs the agreement',
    'decline.opened': 'wants to decline',
    'decline.cancelled': 'goes back from declining',
    'decline.sent': 'declines the agreement',
    'text.read-again': 'reads the text again',
  },
  more: {
    'draft.changed taking back': {
      does: 'takes the consent back',
      event: { type: 'draft.changed', part: { hasConsent: false } },
    },
    'draft.changed reason': {
      does: 'writes a reason',
      event: { type: 'draft.changed', part: { reason: 'Too expensive' } },
    },
    'draft.changed no reason': { does: 'deletes the reason', event: { type: 'draft.changed', part: { reason: '' } } },
  },
  answers: {
    open: {
      done: { noted: { does: 'notes that the agreement was opened', output: undefined } },
      error: { 'no answer': { does: 'does not note that the agreement was opened', error: 'no answer' } },
    },
    send: {
      done: {
        signed: { does: 'writes the signature', output: { is: 'signed' } },
        declined: { does: 'writes that the agreement was declined', output: { is: 'declined' } },
        refused: {
          does: 'says that it cannot be signed as it stands',
          output: { is: 'refused', detail: 'The text has changed.' },
        },
      },
      error: { 'no answer': { does: 'does not answer', error: 'no answer' } },
    },
  },
  // The answer matches what was sent.
  world: (snapshot, event) => {
    const { is } = ('output' in event && event.output ? event.output : {}) as { is?: string };
    return (is === 'signed' && snapshot.context.wish === 'decline') ||
      (is === 'declined' && snapshot.context.wish === 'sign')
      ? null
      : snapshot;
  },
});
