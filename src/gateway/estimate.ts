import type { Resolvers } from '#src/generated/resolvers.ts';
import { answer } from './rest-client.ts';
import { restInput } from './spelling.ts';

export const resolvers: Resolvers = {
  Query: {
    sharedEstimate: (_, { token }, { rest }) =>
      answer(rest.GET('/api/frontend/agent-lead/estimates/shared', { params: { query: { token } } })) as never,
  },
  Mutation: {
    createEstimate: (_, { leadId, input }, { rest }) =>
      answer(
        rest.POST('/api/frontend/agent-lead/{leadId}/estimates', {
          params: { path: { leadId } },
          body: restInput(input),
        }),
      ) as never,
    editEstimate: (_, { id, version, input }, { rest }) =>
      answer(
        rest.PUT('/api/frontend/agent-lead/estimates/{estimateId}', {
          params: { path: { estimateId: id } },
          body: restInput({ ...input, version }),
        }),
      ) as never,
    shareEstimate: (_, { id }, { rest }) =>
      answer(
        rest.POST('/api/frontend/agent-lead/estimates/{estimateId}/share', { params: { path: { estimateId: id } } }),
      ) as never,
  },
};
