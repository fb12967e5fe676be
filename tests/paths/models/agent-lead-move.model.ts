import { agentLeadMoveMachine } from '#src/machines/agent-lead/agent-lead-move.machine.ts';
import type { MoveRefusal } from '#src/machines/agent-lead/agent-lead-move.machine.ts';
import { flowModel } from './flow-model.ts';

const refusal = (kind: MoveRefusal['kind'], detail: string): MoveRefusal => ({
  kind,
  detail,
  unmet: kind === 'refused' ? ['the origin is known'] : [],
  fields: kind === 'invalid' ? { total: detail } : {},
  current: kind === 'conflict' ? { version: 2 } : null,
});

export const agentLeadMove = flowModel({
  id: 'agent-lead-move',
  title: 'Move of an agent lead, from the form to the record',
  machine: agentLeadMoveMachine,
  person: 'agent',
  input: { draft: {}, version: 1 },
  names: {
    filling: 'Filling in',
    saving: 'Being saved',
    conflict: 'Changed by somebody else',
    refused: 'Refused',
    failed: 'No answer',
    done: 'Done',
  },
  events: {
    'draft.changed': { does: 'changes the form', with: { part: { total: 1 } } },
    'move.submitted': 'sends the form',
    'conflict.accepted': 'goes on with the newer version',
  },
  answers: {
    save: {
      done: { written: { does: 'writes the move', output: undefined } },
      error: {
        conflict: {
          does: 'says that somebody else has changed the lead',
          error: refusal('conflict', 'The lead was changed.'),
        },
        refused: {
          does: 'says that the lifecycle refuses the move',
          error: refusal('refused', 'The origin is not known.'),
        },
        'a wrong field': { does: 'says that a field is wrong', error: refusal('invalid', 'The total is above zero.') },
        'no answer': { does: 'does not answer', error: 'no answer' },
      },
    },
  },
});
