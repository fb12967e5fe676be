import type { Resolvers } from '#src/generated/resolvers.ts';
import { answer } from './rest-client.ts';
import { restQuery } from './spelling.ts';

export const resolvers: Resolvers = {
  Query: {
    agentCarriers: (_, query, { rest }) =>
      answer(rest.GET('/api/frontend/agent/carriers', { params: { query: restQuery(query) } })) as never,
    loads: (_, { filter, ...page }, { rest }) =>
      answer(
        rest.GET('/api/frontend/carrier/agent-lead/', { params: { query: restQuery({ ...filter, ...page }) } }),
      ) as never,
    load: (_, { id }, { rest }) =>
      answer(
        rest.GET('/api/frontend/carrier/agent-lead/{leadId}/details', { params: { path: { leadId: id } } }),
      ) as never,
    rateSchedule: (_, { leadId }, { rest }) =>
      answer(
        rest.GET('/api/frontend/carrier/agent-lead/{leadId}/carrier-rate-schedule/data', {
          params: { path: { leadId } },
        }),
      ) as never,
  },
};
