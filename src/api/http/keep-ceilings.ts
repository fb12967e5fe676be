import { showCount } from '#src/machines/amount/amounts.ts';
import type { FastifyInstance, FastifyRequest, RouteOptions } from 'fastify';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { ceilingOf } from './call-ceilings.ts';
import { CEILINGS } from './ceilings.ts';
import type { CeilingName, Rate } from './ceilings.ts';
import { addressKey, createClientAddress } from './client-address.ts';
import { sha256 } from '#src/api/database/ids.ts';
import { problem } from './problem.ts';
import { onBehalfOf } from './requester.ts';

/**
 * Applies the table's ceilings to every route added to `scope` from here on, before anything of the request is read,
 * and runs its work on behalf of the caller. `factor` multiplies all ceilings. Register it after the hook that
 * identifies the caller.
 *
 * @throws Error, in `ready()`, for a call open to guests that is missing from the table
 */
export function keepCeilings(
  scope: FastifyInstance,
  { prefix, factor, sessionSecret }: { prefix: string; factor: number; sessionSecret: string },
): void {
  const clientAddress = createClientAddress(sessionSecret);
  const judges = new Map(Object.keys(CEILINGS).map((name) => [name as CeilingName, judgeOf(name as CeilingName)]));

  const routes: { call: string; route: RouteOptions }[] = [];
  scope.addHook('onRoute', (route) => {
    const method = String(route.method);
    const call = `${method === 'HEAD' ? 'GET' : method} ${route.url.slice(prefix.length + 1)}`;
    routes.push({ call, route });
    const others = route.onRequest === undefined ? [] : [route.onRequest].flat();
    route.onRequest = [...others, (request) => judges.get(ceilingOf(call, request.routeOptions.config.for)!)!(request)];
    const before = route.preHandler === undefined ? [] : [route.preHandler].flat();
    // Once the body is read: work that began earlier has no requester.
    route.preHandler = [(request, _reply, done) => onBehalfOf(requesterOf(request), done), ...before];
  });
  // Who may make a call is known only once all routes are added.
  scope.addHook('onReady', async () => {
    for (const { call, route } of routes)
      if (!ceilingOf(call, route.config?.for))
        throw new Error(`${call} is for anyone and has no ceiling: give it one in call-ceilings.ts.`);
  });

  const requesterOf = (request: FastifyRequest): string =>
    request.principal?.accountId ?? linkOf(request) ?? addressKey(clientAddress(request));

  function judgeOf(name: CeilingName): (request: FastifyRequest) => Promise<void> {
    const consume = counterOf(name, factor);
    return async (request) => {
      const address = addressKey(clientAddress(request));
      await consume((rate) => keyOf(rate, request, address));
    };
  }
}

/** Counts one more under each rate of a ceiling; a null key is not counted. @throws Problem 429 with Retry-After */
function counterOf(name: CeilingName, factor: number): (keyOf: (rate: Rate) => string | null) => Promise<void> {
  const limiters = CEILINGS[name].map((rate) => ({
    rate,
    limiter: new RateLimiterMemory({ keyPrefix: '', points: rate.times * factor, duration: rate.seconds }),
  }));
  return async (key) => {
    for (const { rate, limiter } of limiters) {
      const counted = key(rate);
      const refused =
        counted === null
          ? null
          : await limiter.consume(counted).then(
              () => null,
              (error: unknown) => error,
            );
      if (refused instanceof RateLimiterRes) throw tooMany(refused.msBeforeNext);
      if (refused) throw refused;
    }
  };
}

/**
 * The gateway's ceiling. The gateway does not know whose session it is, so each session is counted by its cookie, and
 * all of an address together, because a cookie can be made up.
 *
 * @throws Problem 429 with Retry-After
 */
export function createOperationCeiling(
  factor: number,
): (who: { address: string; session: string | null }) => Promise<void> {
  const consume = counterOf('operation', factor);
  return async ({ address, session }) => {
    const plain = addressKey(address);
    await consume(({ by }) =>
      by === 'address' || session === null ? `address ${plain}` : `session ${sha256(session)}`,
    );
  };
}

/** Null where this rate does not count the request. */
function keyOf({ by }: Rate, request: FastifyRequest, address: string): string | null {
  if (by === 'address') return address;
  if (by === 'person') return request.principal?.accountId ?? address;
  return linkOf(request);
}

function linkOf(request: FastifyRequest): string | null {
  const { params, query } = request as { params: Record<string, unknown>; query: Record<string, unknown> };
  const token = params.token ?? params.uuid ?? query.token ?? query.chat;
  // Only a hash is kept, and no valid token is longer.
  return typeof token === 'string' ? sha256(token.slice(0, 200)) : null;
}

export function tooMany(milliseconds: number) {
  const seconds = Math.max(1, Math.ceil(milliseconds / 1000));
  const wait = seconds < 90 ? showCount(seconds, 'second') : `${Math.ceil(seconds / 60)} minutes`;
  return problem(429, `Too many requests. Try again in ${wait}.`, { retryAfter: seconds });
}
