import type { Resolvers } from '#src/generated/resolvers.ts';
import { answer } from './rest-client.ts';
import { restInput, restQuery } from './spelling.ts';

const of = (uuid: string) => ({ params: { path: { uuid } } });
const since = (uuid: string, query: Record<string, unknown>) => ({
  params: { path: { uuid }, query: restQuery(query) },
});
/** A call that answers nothing. */
const done = async (call: Promise<unknown>) => {
  await call;
  return true;
};

export const resolvers: Resolvers = {
  Query: {
    clientChat: (_, { link, ...query }, { rest }) =>
      answer(rest.GET('/api/frontend/ai-chat/client/{uuid}', since(link, query))) as never,
    clientChatEarlier: (_, { link, ...query }, { rest }) =>
      answer(rest.GET('/api/frontend/ai-chat/client/{uuid}/earlier', since(link, query))) as never,
    chats: (_, query, { rest }) =>
      answer(rest.GET('/api/frontend/ai-chat/', { params: { query: restQuery(query) } })) as never,
    chat: (_, { id, ...query }, { rest }) =>
      answer(rest.GET('/api/frontend/ai-chat/{uuid}', since(id, query))) as never,
    chatEarlier: (_, { id, ...query }, { rest }) =>
      answer(rest.GET('/api/frontend/ai-chat/{uuid}/earlier', since(id, query))) as never,
    chatChanges: (_, { id }, { rest }) => answer(rest.GET('/api/frontend/ai-chat/{uuid}/changes', of(id))) as never,
  },
  Mutation: {
    correctClientChat: (_, { link, input }, { rest }) =>
      answer(
        rest.PATCH('/api/frontend/ai-chat/client/{uuid}/details', { ...of(link), body: restInput(input) }),
      ) as never,
    confirmClientChat: (_, { link, version }, { rest }) =>
      answer(rest.POST('/api/frontend/ai-chat/client/{uuid}/confirm', { ...of(link), body: { version } })) as never,
    requestPerson: (_, { link }, { rest }) =>
      answer(rest.POST('/api/frontend/ai-chat/client/{uuid}/person', of(link))) as never,
    tellClientTyping: (_, { link }, { rest }) =>
      done(answer(rest.POST('/api/frontend/ai-chat/client/{uuid}/typing', of(link)))),
    openChat: (_, input, { rest }) => answer(rest.POST('/api/frontend/ai-chat/', { body: restInput(input) })) as never,
    renewChatLink: (_, { id, ...input }, { rest }) =>
      answer(rest.POST('/api/frontend/ai-chat/{uuid}/link', { ...of(id), body: restInput(input) })) as never,
    answerChat: (_, { id, ...input }, { rest }) =>
      answer(rest.POST('/api/frontend/ai-chat/{uuid}/answer', { ...of(id), body: restInput(input) })) as never,
    takeChat: (_, { id }, { rest }) => answer(rest.POST('/api/frontend/ai-chat/{uuid}/take', of(id))) as never,
    returnChat: (_, { id }, { rest }) => answer(rest.POST('/api/frontend/ai-chat/{uuid}/return', of(id))) as never,
    closeChat: (_, { id }, { rest }) => answer(rest.POST('/api/frontend/ai-chat/{uuid}/close', of(id))) as never,
    reopenChat: (_, { id }, { rest }) => answer(rest.POST('/api/frontend/ai-chat/{uuid}/reopen', of(id))) as never,
    writeChatSummary: (_, { id, summary, seen }, { rest }) =>
      answer(
        rest.PATCH('/api/frontend/ai-chat/{uuid}/summary', {
          ...of(id),
          body: { summary: summary ?? null, ...(seen === undefined ? {} : { seen }) },
        }),
      ) as never,
    correctChat: (_, { id, input }, { rest }) =>
      answer(rest.PATCH('/api/frontend/ai-chat/{uuid}/details', { ...of(id), body: restInput(input) })) as never,
    markChatSeen: (_, { id, sequence }, { rest }) =>
      answer(rest.POST('/api/frontend/ai-chat/{uuid}/seen', { ...of(id), body: { sequence } })) as never,
    tellTyping: (_, { id }, { rest }) => done(answer(rest.POST('/api/frontend/ai-chat/{uuid}/typing', of(id)))),
    applyChat: (_, { id, ...input }, { rest }) =>
      answer(rest.POST('/api/frontend/ai-chat/{uuid}/apply', { ...of(id), body: restInput(input) })) as never,
    makeLeadOfChat: (_, { id }, { rest }) => answer(rest.POST('/api/frontend/ai-chat/{uuid}/lead', of(id))) as never,
  },
};
