import type { Readable } from 'node:stream';
import { createParser } from 'eventsource-parser';
import type { EventSourceMessage } from 'eventsource-parser';
import type { GatewayContext, Socket } from './context.ts';
import { errorOfProblem, unavailable } from './errors.ts';
import { authorizationOf } from './forwarding.ts';
import type { ByHand } from './schema.ts';

type Changes = { changes: { sequence: number; noun: string; id: string } };

/** "Service restart": clients reconnect on their own, with fresh cookies and the last sequence number they received. */
const comeBack = 1012;
const subscriptionsPerSocket = 5;
const UUID = /^[0-9a-f-]{36}$/;
const open = new WeakMap<Socket, number>();

export const resolvers = {
  Subscription: {
    changes: {
      subscribe: async (_, { after, ageMs, chat }: Partial<From>, context) =>
        await subscribe({ after: after ?? null, ageMs: ageMs ?? null, chat: chat ?? null }, context),
    },
  },
} satisfies ByHand;

/**
 * The sequence number after which to send changes, or how long the page has been open. `chat` is the secret of a chat
 * link or of a move's page; its holder needs no session.
 */
interface From {
  after: number | null;
  ageMs: number | null;
  chat: string | null;
}

/**
 * The REST API's stream of changes, from `after` on. It ends when the access token expires; the socket is then closed
 * so that the client reconnects, because cookies can only be renewed on a new connection.
 *
 * @throws GraphQLError for the API's refusal; TOO_MANY for a socket that subscribes again and again
 */
async function subscribe(from: From, context: GatewayContext): Promise<AsyncGenerator<Changes>> {
  const { tokens, socket } = context;
  const held = socket ? (open.get(socket) ?? 0) : 0;
  if (held >= subscriptionsPerSocket) throw errorOfProblem(429, { detail: 'There are too many subscriptions.' });
  // Count before the first await, so that concurrent subscriptions are counted one by one.
  if (socket) open.set(socket, held + 1);
  const release = (): void => {
    if (socket) open.set(socket, (open.get(socket) ?? 1) - 1);
  };
  const ending = new AbortController();
  const begin = async () => {
    const bearer = from.chat === null ? await tokens.bearer() : null;
    return { bearer, stream: await connect(from, bearer, context, ending.signal) };
  };
  const { bearer, stream } = await begin().catch((error: unknown) => {
    release();
    throw error;
  });
  const untilEnd = bearer === null ? null : setTimeout(() => ending.abort(), tokens.endsAt() - Date.now());

  let isOver = false;
  const finish = (close: boolean): void => {
    if (isOver) return;
    isOver = true;
    if (untilEnd) clearTimeout(untilEnd);
    ending.abort();
    release();
    if (close) socket?.close(comeBack);
  };

  async function* relay(): AsyncGenerator<Changes> {
    try {
      for await (const { id, data } of readEvents(stream)) {
        yield { changes: { sequence: id, ...(data as { noun: string; id: string }) } };
      }
    } catch (error) {
      // Cut off by the API, by the token's expiry, or by us. The client requests what it missed when it reconnects.
      if (!ending.signal.aborted) context.log.info({ err: error }, 'a stream of changes was cut');
    } finally {
      finish(true);
    }
  }

  const changes = relay();
  const end = changes.return.bind(changes);
  // A generator that awaits the next event cannot be ended from outside, but its stream can.
  changes.return = async (value) => {
    finish(false);
    return await end(value);
  };
  return changes;
}

async function connect(
  { after, ageMs, chat }: From,
  bearer: string | null,
  context: GatewayContext,
  signal: AbortSignal,
): Promise<Readable> {
  const headers = { ...context.forwarded, ...authorizationOf(bearer), accept: 'text/event-stream' };
  const query = new URLSearchParams({
    ...(after === null ? {} : { after: String(after) }),
    ...(ageMs === null ? {} : { age_ms: String(ageMs) }),
    // Only a chat secret is a UUID; any other secret belongs to a move's page.
    ...(chat === null ? {} : UUID.test(chat) ? { chat } : { move: chat }),
  }).toString();
  const path = `/api/frontend/live${query && `?${query}`}`;
  const answer = await context.transport.stream({ method: 'GET', path, headers, signal }).catch((error: unknown) => {
    // Not a refusal: the client should retry on its own.
    context.socket?.close(comeBack);
    throw unavailable(error);
  });
  // Nothing listens for errors between connecting and reading, or afterwards; a broken stream must not crash the
  // process.
  answer.body.on('error', () => {});
  if (answer.statusCode === 200) return answer.body;
  const told = await answer.body.json().catch(() => null);
  throw errorOfProblem(answer.statusCode, told);
}

/** Reads the events of a stream until it ends. Comments, and events without data, are skipped. */
export type StreamEvent = { id: number; data: unknown };

/** Reads the events of a stream until it ends. Comments, and events without an id and data, are skipped. */
export async function* readEvents(stream: Readable): AsyncGenerator<StreamEvent> {
  const decoder = new TextDecoder();
  let events: EventSourceMessage[] = [];
  const parser = createParser({ onEvent: (event) => events.push(event) });
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    parser.feed(decoder.decode(chunk, { stream: true }));
    for (const { id, data } of events) yield { id: Number(id ?? 0), data: JSON.parse(data) as unknown };
    events = [];
  }
}
