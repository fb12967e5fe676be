import type { Resolvers } from '#src/generated/resolvers.ts';
import { answer } from './rest-client.ts';
import { restInput, restQuery } from './spelling.ts';

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
    carrierProfile: (_, __, { rest }) => answer(rest.GET('/api/frontend/carrier/profile')) as never,
    carrierAgreement: (_, __, { rest }) => answer(rest.GET('/api/frontend/carrier/agreement')) as never,
  },
  Mutation: {
    signCarrierAgreement: (_, { signature }, { rest }) =>
      answer(rest.POST('/api/frontend/carrier/agreement/sign', { body: restInput(signature) })) as never,
    removePolicy: (_, { id }, { rest }) =>
      answer(rest.DELETE('/api/frontend/carrier/insurance/{id}', { params: { path: { id } } })) as never,
    setCarrierAuthority: (_, { id, ...change }, { rest }) =>
      answer(
        rest.PATCH('/api/frontend/agent/carriers/{carrierId}', {
          params: { path: { carrierId: id } },
          body: restInput(change),
        }),
      ) as never,
  },
};
