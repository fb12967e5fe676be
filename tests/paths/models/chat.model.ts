import { CHAT_MODEL_VERSION, chatLifecycle } from '#src/machines/chat/chat.lifecycle.ts';
import type { ChatFacts, ChatStanding } from '#src/machines/chat/chat.lifecycle.ts';
import { lifecycleModel } from './path-model.ts';

const facts: ChatFacts = { missing: 0, hasLead: true, messagesLeft: 10, newestAnswer: 4 };

export const chat = lifecycleModel({
  id: 'chat',
  title: 'Conversation with a client',
  machine: chatLifecycle.machine,
  version: CHAT_MODEL_VERSION,
  start: { stage: 'collecting', owner: 'assistant' } as ChatStanding,
  facts,
  snapshot: chatLifecycle.snapshot,
  placeOf: chatLifecycle.stateOf,
  keyOf: chatLifecycle.nameOf,
  names: {
    'stage.collecting': 'Collecting',
    'stage.confirming': 'To be confirmed',
    'stage.handed-over': 'Handed over',
    'stage.closed': 'Closed',
    'owner.assistant': 'the assistant answers',
    'owner.handing-over': 'a person was asked for',
    'owner.agent': 'an agent answers',
  },
  nameOf: ({ stage, owner }, names) => `${names[`stage.${stage}`]}, ${names[`owner.${owner}`]}`,
  events: {
    'message.sent': { does: 'writes a message', event: { type: 'message.sent', by: 'client' } },
    'answer.given': { does: 'answers', event: { type: 'answer.given', by: 'agent', seen: 4 } },
    'details.changed': { does: 'fills in what was missing', event: { type: 'details.changed', by: 'client' } },
    'details.confirmed': { does: 'confirms the details', event: { type: 'details.confirmed', by: 'client' } },
    'details.applied': { does: 'takes the details over to the lead', event: { type: 'details.applied', by: 'agent' } },
    'summary.written': { does: 'writes the summary', event: { type: 'summary.written', by: 'agent' } },
    'person.requested': { does: 'asks for a person', event: { type: 'person.requested', by: 'client' } },
    'wait.ended': { does: 'ends the wait for a person', event: { type: 'wait.ended', by: 'system' } },
    'chat.taken': { does: 'takes the chat over', event: { type: 'chat.taken', by: 'agent' } },
    'chat.returned': { does: 'hands the chat back', event: { type: 'chat.returned', by: 'agent' } },
    'chat.closed': { does: 'closes the chat', event: { type: 'chat.closed', by: 'agent' } },
    'chat.reopened': { does: 'opens the chat again', event: { type: 'chat.reopened', by: 'agent' } },
  },
  more: {
    'answer.given by the assistant': {
      does: 'answers as the assistant',
      event: { type: 'answer.given', by: 'system', seen: 4 },
    },
    'details.changed forgetting': {
      does: 'takes back what was said',
      event: { type: 'details.changed', by: 'client' },
      facts: { missing: 1 },
    },
    'chat.reopened with gaps': {
      does: 'opens a chat again in which something is missing',
      event: { type: 'chat.reopened', by: 'agent' },
      facts: { missing: 1 },
    },
  },
  breaks: {
    // Whether it is closed is part of its place: the pairs of places and events cover it.
    'the chat is open': (given) => given,
    'everything needed is known': ({ event, facts: given }) => ({ event, facts: { ...given, missing: 1 } }),
    'the chat belongs to a lead': ({ event, facts: given }) => ({ event, facts: { ...given, hasLead: false } }),
    'the client has messages left today': ({ event, facts: given }) => ({
      event,
      facts: { ...given, messagesLeft: 0 },
    }),
    'every answer before was seen': ({ event, facts: given }) => ({
      event: { ...event, seen: 3 } as never,
      facts: given,
    }),
  },
  rows: { table: 'chat', state: "stage || '.' || owner" },
});
