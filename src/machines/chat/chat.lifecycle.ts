import { and, setup } from 'xstate';
import { defineLifecycle } from '../lifecycle.ts';
import type { Role } from '../lifecycle.ts';

/**
 * A client's chat about a move. Two regions:
 *
 * stage  collecting   something is still missing
 *        confirming   everything is there, and waits for the client's confirmation
 *        handed-over  the client confirmed: the move is with the agents
 *        closed       nothing more can be written
 * owner  assistant    the AI assistant answers (in events it is the `system`)
 *        handing-over a person was requested, but has not joined yet
 *        agent        a person answers, and the assistant is silent
 *
 * The text of messages never changes the state: details are typed fields, and the client confirms with a button.
 * Increment the version with every change of a state, transition, or guard.
 */
export const CHAT_MODEL_VERSION = 1;

/** The current facts about the chat. */
export interface ChatFacts {
  /** How many required details are missing, after the change if the event is one. */
  missing: number;
  hasLead: boolean;
  /** How many more messages the client may send today. */
  messagesLeft: number;
  /** The sequence number of the newest answer by anyone; 0 if there is none. */
  newestAnswer: number;
}

export type ChatEvent = { by: Role } & (
  | { type: 'message.sent' }
  /** `seen`: the newest sequence number that the answerer has read. */
  | { type: 'answer.given'; seen: number }
  | { type: 'details.changed' }
  | { type: 'details.confirmed' }
  | { type: 'details.applied' }
  | { type: 'summary.written' }
  | { type: 'person.requested' }
  | { type: 'wait.ended' }
  | { type: 'chat.taken' }
  | { type: 'chat.returned' }
  | { type: 'chat.closed' }
  | { type: 'chat.reopened' }
);

const open = 'the chat is open';
const mayAnswer = [open, 'every answer before was seen'] as const;

const chatMachine = setup({
  types: {
    context: {} as ChatFacts & { isClosed: boolean },
    events: {} as ChatEvent,
    input: {} as ChatFacts & { isClosed: boolean },
  },
  // An event that changes no state is still judged and recorded in the history.
  actions: { 'the history records it': () => {} },
  guards: {
    'the client does it': ({ event }) => event.by === 'client',
    'an agent does it': ({ event }) => event.by === 'agent',
    'the assistant does it': ({ event }) => event.by === 'system',
    'the clock does it': ({ event }) => event.by === 'system',
    'an agent or the assistant does it': ({ event }) => event.by === 'agent' || event.by === 'system',
    'the client, an agent or the assistant does it': ({ event }) =>
      event.by === 'client' || event.by === 'agent' || event.by === 'system',
    'the client or the assistant does it': ({ event }) => event.by === 'client' || event.by === 'system',
    [open]: ({ context }) => !context.isClosed,
    'everything needed is known': ({ context }) => context.missing === 0,
    'the chat belongs to a lead': ({ context }) => context.hasLead,
    'the client has messages left today': ({ context }) => context.messagesLeft > 0,
    'every answer before was seen': ({ context, event }) => 'seen' in event && event.seen >= context.newestAnswer,
  },
}).createMachine({
  id: 'chat',
  context: ({ input }) => input,
  type: 'parallel',
  on: {
    'message.sent': {
      guard: and(['the client does it', open, 'the client has messages left today']),
      actions: 'the history records it',
    },
    'summary.written': { guard: and(['an agent or the assistant does it']), actions: 'the history records it' },
    'details.applied': {
      guard: and(['an agent does it', 'the chat belongs to a lead']),
      actions: 'the history records it',
    },
  },
  states: {
    stage: {
      initial: 'collecting',
      states: {
        collecting: {
          on: {
            'details.changed': [
              {
                target: 'confirming',
                guard: and(['the client, an agent or the assistant does it', 'everything needed is known']),
              },
              { guard: and(['the client, an agent or the assistant does it']), actions: 'the history records it' },
            ],
            'chat.closed': { target: 'closed', guard: and(['an agent does it']) },
          },
        },
        confirming: {
          on: {
            'details.changed': [
              {
                guard: and(['the client, an agent or the assistant does it', 'everything needed is known']),
                actions: 'the history records it',
              },
              { target: 'collecting', guard: and(['the client, an agent or the assistant does it']) },
            ],
            'details.confirmed': {
              target: 'handed-over',
              guard: and(['the client does it', 'everything needed is known']),
            },
            'chat.closed': { target: 'closed', guard: and(['an agent does it']) },
          },
        },
        'handed-over': {
          on: {
            // What was confirmed has changed since.
            'details.changed': [
              {
                target: 'confirming',
                guard: and(['the client, an agent or the assistant does it', 'everything needed is known']),
              },
              { target: 'collecting', guard: and(['the client, an agent or the assistant does it']) },
            ],
            'chat.closed': { target: 'closed', guard: and(['an agent does it']) },
          },
        },
        closed: {
          on: {
            'chat.reopened': [
              { target: 'confirming', guard: and(['an agent does it', 'everything needed is known']) },
              { target: 'collecting', guard: and(['an agent does it']) },
            ],
          },
        },
      },
    },
    owner: {
      initial: 'assistant',
      states: {
        assistant: {
          on: {
            'answer.given': { guard: and(['the assistant does it', ...mayAnswer]), actions: 'the history records it' },
            'person.requested': { target: 'handing-over', guard: and(['the client or the assistant does it', open]) },
            'chat.taken': { target: 'agent', guard: and(['an agent does it', open]) },
          },
        },
        'handing-over': {
          on: {
            'chat.taken': { target: 'agent', guard: and(['an agent does it', open]) },
            'wait.ended': { target: 'assistant', guard: and(['the clock does it', open]) },
          },
        },
        agent: {
          on: {
            'answer.given': { guard: and(['an agent does it', ...mayAnswer]), actions: 'the history records it' },
            'chat.returned': { target: 'assistant', guard: and(['an agent does it', open]) },
          },
        },
      },
    },
  },
});

export const CHAT_STAGES = ['collecting', 'confirming', 'handed-over', 'closed'] as const;
export const CHAT_OWNERS = ['assistant', 'handing-over', 'agent'] as const;

export interface ChatStanding {
  stage: (typeof CHAT_STAGES)[number];
  owner: (typeof CHAT_OWNERS)[number];
}

export const chatLifecycle = defineLifecycle({
  what: 'the chat',
  machine: chatMachine,
  version: CHAT_MODEL_VERSION,
  start: { stage: 'collecting', owner: 'assistant' } as ChatStanding,
  valueOf: ({ stage, owner }) => ({ stage, owner }),
  contextOf: ({ stage }, facts: ChatFacts) => ({ ...facts, isClosed: stage === 'closed' }),
  stateOf: ({ value }) => value,
  nameOf: ({ stage, owner }) => `${stage}.${owner}`,
  stateNamed(name) {
    const [stage, owner] = name.split('.');
    return { stage: stage as ChatStanding['stage'], owner: owner as ChatStanding['owner'] };
  },
});
