import { Agent, Pool, type Dispatcher } from 'undici';
import { unavailable } from './errors.ts';

export type RestRequest = {
  method: string;
  /** Path and query. */
  path: string;
  headers: Record<string, string>;
  body?: string | undefined;
  signal?: AbortSignal | undefined;
};
export type RestAnswer = { status: number; headers: Record<string, string | string[] | undefined>; text: string };

export type Transport = ReturnType<typeof createTransport>;

const seconds = 1000;

/**
 * The connections to the REST API. Calls share a bounded pool; streams (uploads, downloads, live updates), which last,
 * have connections of their own, so that they cannot starve the calls.
 *
 * `restUrl` may be a function, because with PORT=0 the address is known only after listening.
 */
export function createTransport(restUrl: string | (() => string)) {
  const connect = { timeout: 2 * seconds };
  let opened: { origin: string; prefix: string; pool: Pool; streams: Agent } | undefined;

  function connections() {
    if (opened) return opened;
    const url = new URL(typeof restUrl === 'string' ? restUrl : restUrl());
    opened = {
      origin: url.origin,
      prefix: url.pathname.replace(/\/$/, ''),
      pool: new Pool(url.origin, { connections: 64, connect, headersTimeout: 15 * seconds, bodyTimeout: 15 * seconds }),
      streams: new Agent({ connect, headersTimeout: 120 * seconds, bodyTimeout: 0 }),
    };
    return opened;
  }

  async function once({ path, ...request }: RestRequest): Promise<RestAnswer> {
    const { pool, prefix } = connections();
    const answer = await pool.request({
      ...request,
      path: prefix + path,
      method: request.method as Dispatcher.HttpMethod,
    });
    return { status: answer.statusCode, headers: answer.headers, text: await answer.body.text() };
  }

  return {
    /**
     * One call. A read that met a broken connection is tried once more; a write is not, since it may have happened.
     *
     * @throws GraphQLError UNAVAILABLE when the API cannot be reached or does not answer in time
     */
    async call(request: RestRequest): Promise<RestAnswer> {
      try {
        return await once(request);
      } catch (error) {
        if (request.method !== 'GET' || request.signal?.aborted) throw unavailable(error);
      }
      try {
        return await once(request);
      } catch (error) {
        throw unavailable(error);
      }
    },

    /** A call whose body or answer is a stream; not repeated. Rejects as undici does. */
    async stream({ path, ...request }: Omit<RestRequest, 'body'> & { body?: Dispatcher.DispatchOptions['body'] }) {
      const { streams, origin, prefix } = connections();
      return await streams.request({
        ...request,
        origin,
        path: prefix + path,
        method: request.method as Dispatcher.HttpMethod,
      });
    },

    async close(): Promise<void> {
      await Promise.all([opened?.pool.destroy(), opened?.streams.destroy()]);
    },
  };
}
