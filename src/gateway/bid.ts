import type { Resolvers } from '#src/generated/resolvers.ts';
import { answer } from './rest-client.ts';
import { restInput } from './spelling.ts';

export const resolvers: Resolvers = {
  Mutation: {
    placeBid: (_, { leadId, ...terms }, { rest }) =>
      answer(
        rest.POST('/api/frontend/carrier/agent-lead/{leadId}/bid/place', {
          params: { path: { leadId } },
          body: restInput(terms),
        }),
      ) as never,
    withdrawBid: (_, { leadId }, { rest }) =>
      answer(rest.DELETE('/api/frontend/carrier/agent-lead/{leadId}/bid', { params: { path: { leadId } } })) as never,
  },
};
