import { setupMachine } from '#src/machines/setup/setup.machine.ts';
import { flowModel } from './flow-model.ts';

export const setup = flowModel({
  id: 'setup',
  title: 'Set-up of a deployment without an agent',
  machine: setupMachine,
  person: 'agent',
  names: {
    code: 'Set-up code',
    brokerage: 'Brokerage',
    agent: 'First agent',
    mail: 'Mail test',
    payments: 'Payments test',
    done: 'Set up',
  },
  events: {
    'code.accepted': 'enters the code that the start has printed',
    'brokerage.saved': 'says who the brokerage is',
    'agent.created': 'makes an account',
    'step.finished': 'goes on',
    'step.back': 'goes back',
    'access.ended': { does: 'says that the set-up has ended in this browser', by: 'server' },
  },
  answers: {},
});
