import type { Resolvers } from '#src/generated/resolvers.ts';
import { answer } from './rest-client.ts';
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
    places: (_, { query }, { rest }) =>
      answer(rest.GET('/api/frontend/places', { params: { query: { query } } })) as never,
  },
  Mutation: {
    updateAgent: (_, changes, { rest }) =>
      answer(rest.PATCH('/api/frontend/agent/', { body: restInput(changes) })) as never,
  },
};
