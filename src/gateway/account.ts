import type { ByHand } from './schema.ts';

type Profile = { name?: string | null; phone?: string | null; version?: number | null };

export const resolvers = {
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
