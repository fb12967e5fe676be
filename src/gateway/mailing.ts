import type { Resolvers } from '#src/generated/resolvers.ts';
import { answer, done } from './rest-client.ts';

export const resolvers: Resolvers = {
  Query: {
    brokerage: (_, __, { rest }) => answer(rest.GET('/api/frontend/brokerage')),
  },
  Mutation: {
    askForLeadMails: (_, { email, states }, { rest }) =>
      done(rest.POST('/api/frontend/email_subscribe/subscribe', { body: { email, states: states as never } })),
    confirmLeadMails: (_, { token }, { rest }) =>
      answer(rest.POST('/api/frontend/email_subscribe/confirm', { body: { token } })),
    endLeadMails: (_, { token }, { rest }) =>
      done(rest.POST('/api/frontend/email_subscribe/unsubscribe', { body: { token } })),
    mailWayOut: (_, { email }, { rest }) =>
      done(rest.POST('/api/frontend/email_subscribe/unsubscribe', { body: { email } })),
  },
};
