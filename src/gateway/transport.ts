import type { Agent, Dispatcher, Pool } from 'undici';
import { unavailable } from './errors.ts';

export type RestRequest = {
  method: string;
  /** Path and query. */
  path: string;
  headers: Record<string, string>;
  body?: string | undefined;
  signal?: AbortSignal | undefined;
};
/** The body as a value: parsed JSON, undefined where it is empty, and text where it is not JSON. */
export type RestAnswer = { status: number; body: unknown };

/**
 * Calls the REST API in this process without a socket. `scope` is the same object for all calls of one person's
 * request.
 */
export type LocalCalls = (request: RestRequest & { scope: object }) => Promise<{ status: number; body: unknown }>;

/** Traces calls; its headers name the trace that a call belongs to. */
export type WatchedCalls = {
  call: (method: string, send: (headers: Record<string, string>) => Promise<RestAnswer>) => Promise<RestAnswer>;
  /** For a long-lived call. */
  headers: () => Record<string, string>;
};

export type Transport = ReturnType<typeof createTransport>;

const seconds = 1000;
const patience = 15 * seconds;

/**
 * The connections to the REST API. Calls share a bounded pool; long-lived streams (uploads, downloads, live updates)
 * have their own connections, so that they cannot starve the calls. Where the API runs in this process, `local` makes
 * the calls.
 *
 * `restUrl` may be a function, because with PORT=0 the address is known only after listening.
 */
export function createTransport(
  restUrl: string | (() => string),
  local: LocalCalls | null = null,
  watched: WatchedCalls | null = null,
) {
  const connect = { timeout: 2 * seconds };
  let opened: Promise<{ origin: string; prefix: string; pool: Pool; streams: Agent }> | undefined;
  const connections = () => (opened ??= open());

  async function open() {
    // Imported lazily: startup does not need it.
    const undici = await import('undici');
    const url = new URL(typeof restUrl === 'string' ? restUrl : restUrl());
    return {
      origin: url.origin,
      prefix: url.pathname.replace(/\/$/, ''),
      pool: new undici.Pool(url.origin, { connections: 64, connect, headersTimeout: patience, bodyTimeout: patience }),
      streams: new undici.Agent({ connect, headersTimeout: 120 * seconds, bodyTimeout: 0 }),
    };
  }

  const once = (request: RestRequest & { scope: object }): Promise<RestAnswer> =>
    watched
      ? watched.call(request.method, (more) => send({ ...request, headers: { ...request.headers, ...more } }))
      : send(request);

  async function send({ path, scope, ...request }: RestRequest & { scope: object }): Promise<RestAnswer> {
    if (local) return await inTime(local({ path, scope, ...request }));
    const { pool, prefix } = await connections();
    const answer = await pool.request({
      ...request,
      path: prefix + path,
      method: request.method as Dispatcher.HttpMethod,
    });
    return { status: answer.statusCode, body: valueOf(await answer.body.text()) };
  }

  return {
    /**
     * One call. A read is retried once after a connection failure; a write is not, since it may have happened.
     *
     * @throws GraphQLError UNAVAILABLE when the API cannot be reached or does not respond in time
     */
    async call(given: RestRequest & { scope?: object }): Promise<RestAnswer> {
      const request = { scope: {}, ...given };
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

    /** A call whose body or response is a stream; never retried. Rejects like undici. */
    async stream({ path, ...request }: Omit<RestRequest, 'body'> & { body?: Dispatcher.DispatchOptions['body'] }) {
      const { streams, origin, prefix } = await connections();
      return await streams.request({
        ...request,
        origin,
        path: prefix + path,
        method: request.method as Dispatcher.HttpMethod,
        headers: { ...request.headers, ...watched?.headers() },
      });
    },

    async close(): Promise<void> {
      const { pool, streams } = (await opened) ?? {};
      await Promise.all([pool?.destroy(), streams?.destroy()]);
    },
  };
}

/** Parses JSON; a proxy between the API and us may fail with a body of another kind. */
function valueOf(text: unknown): unknown {
  if (text === '') return undefined;
  try {
    return typeof text === 'string' ? (JSON.parse(text) as unknown) : text;
  } catch {
    return text;
  }
}

/** Rejects when it takes too long, as a socket would. */
async function inTime(calling: ReturnType<LocalCalls>): Promise<RestAnswer> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('The REST API did not answer in time.')), patience);
  });
  try {
    const { status, body } = await Promise.race([calling, late]);
    return { status, body: valueOf(body) };
  } finally {
    clearTimeout(timer);
  }
}
