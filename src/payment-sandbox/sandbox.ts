import { createHmac } from 'node:crypto';
import { sql } from 'kysely';
import { parse } from 'qs';
import type { Database } from '#src/api/database/database.ts';
import { sha256 } from '#src/api/database/ids.ts';
import type { Jobs } from '#src/api/job/jobs.ts';
import { inTransaction } from '#src/api/database/write.ts';
import type { Tx } from '#src/api/database/write.ts';
import { text } from './sandbox-context.ts';
import type { Params, SandboxContext } from './sandbox-context.ts';
import { SandboxError } from './sandbox-error.ts';
import { settleInvoice } from './sandbox-invoices.ts';
import type { SandboxObject, StripeEvent } from './sandbox-objects.ts';
import { sandboxRoutes } from './sandbox-routes.ts';
import { createSandboxStore, sandboxId } from './sandbox-store.ts';
import { passTime } from './sandbox-subscriptions.ts';

/** The version that the official library is configured with; the sandbox responds in its format. */
export const API_VERSION = '2026-10-28.endive';

export interface SandboxRequest {
  method: string;
  /** For example `/v1/customers?limit=3`. */
  path: string;
  /** The key from the `Authorization` header. */
  key: string | null;
  idempotencyKey: string | null;
  /** Form-encoded. */
  body: string;
}

export interface SandboxAnswer {
  status: number;
  /** JSON. */
  body: string;
}

/**
 * A payment provider inside the product, for deployments without a Stripe account: it uses Stripe's protocol, accepts
 * its test cards, stores its objects in the product's database, and sends events as signed webhooks.
 */
export interface Sandbox {
  handle(request: SandboxRequest): Promise<SandboxAnswer>;
  /** Catches up on what has become due since the last call: ends of trials, renewals, retries. */
  passTime(): Promise<void>;
  /**
   * Sends one event to the webhook.
   * @throws if it was not accepted; the queue retries
   */
  deliver(eventId: string): Promise<void>;
}

interface SandboxOptions {
  database: Database;
  jobs: Jobs;
  now: () => Date;
  secretKey: string;
  publishableKey: string;
  webhookSecret: string;
  /** The URL that events are sent to. */
  hookUrl: () => string;
  /** The URL of the sandbox's own pages. */
  pagesUrl: () => string;
}

export function createSandbox(options: SandboxOptions): Sandbox {
  const { database, jobs } = options;
  const seconds = () => Math.floor(options.now().getTime() / 1000);

  function contextIn(tx: Tx, idempotencyKey: string | null): SandboxContext {
    const store = createSandboxStore(tx);
    const context: SandboxContext = {
      store,
      now: seconds(),
      async emit(type, object) {
        const event: StripeEvent = {
          id: sandboxId('evt'),
          object: 'event',
          api_version: API_VERSION,
          created: context.now,
          type,
          livemode: false,
          pending_webhooks: 1,
          data: { object },
          request: { id: null, idempotency_key: idempotencyKey },
        };
        await store.put(event);
        await jobs.enqueue(tx, 'payments.sandbox.event', { eventId: event.id });
      },
      collected: (intent) => settleInvoice(context, intent),
      receiptUrl: (id) => `${options.pagesUrl()}/receipts/${id}`,
    };
    return context;
  }

  /** Serializes all requests, as a provider with its own bookkeeping would; refusals are stored too. */
  const inTurn = <T>(act: (tx: Tx) => Promise<T>) =>
    inTransaction(database, async (tx) => {
      await sql`select pg_advisory_xact_lock(hashtext('payments.sandbox'))`.execute(tx);
      return act(tx);
    });

  async function answer(tx: Tx, request: SandboxRequest): Promise<SandboxAnswer> {
    try {
      return { status: 200, body: shown(await run(contextIn(tx, request.idempotencyKey), request)) };
    } catch (refused) {
      if (!(refused instanceof SandboxError)) throw refused;
      return { status: refused.status, body: shown({ error: refused.body }) };
    }
  }

  async function run(context: SandboxContext, request: SandboxRequest): Promise<object> {
    const [path = '', query = ''] = request.path.split('?');
    const found = route(request.method, path);
    if (!found)
      throw new SandboxError(404, {
        type: 'invalid_request_error',
        message: `Unrecognized request URL (${request.method}: ${path}).`,
      });
    const isSecret = request.key === options.secretKey;
    if (!isSecret && !(found.isPublic && request.key === options.publishableKey)) {
      throw new SandboxError(401, { type: 'authentication_error', message: 'Invalid API Key provided.' });
    }
    const params = parse(request.method === 'GET' ? query : request.body, {
      depth: 8,
      arrayLimit: 100,
      parameterLimit: 200,
    }) as Params;
    if (!isSecret && found.id) await knowsSecret(context, found.id, params);
    const result = await found.handle(context, params, found.id);
    const expanded = Array.isArray(params.expand)
      ? params.expand.filter((one): one is string => typeof one === 'string')
      : [];
    for (const wanted of expanded) await expand(context, result, wanted.split('.'));
    return result;
  }

  return {
    handle: (request) =>
      inTurn(async (tx) => {
        const { idempotencyKey: key } = request;
        if (key === null || request.method !== 'POST') return answer(tx, request);
        const fingerprint = sha256(`${request.path}\n${request.body}`);
        const first = await tx.selectFrom('sandbox_request').selectAll().where('key', '=', key).executeTakeFirst();
        if (first && first.fingerprint !== fingerprint) {
          return {
            status: 400,
            body: shown({
              error: {
                type: 'idempotency_error',
                message:
                  'Keys for idempotent requests can only be used with the same parameters they were first used with.',
              },
            }),
          };
        }
        if (first) return { status: first.status, body: first.body };
        const made = await answer(tx, request);
        // As at Stripe: a request refused before it began may be retried with the same key.
        if (made.status < 400 || made.status === 402)
          await tx
            .insertInto('sandbox_request')
            .values({ key, fingerprint, ...made })
            .execute();
        return made;
      }),

    passTime: () =>
      inTurn(async (tx) => {
        const context = contextIn(tx, null);
        await passTime(context, context.now);
      }),

    async deliver(eventId) {
      const event = await createSandboxStore(database.kysely).find('event', eventId);
      if (!event) return;
      const payload = shown(event);
      const at = seconds();
      const signature = createHmac('sha256', options.webhookSecret).update(`${at}.${payload}`).digest('hex');
      const response = await fetch(options.hookUrl(), {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'stripe-signature': `t=${at},v1=${signature}` },
        body: payload,
        signal: AbortSignal.timeout(10_000),
      });
      await response.arrayBuffer();
      if (!response.ok) throw new Error(`The webhook answered ${response.status}.`);
    },
  };
}

const shown = (object: object): string =>
  JSON.stringify(object, (name, value: unknown) => (name.startsWith('_') ? undefined : value));

function route(method: string, path: string) {
  const parts = path.replace(/^\/v1\//, '').split('/');
  for (const one of sandboxRoutes) {
    const wanted = one.path.split('/');
    if (one.method !== method || wanted.length !== parts.length) continue;
    if (!wanted.every((part, index) => part === ':id' || part === parts[index])) continue;
    return { ...one, id: wanted.includes(':id') ? decodeURIComponent(parts[wanted.indexOf(':id')]!) : '' };
  }
  return null;
}

/**
 * A browser may only access the intent whose secret it has.
 * @throws SandboxError 404
 */
async function knowsSecret(context: SandboxContext, id: string, params: Params): Promise<void> {
  const intent = (await context.store.find('payment_intent', id)) ?? (await context.store.find('setup_intent', id));
  if (!intent || intent.client_secret !== text(params, 'client_secret')) {
    throw new SandboxError(404, {
      type: 'invalid_request_error',
      code: 'resource_missing',
      message: 'No such intent, or the client secret is not its own.',
    });
  }
}

const kinds: Record<string, SandboxObject['object']> = {
  cus: 'customer',
  pm: 'payment_method',
  seti: 'setup_intent',
  pi: 'payment_intent',
  ch: 'charge',
  prod: 'product',
  price: 'price',
  sub: 'subscription',
  in: 'invoice',
};

/** Replaces ids with their objects, as requested with `expand`. */
async function expand(context: SandboxContext, at: unknown, [name, ...rest]: string[]): Promise<void> {
  if (name === undefined || typeof at !== 'object' || at === null) return;
  if (Array.isArray(at)) {
    for (const one of at) await expand(context, one, [name, ...rest]);
    return;
  }
  const holder = at as Record<string, unknown>;
  const value = holder[name];
  if (typeof value === 'string') {
    const kind = name === 'coupon' ? 'coupon' : kinds[value.split('_')[0]!];
    const found = kind ? await context.store.find(kind, value) : null;
    if (found) holder[name] = found;
  }
  await expand(context, holder[name], rest);
}
