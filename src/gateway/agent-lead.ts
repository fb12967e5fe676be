import type { MercuriusLoaders } from 'mercurius';
import type { Resolvers } from '#src/generated/resolvers.ts';
import type { GatewayContext } from './context.ts';
import { answer } from './rest-client.ts';
import { restInput, restQuery } from './spelling.ts';

interface LeadParent {
  id: string;
  attachments?: unknown;
}

const LEAD = '/api/frontend/agent-lead/{leadId}';

const leadOf = ({ rest }: GatewayContext, leadId: string) => answer(rest.GET(LEAD, { params: { path: { leadId } } }));

/** What only the page of one lead carries; in a list it is asked for lead by lead. */
function ofDetail(field: 'attachments' | 'estimates' | 'agreements' | 'links' | 'duplicates') {
  return async (lead: unknown, _: unknown, context: GatewayContext) =>
    ((lead as Record<string, unknown>)[field] ?? (await leadOf(context, (lead as LeadParent).id))[field]) as never;
}

/** Paths of the moves, and what each takes besides the version. */
const at = (leadId: string) => ({ params: { path: { leadId } } });

export const resolvers: Resolvers = {
  Query: {
    agentLeads: (_, { tab, archived, filter, ...page }, { rest }) =>
      answer(
        rest.GET('/api/frontend/agent-lead/', {
          params: { query: restQuery({ state: tab, isArchived: archived, ...filter, ...page }) },
        }),
      ) as never,
    agentLeadCounts: (_, __, { rest }) => answer(rest.GET('/api/frontend/agent-lead/counts')) as never,
    agentLead: (_, { id }, context) => leadOf(context, id) as never,
    searchAgentLeads: (_, { query }, { rest }) =>
      answer(rest.GET('/api/frontend/agent-lead/search/global', { params: { query: { query } } })) as never,
    duplicateLeads: (_, probe, { rest }) =>
      answer(rest.GET('/api/frontend/agent-lead/duplicates', { params: { query: restQuery(probe) } })) as never,
    sharedLead: (_, { token }, { rest }) =>
      answer(rest.GET('/api/frontend/agent-lead/shared/{token}', { params: { path: { token } } })) as never,
  },
  AgentLead: {
    attachments: ofDetail('attachments'),
    estimates: ofDetail('estimates'),
    agreements: ofDetail('agreements'),
    links: ofDetail('links'),
    duplicates: ofDetail('duplicates'),
    history: (lead, _, { rest }) =>
      answer(rest.GET('/api/frontend/agent-lead/{leadId}/history', at((lead as unknown as LeadParent).id))) as never,
    nearestCarriers: (lead, { to, limit }, { rest }) =>
      answer(
        rest.GET('/api/frontend/agent-lead/{leadId}/nearest-carriers', {
          params: { path: { leadId: (lead as unknown as LeadParent).id }, query: restQuery({ to, limit }) },
        }),
      ) as never,
  },
  Mutation: {
    createAgentLead: (_, { input }, { rest }) =>
      answer(rest.POST('/api/frontend/agent-lead/', { body: restInput(input) } as never)) as never,
    editAgentLead: (_, { id, version, input }, { rest }) =>
      answer(rest.PATCH(LEAD, { ...at(id), body: restInput({ ...input, version }) })) as never,
    archiveAgentLead: (_, { id, version, reason }, { rest }) =>
      answer(rest.PATCH(LEAD, { ...at(id), body: { version, is_archived: true, archive_reason: reason } })) as never,
    restoreAgentLead: (_, { id, version }, { rest }) =>
      answer(rest.PATCH(LEAD, { ...at(id), body: { version, is_archived: false } })) as never,
    followUp: (_, { leadId, ...body }, { rest }) =>
      answer(
        rest.POST('/api/frontend/agent-lead/{leadId}/follow_up', { ...at(leadId), body: restInput(body) }),
      ) as never,
    sendQuote: (_, { leadId, ...body }, { rest }) =>
      answer(
        rest.POST('/api/frontend/agent-lead/{leadId}/quote', { ...at(leadId), body: restInput(defined(body)) }),
      ) as never,
    sendContract: (_, { leadId: _lead, contractId, ...body }, { rest }) =>
      answer(
        rest.POST('/api/frontend/agent-lead/contract/{contractId}/send', {
          params: { path: { contractId } },
          body: restInput(body),
        }),
      ) as never,
    postLoad: (_, { leadId, version }, { rest }) =>
      answer(
        rest.POST('/api/frontend/agent-lead/{leadId}/load-board/post', { ...at(leadId), body: { version } }),
      ) as never,
    takeOffBoard: (_, { leadId, version }, { rest }) =>
      answer(
        rest.POST('/api/frontend/agent-lead/{leadId}/load-board/take-off', { ...at(leadId), body: { version } }),
      ) as never,
    awardCarrier: (_, { leadId, version, input }, { rest }) =>
      answer(
        rest.POST('/api/frontend/agent-lead/{leadId}/carrier/award', {
          ...at(leadId),
          body: restInput({ ...input, version }),
        }),
      ) as never,
    specialAward: (_, { leadId, version, input }, { rest }) =>
      answer(
        rest.POST('/api/frontend/agent-lead/{leadId}/carrier/special_award', {
          ...at(leadId),
          body: restInput({ ...input, version }),
        }),
      ) as never,
    withdrawAward: (_, { leadId, ...body }, { rest }) =>
      answer(rest.POST('/api/frontend/agent-lead/{leadId}/carrier/withdraw', { ...at(leadId), body })) as never,
    sendInvoice: (_, { leadId, ...body }, { rest }) =>
      answer(
        rest.POST('/api/frontend/agent-lead/{leadId}/invoice/send', { ...at(leadId), body: restInput(body) }),
      ) as never,
    recordPayment: (_, { leadId, ...body }, { rest }) =>
      answer(
        rest.POST('/api/frontend/agent-lead/{leadId}/invoice/payment', { ...at(leadId), body: restInput(body) }),
      ) as never,
    editAttachment: (_, { leadId: _lead, id, ...body }, { rest }) =>
      answer(
        rest.PATCH('/api/frontend/agent-lead/attachment/{attachmentId}', {
          params: { path: { attachmentId: id } },
          body: restInput(defined(body)),
        }),
      ) as never,
    deleteAttachment: (_, { id }, { rest }) =>
      answer(
        rest.DELETE('/api/frontend/agent-lead/attachment/{attachmentId}', { params: { path: { attachmentId: id } } }),
      ) as never,
    markBidsSeen: (_, { leadId }, { rest }) =>
      answer(
        rest.POST('/api/frontend/agent-lead/bid/mark_as_seen', { params: { query: { lead_id: leadId } } }),
      ) as never,
    shareLead: (_, { leadId }, { rest }) =>
      answer(rest.POST('/api/frontend/agent-lead/{leadId}/share', at(leadId))) as never,
    revokeLink: (_, { leadId, id }, { rest }) =>
      answer(
        rest.DELETE('/api/frontend/agent-lead/{leadId}/links/{linkId}', { params: { path: { leadId, linkId: id } } }),
      ) as never,
  },
};

export const loaders: MercuriusLoaders = {
  AgentLead: {
    /** The bids of all leads of a list in one call. */
    bids: (async (queries: { obj: LeadParent }[], { rest }: GatewayContext) => {
      const ids = queries.map(({ obj }) => obj.id).join(',');
      const bids = await answer(rest.GET('/api/frontend/agent-lead/bid/', { params: { query: { lead_id: ids } } }));
      return queries.map(({ obj }) => bids.filter((bid) => bid.lead_id === obj.id));
    }) as never,
  },
};

/** A field that was left out stays as it is; null empties it. */
const defined = (fields: object) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
