import { Type } from 'typebox';
import { Email, Nullable, OneOf, Strict, Uuid } from '#src/api/platform/schemas.ts';

/** No format: an address that is none is answered like one that is unknown. */
export const Credentials = Strict({
  username: Type.String({ minLength: 1, maxLength: 254, description: 'The e-mail.' }),
  password: Type.String({ minLength: 1, maxLength: 256 }),
});

const Jwt = Type.String({ minLength: 1, maxLength: 1000, pattern: '^[A-Za-z0-9_.-]+$' });

export const RefreshBody = Strict({ refresh_token: Jwt, token_type: Type.Literal('bearer') });

export const TokensAnswer = Type.Object({
  access_token: Jwt,
  refresh_token: Jwt,
  token_type: Type.Literal('bearer'),
});

export const roles = ['mover', 'assistant', 'agent', 'carrier'] as const;
export const gates = ['subscribe', 'top_cities', 'signup_complete'] as const;

/** The signed-in person. */
export const CurrentUser = Type.Object({
  id: Uuid,
  role: OneOf(roles),
  name: Type.String({ maxLength: 200 }),
  email: Email,
  avatar_url: Nullable(Type.String({ maxLength: 200, description: 'A path under /files/.' })),
  carrier_id: Nullable(Uuid),
  gate: Nullable(OneOf(gates)),
});
