import { resolvers as changes } from './changes.ts';
import { resolvers as onboarding } from './onboarding.ts';
import type { ByHand } from './schema.ts';
import { resolvers as session } from './session.ts';

type Profile = { name?: string | null; phone?: string | null; version?: number | null };

const own = {
  Query: {
    /** No ids are no question: REST wants at least one. */
    async shopLeadsById(_, { ids }: { ids: string[] }, { rest }) {
      if (ids.length === 0) return [];
      const answer = await rest.call('GET', `/shop-lead/lead?ids=${encodeURIComponent(ids.join())}`);
      return (answer as { items: unknown }).items;
    },
  },
  Mutation: {
    /** The same call confirms an email, and then answers nothing: the contract does not promise the person. */
    updateUser: (_, profile: Profile, { rest }) => rest.call('PATCH', '/user/', profile),
    /** Ours is one of them. */
    async endAllSessions(_, __, { rest, tokens }) {
      await rest.call('DELETE', '/account/sessions');
      tokens.replace(null);
      return true;
    },
  },
} satisfies ByHand;

/** The resolvers of fields that do more than one call of the REST API, which `@rest` would say. */
export const byHand: ByHand = {
  ...changes,
  Query: { ...session.Query, ...own.Query },
  Mutation: { ...session.Mutation, ...own.Mutation, ...onboarding.Mutation },
};
