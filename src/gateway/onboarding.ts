import type { Resolvers } from '#src/generated/resolvers.ts';
import { portalOfPlatform } from './portals.ts';
import { answer, done } from './rest-client.ts';
import { restInput, restQuery } from './spelling.ts';

/** Signing up and what follows it: before the door, and the first steps behind it. */
export const resolvers: Resolvers = {
  Query: {
    mailLink: (_, { purpose, token }, { rest }) =>
      answer(rest.GET('/api/frontend/mail-link', { params: { query: restQuery({ purpose, token }) } })),
    invitation: (_, { token }, { rest }) =>
      answer(rest.GET('/api/frontend/user/invite-decode', { params: { query: { token } } })),
    availableStates: (_, __, { rest }) => answer(rest.GET('/api/frontend/user/settings/available-states')),
    cities: (_, { states, query, nearZip }, { rest }) =>
      answer(
        rest.GET('/api/frontend/user/settings/cities', {
          params: {
            query: restQuery({
              states: states?.join() || undefined,
              query: query || undefined,
              nearZip: nearZip || undefined,
            }),
          },
        }),
      ),
    topCities: (_, __, { rest }) => answer(rest.GET('/api/frontend/user/settings/top-cities')),
  },
  Mutation: {
    signUp: (_, form, { rest }) => done(rest.POST('/api/frontend/user/', { body: restInput(given(form)) })),
    signUpCarrier: (_, form, { rest }) => done(rest.POST('/api/frontend/carrier/register', { body: restInput(form) })),
    sendConfirmation: (_, { platform, email }, { rest }) =>
      portalOfPlatform(platform) === 'carrier'
        ? done(rest.POST('/api/frontend/carrier/email/confirm/send', { body: { email } }))
        : done(rest.POST('/api/frontend/user/email/confirm/', { body: { email } })),
    confirmEmail: (_, { platform, token }, { rest }) =>
      portalOfPlatform(platform) === 'carrier'
        ? done(rest.POST('/api/frontend/carrier/email/confirm/', { params: { query: { token } } }))
        : done(rest.PATCH('/api/frontend/user/', { body: { email_verified: true, token } })),
    requestPasswordReset: (_, { platform, email }, { rest }) =>
      done(rest.POST(`/api/frontend/${portalOfPlatform(platform)}/password/reset/confirm/`, { body: { email } })),
    resetPassword: (_, { platform, token, newPassword }, { rest }) =>
      done(
        rest.POST(`/api/frontend/${portalOfPlatform(platform)}/change_password`, {
          body: { token, new_password: newPassword },
        }),
      ),
    confirmEmailChange: (_, { token }, { rest }) =>
      done(rest.POST('/api/frontend/user/email/change', { params: { query: { token } } })),
    signUpAssistant: (_, { token, password }, { rest }) =>
      done(rest.POST('/api/frontend/user/signup-assistant', { params: { query: { token } }, body: { password } })),
    chooseTopCities: (_, choice, { rest }) =>
      answer(rest.POST('/api/frontend/user/settings/top-cities', { body: restInput(given(choice)) })),
  },
};

/** Without the fields that were left empty: REST wants them left out. */
function given<T extends object>(form: T): Partial<T> {
  return Object.fromEntries(Object.entries(form).filter(([, value]) => value !== null)) as Partial<T>;
}
