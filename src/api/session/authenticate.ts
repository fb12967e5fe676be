import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Database } from '#src/api/database/database.ts';
import { judgeCaller } from '#src/api/http/principal.ts';
import type { Principal } from '#src/api/http/principal.ts';
import { currentScope } from '#src/api/http/in-process.ts';
import type { SettingsNow } from '#src/api/settings/settings.store.ts';
import type { Tokens } from './tokens.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The session of the bearer token, for ending it or all others (`endSessions`). */
    familyId: string | null;
    /** Loads the caller again, for long-lived connections: null once the session has ended. */
    principalNow: () => Promise<Principal | null>;
  }
}

/** From the settings: what agents need besides a password. */
export interface SignInPolicy {
  settings: { now: () => Pick<SettingsNow, 'requiresTwoFactor'> };
}

interface PrincipalParts extends SignInPolicy {
  tokens: Tokens;
  database: Database;
}

/**
 * Identifies the caller of every request of `scope` and of everything registered in it: `request.principal`, for
 * `needs`. It is nobody without a valid bearer token; public routes respond even then.
 */
export function attachPrincipal(scope: FastifyInstance, parts: PrincipalParts): void {
  scope.decorateRequest('principal', null);
  scope.decorateRequest('familyId', null);
  scope.decorateRequest('principalNow', async function (this: FastifyRequest) {
    return readPrincipal(this, parts);
  });
  scope.addHook('onRequest', async (request) => {
    const found = await principalOnce(request, () => readPrincipal(request, parts));
    if (found) {
      const { familyId, ...principal } = found;
      request.principal = principal;
      request.familyId = familyId;
    }
  });
  // After the ceilings, so that refused callers are counted, too, and before the body is read.
  scope.addHook('preParsing', async (request) => judgeCaller(request));
}

type Found = Awaited<ReturnType<typeof readPrincipal>>;

/** By the scope of the calls that belong to one person's request. */
const looked = new WeakMap<object, { authorization: string | undefined; reading: Promise<Found> }>();

/** The caller, looked up once for all calls that the gateway makes for one person's request. */
async function principalOnce(request: FastifyRequest, read: () => Promise<Found>): Promise<Found> {
  const scope = currentScope();
  if (!scope) return await read();
  const { authorization } = request.headers;
  const known = looked.get(scope);
  if (known && known.authorization === authorization) return await known.reading;
  const reading = read();
  looked.set(scope, { authorization, reading });
  reading.catch(() => looked.delete(scope));
  return await reading;
}

async function readPrincipal(request: FastifyRequest, { tokens, database, settings }: PrincipalParts) {
  const match = /^Bearer ([\w-]+\.[\w-]+\.[\w-]+)$/i.exec(request.headers.authorization ?? '');
  const payload = match?.[1] ? tokens.readAccess(match[1]) : null;
  if (!payload) return null;
  const { rows } = await database.pool.query<Principal & { familyId: string }>(principalOfToken, [
    payload.sid,
    payload.sub,
    settings.now().requiresTwoFactor,
  ]);
  return rows[0] ?? null;
}

// The role in a token is only a hint; role and rights are loaded at every request. One primary-key lookup in plain SQL,
// because every request pays for it.
const principalOfToken = `/* prepared */
  select account.id as "accountId", account.role, account.name, account.rights, carrier.id as "carrierId", carrier.agreement_signed_at is not null as "hasAgreement", coalesce(carrier.authority, 'pending') as authority, $3 and account.role = 'agent' and not exists (select from two_factor where two_factor.account_id = account.id and confirmed_at is not null) as "lacksTwoFactor", token.family_id as "familyId"
    from refresh_token token
    join account on account.id = token.account_id
    left join carrier on carrier.account_id = account.id
   where token.id = $1 and account.id = $2
     and token.revoked_at is null
     and account.disabled_at is null
     and token.created_at >= account.sessions_valid_from`;
