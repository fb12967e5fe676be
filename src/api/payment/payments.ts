import { createHmac } from 'node:crypto';
import Stripe from 'stripe';
import type { StripeConfiguration } from '#src/api/configuration/configuration.ts';
import { secretsOf } from '#src/api/configuration/session-secrets.ts';
import type { Database } from '#src/api/database/database.ts';
import type { Jobs } from '#src/api/job/jobs.ts';
import { API_VERSION, createSandbox } from '#src/payment-sandbox/sandbox.ts';
import type { Sandbox } from '#src/payment-sandbox/sandbox.ts';

/** What a noun is notified of: the object to reload. The event's own copy of it may be outdated. */
export interface PaymentNews {
  type: string;
  /** Such as `sub_…`, `in_…` or `pi_…`. */
  objectId: string;
  customerId: string | null;
  /** The payment that it is about. */
  paymentId: string | null;
}

/** The payment provider: Stripe, or the sandbox that implements its protocol. The key decides; the code is the same. */
export interface Payments {
  stripe: Stripe;
  /** For browsers. */
  publishableKey: string;
  /** The secret with which the provider signs its events. */
  webhookSecret: string;
  /** Null with a Stripe account. */
  sandbox: Sandbox | null;
  /** Neither a Stripe account nor a demo: test cards must not buy real leads. */
  isOff: boolean;
}

interface PaymentsOptions {
  stripe: StripeConfiguration | null;
  /** Whether the sandbox may replace an account. */
  demo: boolean;
  database: Database;
  jobs: Jobs;
  /** The sandbox's keys are derived from it, so that all nodes have the same. */
  sessionSecret: string;
  now: () => Date;
  hookUrl: () => string;
  publicUrl: () => string;
  /** Tests simulate network failures with it. */
  fetch?: (ask: typeof fetch) => typeof fetch;
}

/** The sandbox's path for browsers: its API is under `/v1`, with receipts beside it. */
export const SANDBOX_PATH = '/dev/payments';

const settings = { apiVersion: API_VERSION, maxNetworkRetries: 2, timeout: 20_000, telemetry: false } as const;

export function createPayments(options: PaymentsOptions): Payments {
  const between = options.fetch ?? ((ask) => ask);
  if (options.stripe) {
    const { secretKey, publishableKey, webhookSecret } = options.stripe;
    const stripe = new Stripe(secretKey, { ...settings, httpClient: Stripe.createFetchHttpClient(between(fetch)) });
    return { stripe, publishableKey, webhookSecret, sandbox: null, isOff: false };
  }
  const keyFor = (purpose: string) =>
    createHmac('sha256', secretsOf(options.sessionSecret)[0])
      .update(`payments sandbox ${purpose}`)
      .digest('hex')
      .slice(0, 32);
  const [secretKey, publishableKey, webhookSecret] = [
    `sk_test_${keyFor('secret')}`,
    `pk_sandbox_${keyFor('publishable')}`,
    `whsec_${keyFor('webhook')}`,
  ];
  const { database, jobs, now, hookUrl } = options;
  const sandbox = createSandbox({
    database,
    jobs,
    now,
    secretKey,
    publishableKey,
    webhookSecret,
    hookUrl,
    pagesUrl: () => options.publicUrl() + SANDBOX_PATH,
  });
  const stripe = new Stripe(secretKey, {
    ...settings,
    httpClient: Stripe.createFetchHttpClient(between(fetchFrom(sandbox))),
  });
  return { stripe, publishableKey, webhookSecret, sandbox, isOff: !options.demo };
}

/** A `fetch` that calls the sandbox without a socket, so that it works in every part of the product. */
function fetchFrom(sandbox: Sandbox): typeof fetch {
  return async (address, init = {}) => {
    const url = new URL(address instanceof Request ? address.url : address);
    const headers = new Headers(init.headers);
    const { status, body } = await sandbox.handle({
      method: init.method ?? 'GET',
      path: url.pathname + url.search,
      key: headers.get('authorization')?.replace(/^Bearer /, '') ?? null,
      idempotencyKey: headers.get('idempotency-key'),
      body: typeof init.body === 'string' ? init.body : '',
    });
    return new Response(body, { status, headers: { 'content-type': 'application/json', 'request-id': 'req_sandbox' } });
  };
}
