import { randomUUID } from 'node:crypto';
import { errorOfProblem, unauthenticated } from './errors.ts';
import { authorizationOf } from './forwarding.ts';
import type { Method } from './rest-call.ts';
import type { SessionTokens } from './session-tokens.ts';
import type { RestAnswer, Transport } from './transport.ts';

/** The REST calls of one request. */
export type Rest = ReturnType<typeof createRest>;

type RestParts = {
  transport: Transport;
  tokens: SessionTokens;
  /** Sent with every call. */
  headers: Record<string, string>;
  /** The client's key for its write; without one, each write gets its own. */
  idempotencyKey: string | undefined;
};

/**
 * The REST client of one request. It attaches the bearer token, renews it once on a 401 and retries, and sends an
 * idempotency key with each write, so that a repeated write happens once.
 */
export function createRest({ transport, tokens, headers, idempotencyKey }: RestParts) {
  let writes = 0;
  /** Shared by the calls of the same caller, so that it is looked up once; a write may change who that is. */
  let scope = {};

  /** A request with several writes needs several keys; repeating the same request yields the same ones. */
  function nextKey(): string {
    writes += 1;
    if (idempotencyKey === undefined) return randomUUID();
    return writes === 1 ? idempotencyKey : `${idempotencyKey}.${writes}`;
  }

  async function send(method: Method, path: string, body: string | undefined, more: object): Promise<RestAnswer> {
    const own: Record<string, string> = {
      ...more,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(method === 'GET' ? {} : { 'idempotency-key': nextKey() }),
    };
    const call = (bearer: string | null): Promise<RestAnswer> =>
      transport.call({ method, path, body, scope, headers: { ...headers, ...own, ...authorizationOf(bearer) } });
    const bearer = await tokens.bearer();
    const answer = await call(bearer);
    if (method !== 'GET') scope = {};
    if (answer.status !== 401 || bearer === null) return answer;
    const renewed = await tokens.renewed(bearer);
    if (renewed === null) throw unauthenticated();
    return await call(renewed);
  }

  return {
    /**
     * The response of a call. `path` is below /api/frontend, with its query; `more` are headers of this call only.
     *
     * @throws GraphQLError as `errorOfProblem` maps the failure
     */
    async call(method: Method, path: string, body?: object, more: Record<string, string> = {}): Promise<unknown> {
      const answer = await send(method, `/api/frontend${path}`, body && JSON.stringify(body), more);
      if (answer.status >= 300) throw errorOfProblem(answer.status, answer.body);
      return answer.body;
    },
  };
}
