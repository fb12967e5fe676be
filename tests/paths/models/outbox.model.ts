import { outboxMachine } from '#src/machines/chat/outbox.machine.ts';
import type { Outgoing } from '#src/machines/chat/outbox.machine.ts';
import { flowModel } from './flow-model.ts';

/** The maximum number of messages: two show that they are sent one after the other. */
const MESSAGES = 2;
const NAMES = ['the first', 'the second'];

/** With a photo: the screen offers to cancel what takes time. */
const written = (key: string) => ({ key, text: 'When do you come?', photos: [new File(['a picture'], 'sofa.jpg')] });
const standingOf = ({ id, problem }: Outgoing) => (id !== null ? 'taken' : problem !== null ? 'refused' : 'waits');

/** What matters about a message is its position, and whether it waits, was accepted, or was refused. */
export const outbox = flowModel({
  id: 'outbox',
  title: 'Messages that were written and that the server does not have yet',
  machine: outboxMachine,
  person: 'client',
  input: { queue: [] },
  names: { resting: 'Resting', sending: 'Sending', waiting: 'Waiting for a connection' },
  aspects: ({ context: { queue } }) => queue.map((message, index) => `${NAMES[index]} ${standingOf(message)}`),
  events: {
    'message.written': { does: 'writes a message with a photo', with: { message: written('new') } },
    'message.retried': { does: 'sends the first message again', with: { key: NAMES[0]! } },
    'message.dropped': { does: 'drops the first message', with: { key: NAMES[0]! } },
    'messages.read': { does: 'shows what it has taken', by: 'server', with: { ids: ['taken'] } },
    'connection.back': { does: 'can be reached again', by: 'server' },
    'upload.progressed': { does: 'takes a part of the message', by: 'server', with: { fraction: 0.5 } },
    'upload.taken': { does: 'takes the message', by: 'server', with: { id: 'taken' } },
    'upload.lost': { does: 'does not answer', by: 'server' },
    'upload.refused': { does: 'refuses the message for good', by: 'server', with: { problem: 'This chat is closed.' } },
  },
  more: {
    'message.retried second': {
      does: 'sends the second message again',
      event: { type: 'message.retried', key: NAMES[1]! },
    },
    'message.dropped second': { does: 'drops the second message', event: { type: 'message.dropped', key: NAMES[1]! } },
  },
  // The upload answers with events of the machine itself.
  answers: {},
  delays: { 'a while passes': { type: 'xstate.after.aWhile.outbox.waiting', does: 'lets a while pass' } },
  world: (snapshot, event) => {
    const { queue } = snapshot.context;
    if (event.type === 'message.written') return queue.length < MESSAGES ? snapshot : null;
    if (event.type === 'messages.read') return queue.some(({ id }) => id !== null) ? snapshot : null;
    if (!('key' in event)) return snapshot;
    // What the screen offers next to a message: see the chat's list of outgoing messages.
    const message = queue.find(({ key }) => key === event.key);
    if (!message || message.id !== null) return null;
    const isWaiting = snapshot.value === 'waiting' && message === queue.find((one) => standingOf(one) === 'waits');
    return event.type === 'message.dropped' || isWaiting || message.problem !== null ? snapshot : null;
  },
  settle: (snapshot) =>
    ({
      ...snapshot,
      context: {
        ...snapshot.context,
        queue: snapshot.context.queue.map((message, index) => ({ ...message, key: NAMES[index]! })),
      },
    }) as typeof snapshot,
});
