import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Database } from '#src/api/platform/database.ts';
import { problem } from '#src/api/platform/problem.ts';
import type { Tokens } from './tokens.ts';

export type AccountRole = 'mover' | 'assistant' | 'agent' | 'carrier';

/** Who asks. Read from the database at every request: what a token says of its owner is a hint. */
export interface Principal {
  readonly accountId: string;
  readonly role: AccountRole;
  readonly name: string;
  readonly email: string;
  /** The carrier's own record; null for everybody else, and for a carrier who has not given it yet. */
  readonly carrierId: string | null;
  /** The session, for `endSessions`. */
  readonly familyId: string;
}

declare module 'fastify' {
  interface FastifyInstance {
    readPrincipal: (request: FastifyRequest) => Promise<Principal | null>;
  }
}

/** Gives `app`, and all that is registered in it later, the means to know who asks. */
export function decorateWithSession(app: FastifyInstance, tokens: Tokens, database: Database): void {
  const known = new WeakMap<FastifyRequest, Promise<Principal | null>>();
  app.decorate('readPrincipal', async (request: FastifyRequest) => {
    const before = known.get(request);
    if (before) return await before;
    const reading = read(request, tokens, database);
    known.set(request, reading);
    return await reading;
  });
}

/**
 * Who asks, by the bearer token.
 *
 * @throws Problem 401 when nobody does: no token, a token of another kind, an ended session, a closed account.
 */
export async function authenticate(request: FastifyRequest): Promise<Principal> {
  const principal = await request.server.readPrincipal(request);
  if (!principal) throw problem(401, 'Please sign in.');
  return principal;
}

/**
 * Who asks, if in one of these roles.
 *
 * @throws Problem 401 as above; 403 for somebody in another role.
 */
export async function authorize(request: FastifyRequest, ...roles: AccountRole[]): Promise<Principal> {
  const principal = await authenticate(request);
  if (!roles.includes(principal.role)) throw problem(403, 'Your account may not do this.');
  return principal;
}

async function read(request: FastifyRequest, tokens: Tokens, { pool }: Database): Promise<Principal | null> {
  const match = /^Bearer ([\w-]+\.[\w-]+\.[\w-]+)$/i.exec(request.headers.authorization ?? '');
  const payload = match?.[1] ? tokens.readAccess(match[1]) : null;
  if (!payload) return null;
  const { rows } = await pool.query<Principal>(principalOfToken, [payload.sid, payload.sub]);
  return rows[0] ?? null;
}

// One look at primary keys. Plain SQL, because every request pays for it.
const principalOfToken = `
  select account.id as "accountId", account.role, account.name, account.email,
         carrier.id as "carrierId", token.family_id as "familyId"
    from refresh_token token
    join account on account.id = token.account_id
    left join carrier on carrier.account_id = account.id
   where token.id = $1 and account.id = $2
     and token.revoked_at is null
     and account.disabled_at is null
     and token.created_at >= account.sessions_valid_from`;
