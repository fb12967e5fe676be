import { randomBytes } from 'node:crypto';
import type { GatewayContext } from './context.ts';
import type { ByHand } from './schema.ts';

type Platform = { platform: string };
type Person = { email: string; password: string };
type SignUp = Person & { companyName: string; name: string; phone?: string | null };
type SignUpCarrier = Person & { legalName: string; usdot: string; contactName: string; phone: string };

/** Identifies the browser to the REST API at sign-up and at confirmation. */
const headerOf = (secret: string | undefined): Record<string, string> =>
  secret === undefined ? {} : { 'sign-up-browser': secret };

/** Sign-up stores a secret in the browser, which identifies it when the email is confirmed. */
async function signUp({ rest, signUpBrowser }: GatewayContext, path: string, body: object): Promise<boolean> {
  const secret = signUpBrowser.secret ?? randomBytes(32).toString('base64url');
  await rest.call('POST', path, body, headerOf(secret));
  signUpBrowser.keep(secret);
  return true;
}

/** The first calls of movers and of carriers have different names. */
export const resolvers = {
  Mutation: {
    signUp: (_, { companyName: company_name, phone, ...person }: SignUp, context) =>
      signUp(context, '/user/', { ...person, company_name, ...(phone ? { phone } : {}) }),
    signUpCarrier: (_, { legalName: legal_name, contactName: contact_name, ...given }: SignUpCarrier, context) =>
      signUp(context, '/carrier/register', { ...given, legal_name, contact_name }),
    async sendConfirmation(_, { platform, email }: Platform & { email: string }, { rest }) {
      const path = platform === 'carrier' ? '/carrier/email/confirm/send' : '/user/email/confirm/';
      await rest.call('POST', path, { email });
      return true;
    },
    /** Replaces any previous session in this browser, if it is the browser that signed up. */
    async confirmEmail(_, { platform, token }: Platform & { token: string }, { rest, tokens, signUpBrowser }) {
      const known = headerOf(signUpBrowser.secret);
      const answer =
        platform === 'carrier'
          ? await rest.call('POST', `/carrier/email/confirm/?token=${encodeURIComponent(token)}`, undefined, known)
          : await rest.call('PATCH', '/user/', { email_verified: true, token }, known);
      const { access_token: access, refresh_token: refresh } = answer as Record<string, string | undefined>;
      if (access === undefined || refresh === undefined) return false;
      tokens.replace({ access, refresh });
      signUpBrowser.keep(null);
      return true;
    },
  },
} satisfies ByHand;
