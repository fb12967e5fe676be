import { resolvers as account } from './account.ts';
import { resolvers as changes } from './changes.ts';
import { resolvers as marketplace } from './marketplace.ts';
import { resolvers as onboarding } from './onboarding.ts';
import type { ByHand } from './schema.ts';
import { resolvers as session } from './session.ts';

/** The resolvers of fields that do more than one call of the REST API, which `@rest` would say. */
export const byHand: ByHand = {
  ...changes,
  Query: { ...session.Query, ...marketplace.Query },
  Mutation: { ...session.Mutation, ...account.Mutation, ...onboarding.Mutation },
};
