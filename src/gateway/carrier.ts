import type { Resolvers } from '#src/generated/resolvers.ts';
import { answer } from './rest-client.ts';
import { restInput, restQuery } from './spelling.ts';

const at = (carrierId: string) => ({ params: { path: { carrierId } } });

export const resolvers: Resolvers = {
  Query: {
    agentCarriers: (_, { filter, ...page }, { rest }) =>
      answer(
        rest.GET('/api/frontend/agent/carriers', { params: { query: restQuery({ ...filter, ...page }) } }),
      ) as never,
    agentCarrierFilters: (_, __, { rest }) => answer(rest.GET('/api/frontend/agent/carriers/filter-list')),
    agentCarrier: (_, { id }, { rest }) =>
      answer(rest.GET('/api/frontend/agent/carriers/{carrierId}/details', at(id))) as never,
    loads: (_, { filter, ...page }, { rest }) =>
      answer(
        rest.GET('/api/frontend/carrier/agent-lead/', { params: { query: restQuery({ ...filter, ...page }) } }),
      ) as never,
    loadMap: (_, { tab, filter }, { rest }) =>
      answer(
        rest.GET('/api/frontend/carrier/agent-lead/map', { params: { query: restQuery({ tab, ...filter }) } }),
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
    pricingSheet: (_, __, { rest }) => answer(rest.GET('/api/frontend/carrier/pricing-sheet')) as never,
    carrierAgreement: (_, __, { rest }) => answer(rest.GET('/api/frontend/carrier/agreement')) as never,
  },
  CarrierDetail: {
    jobs: (carrier, { after, limit }, { rest }) =>
      answer(
        rest.GET('/api/frontend/agent/carriers/{carrierId}/jobs', {
          params: { ...at((carrier as { id: string }).id).params, query: restQuery({ after, limit }) },
        }),
      ) as never,
  },
  Mutation: {
    signCarrierAgreement: (_, { signature }, { rest }) =>
      answer(rest.POST('/api/frontend/carrier/agreement/sign', { body: restInput(signature) })) as never,
    savePricingSheet: (_, sheet, { rest }) =>
      answer(rest.PUT('/api/frontend/carrier/pricing-sheet', { body: restInput(sheet) })) as never,
    completePolicy: (_, { id, policy }, { rest }) =>
      answer(
        rest.POST('/api/frontend/carrier/insurance/{id}/complete', {
          params: { path: { id } },
          body: restInput(policy),
        }),
      ) as never,
    removePolicy: (_, { id }, { rest }) =>
      answer(rest.DELETE('/api/frontend/carrier/insurance/{id}', { params: { path: { id } } })) as never,
    setCarrierAuthority: (_, { id, ...change }, { rest }) =>
      answer(rest.PATCH('/api/frontend/agent/carriers/{carrierId}', { ...at(id), body: restInput(change) })) as never,
    setCarrierSheet: (_, { id, ...sheet }, { rest }) =>
      answer(
        rest.PUT('/api/frontend/agent/carriers/{carrierId}/pricing-sheet', { ...at(id), body: restInput(sheet) }),
      ) as never,
    addCarrierNote: (_, { carrierId, text }, { rest }) =>
      answer(
        rest.POST('/api/frontend/agent/carriers/{carrierId}/notes', { ...at(carrierId), body: { text } }),
      ) as never,
    deleteCarrierNote: (_, { carrierId, id }, { rest }) =>
      answer(
        rest.DELETE('/api/frontend/agent/carriers/{carrierId}/notes/{noteId}', {
          params: { path: { carrierId, noteId: id } },
        }),
      ) as never,
  },
};
