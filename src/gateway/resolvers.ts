import type { IResolvers, MercuriusLoaders } from 'mercurius';
import * as account from './account.ts';
import * as agentLead from './agent-lead.ts';
import * as agreement from './agreement.ts';
import * as bid from './bid.ts';
import * as carrier from './carrier.ts';
import * as changes from './changes.ts';
import * as chat from './chat.ts';
import * as estimate from './estimate.ts';
import * as mailing from './mailing.ts';
import * as marketplace from './marketplace.ts';
import * as onboarding from './onboarding.ts';
import * as session from './session.ts';
import * as stateLead from './state-lead.ts';
import * as subscription from './subscription.ts';
import * as workflow from './workflow.ts';

/** Every noun's part, by hand: what is not listed is not served. */
const nouns: { resolvers?: object; loaders?: object }[] = [
  session,
  changes,
  account,
  onboarding,
  agentLead,
  estimate,
  bid,
  agreement,
  carrier,
  stateLead,
  chat,
  subscription,
  marketplace,
  mailing,
  workflow,
];

type ByType = Record<string, Record<string, unknown>>;

/** All resolvers, over and above those that the schema has by itself. */
export function allResolvers(): IResolvers {
  return merged(nouns.map(({ resolvers }) => (resolvers ?? {}) as ByType)) as IResolvers;
}

/** All loaders: fields that are read for many parents at once. */
export function allLoaders(): MercuriusLoaders {
  return merged(nouns.map(({ loaders }) => (loaders ?? {}) as ByType)) as MercuriusLoaders;
}

function merged(parts: ByType[]): ByType {
  const all: ByType = {};
  for (const part of parts) {
    for (const [type, fields] of Object.entries(part)) all[type] = { ...all[type], ...fields };
  }
  return all;
}
