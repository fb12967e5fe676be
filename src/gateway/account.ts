import type { Resolvers } from '#src/generated/resolvers.ts';
import { ownPortal } from './portals.ts';
import { answer, done } from './rest-client.ts';
import { restInput, restQuery } from './spelling.ts';

export const resolvers: Resolvers = {
  Query: {
    me: (_, __, { rest }) => answer(rest.GET('/api/frontend/agent/profile')) as never,
    choices: (_, { list, query }, { rest }) =>
      answer(
        rest.GET('/api/frontend/agent/dropdown-list', {
          params: { query: restQuery({ list, query: query || undefined }) },
        }),
      ) as never,
    sessions: (_, __, { rest }) => answer(rest.GET('/api/frontend/account/sessions')),
    assistants: (_, __, { rest }) => answer(rest.GET('/api/frontend/user/assistants')),
    places: (_, { query }, { rest }) =>
      answer(rest.GET('/api/frontend/places', { params: { query: { query } } })) as never,
  },
  Mutation: {
    updateAgent: (_, changes, { rest }) =>
      answer(rest.PATCH('/api/frontend/agent/', { body: restInput(changes) })) as never,
    changePassword: (_, { password, newPassword }, { rest, tokens }) =>
      done(
        rest.POST(`/api/frontend/${ownPortal(tokens)}/change_password`, {
          body: { password, new_password: newPassword },
        }),
      ),
    requestEmailChange: (_, { newEmail, password }, { rest, tokens }) =>
      done(
        rest.POST(`/api/frontend/${ownPortal(tokens)}/email/change/confirm`, {
          body: { new_email: newEmail, password },
        }),
      ),
    updateUser: (_, changes, { rest }) => answer(rest.PATCH('/api/frontend/user/', { body: restInput(changes) })),
    updateUserSettings: (_, changes, { rest }) =>
      answer(rest.PATCH('/api/frontend/user/settings/', { body: restInput(changes) })),
    removeAvatar: (_, __, { rest, tokens }) => answer(rest.DELETE(`/api/frontend/${ownPortal(tokens)}/avatar`)),
    endSession: (_, { id }, { rest }) =>
      done(rest.DELETE('/api/frontend/account/sessions/{id}', { params: { path: { id } } })),
    async endAllSessions(_, __, { rest, tokens }) {
      await answer(rest.DELETE('/api/frontend/account/sessions'));
      tokens.replace(null);
      return true;
    },
    inviteAssistant: (_, { email, name }, { rest }) =>
      answer(rest.POST('/api/frontend/user/invite', { body: { email, name } })),
    resendInvitation: (_, { id }, { rest }) =>
      answer(rest.POST('/api/frontend/user/invite/{id}/resend', { params: { path: { id } } })),
    deleteAssistant: (_, { id }, { rest }) =>
      done(rest.DELETE('/api/frontend/user/delete', { params: { query: { id } } })),
  },
};
