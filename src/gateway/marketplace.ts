import type { Resolvers } from '#src/generated/resolvers.ts';
import { answer } from './rest-client.ts';
import { restInput, restQuery } from './spelling.ts';

const purchase = (token: string) => ({ params: { path: { token } } });
/** An empty list asks for nothing; the query leaves it out. */
const listed = (given: object | null | undefined) =>
  Object.fromEntries(Object.entries(given ?? {}).filter(([, value]) => !Array.isArray(value) || value.length > 0));

export const resolvers: Resolvers = {
  Query: {
    shopLeads: (_, { filter, ...page }, { rest }) =>
      answer(rest.GET('/api/frontend/shop-lead/', { params: { query: restQuery({ ...listed(filter), ...page }) } })),
    shopMap: (_, { filter }, { rest }) =>
      answer(rest.GET('/api/frontend/shop-lead/leads-map', { params: { query: restQuery(listed(filter)) } })),
    shopPlaces: (_, { states }, { rest }) =>
      answer(rest.GET('/api/frontend/shop-lead/states-cities', { params: { query: restQuery(listed({ states })) } })),
    shopLeadsById: async (_, { ids }, { rest }) =>
      ids.length === 0
        ? []
        : (await answer(rest.GET('/api/frontend/shop-lead/lead', { params: { query: { ids: ids.join(',') } } }))).items,
    purchase: (_, { token }, { rest }) => answer(rest.GET('/api/frontend/shop-lead/purchase/{token}', purchase(token))),
    boughtLeads: (_, { token, leadIds }, { rest }) =>
      answer(
        rest.GET('/api/frontend/shop-lead/details', {
          params: { query: restQuery({ token, ...listed({ leadsIds: leadIds }) }) },
        }),
      ),
  },
  Mutation: {
    reserveLeads: (_, { leadIds, prices, email }, { rest }) =>
      answer(rest.POST('/api/frontend/shop-lead/purchase', { body: { leads_ids: leadIds, prices, email } })),
    payPurchase: (_, { token, total }, { rest }) =>
      answer(rest.POST('/api/frontend/shop-lead/purchase/{token}/pay', { ...purchase(token), body: { total } })),
    checkPurchase: (_, { token }, { rest }) =>
      answer(rest.POST('/api/frontend/shop-lead/purchase/{token}/check', { ...purchase(token), body: {} })),
    releasePurchase: (_, { token }, { rest }) =>
      answer(rest.DELETE('/api/frontend/shop-lead/purchase/{token}', purchase(token))),
    reportLead: (_, input, { rest }) =>
      answer(rest.POST('/api/frontend/shop-lead/details/report', { body: restInput(input) })),
  },
};
