import type { Resolvers } from '#src/generated/resolvers.ts';
import { answer } from './rest-client.ts';
import { restInput, restQuery } from './spelling.ts';

const lead = (id: string) => ({ params: { path: { lead_id: id } } });
const note = (id: string) => ({ params: { path: { note_id: id } } });
/** `false` is what a filter means when it is left out. */
const flags = <T extends { uncontacted?: boolean | null }>({ uncontacted, ...filter }: T) => ({
  ...filter,
  uncontacted: uncontacted || undefined,
});

export const resolvers: Resolvers = {
  Query: {
    stateLeads: (_, { filter, ...page }, { rest }) =>
      answer(
        rest.GET('/api/frontend/state-lead/', { params: { query: restQuery({ ...flags(filter ?? {}), ...page }) } }),
      ) as never,
    stateLead: (_, { id }, { rest }) => answer(rest.GET('/api/frontend/state-lead/{lead_id}', lead(id))) as never,
    stateLeadNotes: (_, { leadId }, { rest }) =>
      answer(rest.GET('/api/frontend/state-lead/{lead_id}/notes', lead(leadId))) as never,
    sharedStateQuote: (_, { token }, { rest }) =>
      answer(rest.GET('/api/frontend/state-lead/quote', { params: { query: { token } } })) as never,
  },
  Mutation: {
    markStateLeadContacted: (_, { id, version }, { rest }) =>
      answer(
        rest.PATCH('/api/frontend/state-lead/{lead_id}', {
          ...lead(id),
          body: restInput({ contacted: true, version: version ?? undefined }),
        }),
      ) as never,
    shelveStateLead: (_, { id, isArchived, version }, { rest }) =>
      answer(
        rest.PATCH('/api/frontend/state-lead/{lead_id}', {
          ...lead(id),
          body: restInput({ isArchived, version: version ?? undefined }),
        }),
      ) as never,
    shelveStateLeads: async (_, input, { rest }) =>
      ((await answer(rest.POST('/api/frontend/state-lead/archive', { body: restInput(input) }))) as { results: never })
        .results,
    addStateLeadNote: (_, { leadId, text }, { rest }) =>
      answer(rest.POST('/api/frontend/state-lead/{lead_id}/notes', { ...lead(leadId), body: { text } })) as never,
    editStateLeadNote: (_, { id, text }, { rest }) =>
      answer(rest.PATCH('/api/frontend/state-lead/notes/{note_id}', { ...note(id), body: { text } })) as never,
    deleteStateLeadNote: (_, { id }, { rest }) =>
      answer(rest.DELETE('/api/frontend/state-lead/notes/{note_id}', note(id))) as never,
    sendStateQuote: (_, { leadId, version, ...quote }, { rest }) =>
      answer(
        rest.POST('/api/frontend/quote/{leadId}/', {
          params: { path: { leadId } },
          body: restInput({ ...quote, version: version ?? undefined }),
        }),
      ) as never,
    answerStateQuote: (_, { token, ...given }, { rest }) =>
      answer(
        rest.POST('/api/frontend/state-lead/quote', { params: { query: { token } }, body: restInput(given) }),
      ) as never,
  },
};
