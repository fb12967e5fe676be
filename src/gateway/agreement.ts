import type { Resolvers } from '#src/generated/resolvers.ts';
import { answer } from './rest-client.ts';
import { restInput } from './spelling.ts';

const behind = (token: string) => ({ params: { query: { token } } });
const job = (leadId: string) => ({ params: { path: { leadId } } });

export const resolvers: Resolvers = {
  Query: {
    contractToSign: (_, { token }, { rest }) =>
      answer(rest.GET('/api/frontend/agent-lead/contract/sign', behind(token))) as never,
    jobAgreement: (_, { leadId }, { rest }) =>
      answer(rest.GET('/api/frontend/carrier/specific-job-agreement/{leadId}', job(leadId))) as never,
  },
  Mutation: {
    openContract: (_, { token }, { rest }) =>
      answer(rest.POST('/api/frontend/agent-lead/contract/open', behind(token))) as never,
    signContract: (_, { token, signature }, { rest }) =>
      answer(
        rest.POST('/api/frontend/agent-lead/contract/sign', { ...behind(token), body: restInput(signature) }),
      ) as never,
    declineContract: (_, { token, reason }, { rest }) =>
      answer(rest.POST('/api/frontend/agent-lead/contract/decline', { ...behind(token), body: { reason } })) as never,
    sendContractEmail: async (_, { token }, { rest }) => {
      await answer(rest.POST('/api/frontend/agent-lead/contract/send/email', { body: { token } }));
      return true;
    },
    signJobAgreement: (_, { leadId, signature }, { rest }) =>
      answer(
        rest.POST('/api/frontend/carrier/specific-job-agreement/{leadId}/sign', {
          ...job(leadId),
          body: restInput(signature),
        }),
      ) as never,
    declineJob: (_, { leadId, reason }, { rest }) =>
      answer(
        rest.POST('/api/frontend/carrier/specific-job-agreement/{leadId}/decline', {
          ...job(leadId),
          body: { reason },
        }),
      ) as never,
  },
};
