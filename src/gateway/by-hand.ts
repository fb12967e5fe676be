import { resolvers as changes } from './changes.ts';
import { resolvers as onboarding } from './onboarding.ts';
import type { ByHand } from './schema.ts';
import { resolvers as session } from './session.ts';

type Profile = { name?: string | null; phone?: string | null; version?: number | null };

const own = {
  Query: {
    /** REST requires at least one id, so an empty list makes no call. */
    async shopLeadsById(_, { ids }: { ids: string[] }, { rest }) {
      if (ids.length === 0) return [];
      const answer = await rest.call('GET', `/shop-lead/lead?ids=${encodeURIComponent(ids.join())}`);
      return (answer as { items: unknown }).items;
    },
  },
  Mutation: {
    /**
     * The same call confirms an email and then returns nothing, so the contract does not guarantee a person in the
     * response.
     */
    updateUser: (_, profile: Profile, { rest }) => rest.call('PATCH', '/user/', profile),
    /** The current session is one of them. */
    async endAllSessions(_, __, { rest, tokens }) {
      await rest.call('DELETE', '/account/sessions');
      tokens.replace(null);
      return true;
    },
  },
} satisfies ByHand;

/** Resolvers of fields that `@rest` cannot express because they do more than one REST call. */
export const byHand: ByHand = {
  ...changes,
  Query: { ...session.Query, ...own.Query },
  Mutation: { ...session.Mutation, ...own.Mutation, ...onboarding.Mutation },
};
