import { randomUUID } from 'node:crypto';
import createClient, { type Client } from 'openapi-fetch';
import type { paths } from '#src/generated/rest.d.ts';
import { errorOfProblem, notFound, unauthenticated } from './errors.ts';
import { authorizationOf } from './forwarding.ts';
import type { SessionTokens } from './session-tokens.ts';
import type { RestAnswer, Transport } from './transport.ts';

/** The REST API, typed by its own contract. */
export type Rest = Client<paths>;

type RestParts = {
  transport: Transport;
  tokens: SessionTokens;
  /** Sent with every call. */
  headers: Record<string, string>;
  /** The client's name for its write; without one, every write gets a name of its own. */
  idempotencyKey: string | undefined;
};

/**
 * The REST client of one request: attaches the bearer token, renews it once on a 401 and asks again, and names each
 * write, so that a repeated one happens once. To be read with `answer`.
 */
export function createRest({ transport, tokens, headers, idempotencyKey }: RestParts): Rest {
  let writes = 0;

  /** A request with several writes needs several names; the same request repeated gives the same ones. */
  function nextKey(): string {
    writes += 1;
    if (idempotencyKey === undefined) return randomUUID();
    return writes === 1 ? idempotencyKey : `${idempotencyKey}.${writes}`;
  }

  async function send({ url: path, method, headers: own, body }: LightRequest): Promise<LightResponse> {
    const write: Record<string, string> = method === 'GET' ? {} : { 'idempotency-key': nextKey() };
    const call = async (bearer: string | null): Promise<RestAnswer> => {
      return await transport.call({
        method,
        path,
        body,
        headers: { ...headers, ...own, ...write, ...authorizationOf(bearer) },
      });
    };
    const bearer = await tokens.bearer();
    const answer = await call(bearer);
    if (answer.status !== 401 || bearer === null) return new LightResponse(answer);
    const renewed = await tokens.renewed(bearer);
    if (renewed === null) throw unauthenticated();
    return new LightResponse(await call(renewed));
  }

  return createClient<paths>({
    // The library asks for the platform's classes, of which it uses what the light ones have.
    Request: LightRequest as unknown as typeof Request,
    fetch: (async (request: LightRequest) => await send(request)) as unknown as (input: Request) => Promise<Response>,
    pathSerializer: serializePath,
  });
}

/**
 * What the call answered.
 *
 * @throws GraphQLError as `errorOfProblem` maps the failure
 */
export async function answer<T>(
  call: Promise<{ data?: T; error?: unknown; response: { status: number } }>,
): Promise<NonNullable<T>> {
  const { data, error, response } = await call;
  if (response.status >= 300) throw errorOfProblem(response.status, error);
  return data as NonNullable<T>;
}

/** True once the call has succeeded; what it answered does not matter. @throws GraphQLError as `answer` */
export async function done(call: Parameters<typeof answer>[0]): Promise<true> {
  await answer(call);
  return true;
}

/** An id may be nothing but a name: not empty, not a step up, not another path. */
function serializePath(path: string, params: Record<string, unknown>): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = String(params[name] ?? '');
    if (!/^[\w-]{1,200}$/.test(value)) throw notFound();
    return value;
  });
}

/** A platform Request checks, copies and parses what we have just made; these two only hold it. */
class LightRequest {
  readonly url: string;
  readonly method: string;
  readonly headers: Record<string, string>;
  readonly body: string | undefined;

  constructor(url: string, init: { method: string; headers: Headers; body?: string }) {
    this.url = url;
    this.method = init.method;
    this.headers = Object.fromEntries(init.headers);
    this.body = init.body;
  }
}

class LightResponse {
  readonly status: number;
  readonly ok: boolean;
  readonly headers: { get: (name: string) => string | null };
  readonly #text: string;

  constructor(answer: RestAnswer) {
    this.status = answer.status;
    this.ok = answer.status < 300;
    this.#text = answer.text;
    this.headers = { get: (name) => String(answer.headers[name.toLowerCase()] ?? '') || null };
  }

  text = (): Promise<string> => Promise.resolve(this.#text);
  json = (): Promise<unknown> => Promise.resolve(JSON.parse(this.#text));
}
