import type { Resolvers } from '#src/generated/resolvers.ts';
import { answer } from './rest-client.ts';
import { restQuery } from './spelling.ts';

export const resolvers: Resolvers = {
  Query: {
    workflow: (_, period, { rest }) =>
      answer(rest.GET('/api/frontend/agent/workflow', { params: { query: restQuery(period) } })),
    workflowPaths: (_, page, { rest }) =>
      answer(rest.GET('/api/frontend/agent/workflow/paths', { params: { query: restQuery(page) } })),
    workflowRefusals: (_, period, { rest }) =>
      answer(rest.GET('/api/frontend/agent/workflow/refusals', { params: { query: restQuery(period) } })),
    workflowPlace: (_, place, { rest }) =>
      answer(rest.GET('/api/frontend/agent/workflow/place', { params: { query: restQuery(place) } })),
    workflowPeople: (_, __, { rest }) => answer(rest.GET('/api/frontend/agent/workflow/people')),
  },
  Mutation: {
    setWorkflowPerson: (_, { accountId, may }, { rest }) =>
      answer(
        rest.PUT('/api/frontend/agent/workflow/people/{accountId}', { params: { path: { accountId } }, body: { may } }),
      ),
  },
};
