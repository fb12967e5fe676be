import { requestMachine } from '#src/machines/request/request.machine.ts';
import { flowModel } from './flow-model.ts';

export const request = flowModel({
  id: 'request',
  title: 'Request of a form or a button',
  machine: requestMachine,
  person: 'agent',
  names: { ready: 'Ready', sending: 'On its way', refused: 'Refused', failed: 'Not answered' },
  events: {
    'request.made': {
      does: 'presses the button',
      with: { name: 'write', failed: 'Try again.', send: () => Promise.resolve({ is: 'done' } as const) },
    },
    'request.dismissed': { does: 'changes what was typed' },
  },
  answers: {
    send: {
      done: {
        written: { does: 'says that it is written', output: { is: 'done' } },
        refused: {
          does: 'says why not',
          output: { is: 'refused', detail: 'There is no room for another note.', fields: {} },
        },
      },
      error: { 'no answer': { does: 'does not answer', error: 'no answer' } },
    },
  },
});
