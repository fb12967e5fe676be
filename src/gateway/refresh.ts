import type { FastifyBaseLogger } from 'fastify';
import type { TokenPair } from './cookies.ts';
import { unavailable } from './errors.ts';
import type { Refresh } from './session-tokens.ts';
import { claimsOf, portalOf } from './session-tokens.ts';
import type { Transport } from './transport.ts';

/** Exchanges refresh tokens at the REST API. Concurrent calls in this process for the same token share one exchange. */
export function createRefresh(transport: Transport, log: Pick<FastifyBaseLogger, 'warn'>): Refresh {
  const underWay = new Map<string, Promise<TokenPair | null>>();

  return async (token) => {
    const before = underWay.get(token);
    if (before) return await before;
    const exchange = exchangeToken(transport, token, log).finally(() => underWay.delete(token));
    underWay.set(token, exchange);
    return await exchange;
  };
}

async function exchangeToken(
  transport: Transport,
  token: string,
  log: Pick<FastifyBaseLogger, 'warn'>,
): Promise<TokenPair | null> {
  const role = claimsOf(token)?.role;
  const portal = portalOf(role);
  // A token with an unknown role cannot be refreshed: signed out (specification, section 8).
  if (!portal) {
    log.warn({ role }, 'a refresh token names an unknown role; its session was ended');
    return null;
  }
  const answer = await transport.call({
    method: 'POST',
    path: `/api/frontend/${portal}/token/refresh`,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ refresh_token: token, token_type: 'bearer' }),
  });
  if (answer.status === 200) {
    const pair = answer.body as { access_token: string; refresh_token: string };
    return { access: pair.access_token, refresh: pair.refresh_token };
  }
  // Only a refusal ends the session, not an API in trouble.
  if (answer.status >= 500 || answer.status === 429) throw unavailable(undefined);
  return null;
}
