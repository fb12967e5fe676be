import type { ByHand } from './schema.ts';

type Platform = { platform: string };

/** The first calls of movers and of carriers are not called alike. */
export const resolvers = {
  Mutation: {
    async sendConfirmation(_, { platform, email }: Platform & { email: string }, { rest }) {
      const path = platform === 'carrier' ? '/carrier/email/confirm/send' : '/user/email/confirm/';
      await rest.call('POST', path, { email });
      return true;
    },
    async confirmEmail(_, { platform, token }: Platform & { token: string }, { rest }) {
      if (platform === 'carrier') await rest.call('POST', `/carrier/email/confirm/?token=${encodeURIComponent(token)}`);
      else await rest.call('PATCH', '/user/', { email_verified: true, token });
      return true;
    },
  },
} satisfies ByHand;
