import { Type } from 'typebox';
import { AGENT_RIGHTS } from '#src/machines/account/agent-rights.ts';
import { GATES } from '#src/machines/onboarding/onboarding.lifecycle.ts';
import { Named, Email, Instant, Nullable, OneOf, Phone, Strict, Uuid, Version } from '#src/api/http/schemas.ts';

/** No format: an invalid address gets the same response as an unknown one. */
export const Credentials = Strict({
  username: Type.String({ minLength: 1, maxLength: 254, description: 'The email.' }),
  password: Type.String({ minLength: 1, maxLength: 256 }),
  code: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 20,
      description: 'Of an authenticator app, or a recovery code, where asked for.',
    }),
  ),
  elsewhere: Type.Optional(
    Type.Literal('true', { description: 'An account of another portal is signed in, too: its tokens are good there.' }),
  ),
});

const Jwt = Type.String({ minLength: 1, maxLength: 1000, pattern: '^[A-Za-z0-9_.-]+$' });

export const RefreshBody = Strict({ refresh_token: Jwt, token_type: Type.Literal('bearer') });

export const TokensAnswer = Type.Object({
  access_token: Jwt,
  refresh_token: Jwt,
  token_type: Type.Literal('bearer'),
});

export const roles = ['mover', 'assistant', 'agent', 'carrier'] as const;

/** The signed-in person. */
export const CurrentUser = Named('CurrentUser', {
  id: Uuid,
  role: OneOf(roles),
  name: Type.String({ maxLength: 200 }),
  email: Email,
  phone: Nullable(Phone),
  email_verified: Type.Boolean(),
  avatar_url: Nullable(Type.String({ maxLength: 200, description: 'A path under /files/.' })),
  carrier_id: Nullable(Uuid),
  gates: Type.Array(OneOf(GATES), {
    maxItems: GATES.length,
    description: 'What must be done before the portal opens, first things first.',
  }),
  subscription: Nullable(OneOf(['inactive', 'trialing', 'active'])),
  settings: Type.Object({
    company_name: Nullable(
      Type.String({ maxLength: 200, description: 'Of a mover’s business; null for agents and carriers.' }),
    ),
    company_phone: Nullable(Phone),
    used_trial: Type.Boolean(),
    card_added: Type.Boolean(),
    top_cities_chosen: Type.Boolean(),
    email_on_new_lead: Type.Boolean({
      description:
        'Movers: new leads of their cities and states. Agents: an answer on a lead of theirs. Carriers: a load they bid on went to somebody else.',
    }),
    email_on_subscription_cancellation: Type.Boolean(),
  }),
  rights: Type.Array(OneOf(AGENT_RIGHTS), {
    maxItems: AGENT_RIGHTS.length,
    description: 'What an agent may over and above being one.',
  }),
  broker_carrier_agreement: Nullable(Instant),
  version: Version,
});
