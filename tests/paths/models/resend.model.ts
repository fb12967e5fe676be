import { resendMachine } from '#src/machines/session/resend.machine.ts';
import { flowModel } from './flow-model.ts';

/** The seconds are not separate places: a tick is repeated until the wait is over. */
export const resend = flowModel({
  id: 'resend',
  title: 'Mail that is sent again on request',
  machine: resendMachine,
  person: 'visitor',
  openings: {
    'page opened at once': { does: 'opens the page right after the first mail', input: { sentAt: Date.UTC(2100, 0) } },
    'page opened later': { does: 'opens the page long after the first mail', input: { sentAt: 0 } },
  },
  names: { waiting: 'Waiting before the next mail', ready: 'Ready for another mail', sending: 'Being sent' },
  events: { 'resend.asked': 'asks for the mail again' },
  answers: {
    send: {
      done: {
        sent: { does: 'sends the mail', output: null },
        refused: { does: 'says why no mail was sent', output: 'This address was confirmed.' },
      },
      error: { 'no answer': { does: 'does not answer', error: 'no answer' } },
    },
  },
  delays: {
    'the seconds run out': {
      type: 'xstate.after.1000.resend.waiting',
      does: 'lets the rest of the wait pass',
      isWhole: true,
    },
  },
});
