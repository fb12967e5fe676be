import { resolve } from 'node:path';
import type { Brokerage } from '#src/machines/settings/brokerage.ts';
import { readBrokerage } from './configuration-brokerage.ts';
import { createReader } from './configuration-reader.ts';
import { MAXIMUM_DAYS, PERIODS } from './retention-periods.ts';
import type { Kept, Retention } from './retention-periods.ts';
import { MAXIMUM_SECRETS } from './session-secrets.ts';
import { readVapid } from './vapid.ts';
import type { VapidKeys } from './vapid.ts';
import { readTrustedProxies, type TrustedProxies } from '#src/api/http/trusted-proxies.ts';

export type Part = 'api' | 'gateway' | 'web' | 'worker';

const allParts: readonly Part[] = ['api', 'gateway', 'web', 'worker'];

export interface StripeConfiguration {
  readonly secretKey: string;
  readonly publishableKey: string;
  readonly webhookSecret: string;
}

/** The federal register of motor carriers. */
export interface RegisterConfiguration {
  /** Without a trailing slash. */
  readonly url: string;
  readonly webKey: string;
}

export interface AiConfiguration {
  /** Base address of an OpenAI-compatible service, without a trailing slash. */
  readonly url: string;
  /** Null for a service that requires no key, such as one on the local network. */
  readonly key: string | null;
  readonly model: string;
  /** Seconds until it must have started to respond; the whole response may take twice as long. */
  readonly timeoutSeconds: number;
}

/** The subscription offered to a mover's business. */
export interface SubscriptionOffer {
  /** US cents a month. */
  readonly priceCents: number;
  readonly trialDays: number;
}

/** What guests are offered: shares of leads. */
export interface MarketplaceOffer {
  /** US cents, before adjustments for size, distance, and age. */
  readonly priceCents: number;
  /** To how many buyers one lead is sold. */
  readonly shares: number;
  /** How long shares are held for a buyer who is paying. */
  readonly reservationMinutes: number;
  /** The most mails about new leads to one mailbox in a day. */
  readonly mailsPerDay: number;
}

/** What one chat link may use in a day (UTC). */
export interface ChatLimits {
  readonly messagesPerDay: number;
  readonly photosPerDay: number;
  /** Tokens of the AI service; beyond them the scripted assistant answers. */
  readonly tokensPerDay: number;
  /** Requests to the AI service, whatever their result. */
  readonly callsPerDay: number;
  /** Seconds that a client who asked for a person waits before the assistant continues. */
  readonly waitSeconds: number;
}

export interface MapConfiguration {
  /** Address of a MapLibre style. */
  readonly style: string;
  /** Origins from which the browser may load what the style references: the style's own, and those configured. */
  readonly origins: readonly string[];
}

export interface Configuration {
  /** 0 lets the system choose a free port. */
  readonly port: number;
  readonly host: string;
  /** Absolute path. */
  readonly dataDir: string;
  /** Origin of the links in mails; null when PORT is 0 and it is not configured: known after listening. */
  readonly publicUrl: string | null;
  /** Null: the embedded database in `dataDir`. */
  readonly databaseUrl: string | null;
  /** The server's own address where `databaseUrl` is a pooler's; null without a pooler. */
  readonly databaseDirectUrl: string | null;
  /** Whether the pooler keeps prepared statements. */
  readonly poolerKeepsStatements: boolean;
  /** Null: the REST API is in this process. */
  readonly restUrl: string | null;
  readonly parts: ReadonlySet<Part>;
  /** Null: the embedded mailbox. */
  readonly smtpUrl: string | null;
  /** Null: a folder inside `dataDir`. */
  readonly s3Url: string | null;
  /** Null: the embedded sandbox. */
  readonly stripe: StripeConfiguration | null;
  /** Null: the scripted assistant. Initial settings, like the brokerage and the offers. */
  readonly ai: AiConfiguration | null;
  /** Null: the embedded register in a demonstration, otherwise none. */
  readonly register: RegisterConfiguration | null;
  /** Seconds until the AI service must have started to respond. */
  readonly aiTimeoutSeconds: number;
  /** One or several, see `secretsOf`. Null: generated once and kept in `dataDir` (see `loadOrCreateSecret`). */
  readonly sessionSecret: string | null;
  /** The PKCS #12 file that seals documents; null: generated once and kept in `dataDir`. */
  readonly seal: { readonly path: string; readonly password: string } | null;
  /** Identifies the deployment to push services; null: keys that are generated once and kept in `dataDir`. */
  readonly vapid: VapidKeys | null;
  readonly demo: boolean;
  /** The proxies trusted for the address that a request comes from. */
  readonly trustedProxies: TrustedProxies;
  /**
   * The bearer token that Prometheus sends; null: `/metrics` is open to everyone in a demonstration, otherwise to
   * nobody.
   */
  readonly metricsToken: string | null;
  /** Whether anyone may read the contract of the REST API. */
  readonly hasPublicContract: boolean;
  readonly brokerage: Brokerage;
  readonly subscription: SubscriptionOffer;
  readonly chat: ChatLimits;
  /** How many days each kind of data is kept. */
  readonly retention: Retention;
  /** The bearer token of the service that reports bounces and complaints; null: none does. */
  readonly mailEventsToken: string | null;
  /** The mailbox that undelivered mails return to; null: none is read. */
  readonly bounceMailboxUrl: string | null;
  /** Source of the map's streets; null: the tiles in `dataDir`, if there are any. */
  readonly map: MapConfiguration | null;
  /** Where traces are sent, by OTLP over HTTP; null: tracing is off. */
  readonly tracesUrl: string | null;
  readonly marketplace: MarketplaceOffer;
  /** Multiplies the usual ceilings for everyone. */
  readonly ceilingFactor: number;
}

/** Thrown by `readConfiguration` with everything that is wrong, one sentence per mistake. */
export class ConfigurationError extends Error {
  readonly sentences: string[];

  constructor(sentences: string[]) {
    super(sentences.join('\n'));
    this.name = 'ConfigurationError';
    this.sentences = sentences;
  }
}

/**
 * Reads and validates the whole environment at once, so that an operator sees all mistakes in one start. An empty
 * variable counts as absent.
 *
 * Only what the chosen parts use is required: a gateway alone needs no payment keys.
 *
 * @throws ConfigurationError
 */
export function readConfiguration(env: Record<string, string | undefined>): Configuration {
  const read = createReader(env);

  const databaseUrl = read.url('DATABASE_URL', ['postgres:', 'postgresql:']);
  const databaseDirectUrl = read.url('DATABASE_DIRECT_URL', ['postgres:', 'postgresql:']);
  const poolerKeepsStatements = read.flag('POOLER_KEEPS_STATEMENTS', false);
  const demo = read.flag('DEMO', databaseUrl === null);
  const parts = read.list('PARTS', allParts);
  const restUrl = read.url('REST_URL', ['http:', 'https:']);
  const port = read.integer('PORT', { minimum: 0, maximum: 65_535, fallback: 3000 });
  const host = read.text('HOST') ?? '127.0.0.1';
  const publicUrl = read.origin('PUBLIC_URL');
  const smtpUrl = read.url('SMTP_URL', ['smtp:', 'smtps:']);
  const s3Url = read.url('S3_URL', ['s3:', 'http:', 'https:']);
  const sessionSecret = read.secrets('SESSION_SECRET', { minimumLength: 32, maximum: MAXIMUM_SECRETS });
  const stripe = readStripe(read);
  const aiTimeoutSeconds = read.integer('AI_TIMEOUT_SECONDS', { minimum: 1, maximum: 120, fallback: 20 });
  const ai = readAi(read, aiTimeoutSeconds);
  const register = readRegister(read);
  const subscription = {
    priceCents: read.integer('SUBSCRIPTION_PRICE_CENTS', { minimum: 100, maximum: 10_000_000, fallback: 9900 }),
    trialDays: read.integer('SUBSCRIPTION_TRIAL_DAYS', { minimum: 1, maximum: 365, fallback: 14 }),
  };
  const marketplace = {
    priceCents: read.integer('MARKETPLACE_PRICE_CENTS', { minimum: 100, maximum: 1_000_000, fallback: 1200 }),
    shares: read.integer('MARKETPLACE_SHARES', { minimum: 1, maximum: 20, fallback: 3 }),
    reservationMinutes: read.integer('MARKETPLACE_RESERVATION_MINUTES', { minimum: 1, maximum: 60, fallback: 10 }),
    mailsPerDay: read.integer('MARKETPLACE_MAILS_PER_DAY', { minimum: 1, maximum: 24, fallback: 3 }),
  };
  const chat = {
    messagesPerDay: read.integer('CHAT_MESSAGES_PER_DAY', { minimum: 1, maximum: 10_000, fallback: 200 }),
    photosPerDay: read.integer('CHAT_PHOTOS_PER_DAY', { minimum: 0, maximum: 1000, fallback: 40 }),
    tokensPerDay: read.integer('CHAT_TOKENS_PER_DAY', { minimum: 0, maximum: 100_000_000, fallback: 60_000 }),
    callsPerDay: read.integer('CHAT_CALLS_PER_DAY', { minimum: 0, maximum: 100_000, fallback: 200 }),
    waitSeconds: read.integer('CHAT_WAIT_SECONDS', { minimum: 5, maximum: 86_400, fallback: 300 }),
  };
  const retention = readRetention(read);
  const mailEventsToken = read.secret('MAIL_EVENTS_TOKEN', 16);
  const bounceMailboxUrl = readBounceMailbox(read);
  const map = readMap(read);
  const tracesUrl = read.url('OTEL_EXPORTER_OTLP_ENDPOINT', ['http:', 'https:']);
  const vapid = readVapid(read);
  const ceilingFactor = read.integer('CEILING_FACTOR', { minimum: 1, maximum: 10_000, fallback: 1 });
  const brokerage = readBrokerage(read, demo);

  const handlesData = parts.has('api') || parts.has('worker');

  if ((parts.has('gateway') || parts.has('web')) && !parts.has('api') && restUrl === null) {
    read.complain('REST_URL is missing: PARTS leaves out the api, so the gateway must be told where it is.');
  }
  if (parts.has('api') && sessionSecret === null && !(demo && databaseUrl === null)) {
    read.missing('SESSION_SECRET', 'it signs the sessions, and every node must use the same one');
  }
  if (!demo && handlesData) {
    if (publicUrl === null) read.missing('PUBLIC_URL', 'links in emails are built from it');
    if (smtpUrl === null) read.missing('SMTP_URL', 'the embedded mailbox only exists with DEMO=1');
  }

  if (publicUrl?.startsWith('https:') && databaseUrl === null && read.text('DEMO') === null) {
    read.missing(
      'DEMO',
      'PUBLIC_URL is public, and the demonstration has accounts whose password everybody knows; set DEMO=0, or DEMO=1 if that is what you want',
    );
  }
  const proxies = read.text('TRUSTED_PROXIES');
  const trustedProxies = proxies === null ? [] : readTrustedProxies(proxies);
  if (trustedProxies === null)
    read.complain(
      'TRUSTED_PROXIES must be addresses and CIDR ranges, such as 10.0.0.0/8,127.0.0.1, or a number of proxies.',
    );
  if (databaseDirectUrl !== null && databaseUrl === null)
    read.missing('DATABASE_URL', 'DATABASE_DIRECT_URL is the way around a pooler, whose address stands there');
  const sealPath = read.text('SEAL_CERTIFICATE');
  const seal =
    sealPath === null ? null : { path: resolve(sealPath), password: read.text('SEAL_CERTIFICATE_PASSWORD') ?? '' };
  const metricsToken = read.secret('METRICS_TOKEN', 16);
  const hasPublicContract = read.flag('PUBLIC_CONTRACT', demo);

  if (read.sentences.length > 0) throw new ConfigurationError(read.sentences);

  return {
    port,
    host,
    dataDir: resolve(read.text('DATA_DIR') ?? './data'),
    publicUrl: publicUrl ?? (port === 0 ? null : `http://localhost:${port}`),
    databaseUrl,
    databaseDirectUrl,
    poolerKeepsStatements,
    restUrl,
    parts,
    smtpUrl,
    s3Url,
    stripe,
    ai,
    register,
    aiTimeoutSeconds,
    sessionSecret,
    seal,
    demo,
    trustedProxies: trustedProxies ?? [],
    metricsToken,
    hasPublicContract,
    brokerage,
    subscription,
    chat,
    retention,
    mailEventsToken,
    bounceMailboxUrl,
    map,
    tracesUrl,
    marketplace,
    ceilingFactor,
    vapid,
  };
}

type Reader = ReturnType<typeof createReader>;

const readRetention = (read: Reader): Retention =>
  Object.fromEntries(
    Object.entries(PERIODS).map(([kept, { variable, days, minimum }]) => [
      kept,
      read.integer(variable, { minimum, maximum: MAXIMUM_DAYS, fallback: days }),
    ]),
  ) as Record<Kept, number>;

function readBounceMailbox(read: Reader): string | null {
  const url = read.url('BOUNCE_MAILBOX_URL', ['imap:', 'imaps:']);
  if (url !== null && (new URL(url).username === '' || new URL(url).password === ''))
    read.complain('BOUNCE_MAILBOX_URL must name who signs in: imaps://name:password@host/INBOX.');
  return url;
}

function readMap(read: Reader): MapConfiguration | null {
  const style = read.url('MAP_STYLE_URL', ['http:', 'https:']);
  const said = (read.text('MAP_ORIGINS') ?? '').split(/[\s,]+/).filter(Boolean);
  if (said.some((origin) => !URL.canParse(origin) || new URL(origin).origin !== origin))
    read.complain('MAP_ORIGINS must be origins, such as https://tiles.example,https://fonts.example.');
  if (style === null && said.length > 0)
    read.missing('MAP_STYLE_URL', 'MAP_ORIGINS names what its style needs beside it');
  return style === null ? null : { style, origins: [...new Set([new URL(style).origin, ...said])] };
}

/**
 * The three Stripe values only make sense together: a half-configured account would take money and never be notified of
 * it.
 */
function readStripe(read: Reader): StripeConfiguration | null {
  const secretKey = read.secret('STRIPE_SECRET_KEY', 8);
  const publishableKey = read.secret('STRIPE_PUBLISHABLE_KEY', 8);
  const webhookSecret = read.secret('STRIPE_WEBHOOK_SECRET', 8);
  if (secretKey === null && publishableKey === null && webhookSecret === null) return null;

  const because = 'the three Stripe values belong together';
  if (secretKey === null) read.missing('STRIPE_SECRET_KEY', because);
  if (publishableKey === null) read.missing('STRIPE_PUBLISHABLE_KEY', because);
  if (webhookSecret === null) read.missing('STRIPE_WEBHOOK_SECRET', because);
  if (publishableKey?.startsWith('sk_')) {
    read.complain('STRIPE_PUBLISHABLE_KEY holds a secret key (sk_…), which would be sent to every browser.');
  }
  return { secretKey: secretKey ?? '', publishableKey: publishableKey ?? '', webhookSecret: webhookSecret ?? '' };
}

/** QCMobile of the FMCSA, unless a proxy is configured. */
const FMCSA_URL = 'https://mobile.fmcsa.dot.gov/qc/services';

function readRegister(read: Reader): RegisterConfiguration | null {
  const webKey = read.secret('FMCSA_WEB_KEY', 8);
  const url = read.url('FMCSA_URL', ['http:', 'https:']);
  if (webKey === null) {
    if (url !== null) read.missing('FMCSA_WEB_KEY', 'FMCSA_URL says nothing without it');
    return null;
  }
  return { url: (url ?? FMCSA_URL).replace(/\/+$/, ''), webKey };
}

function readAi(read: Reader, timeoutSeconds: number): AiConfiguration | null {
  const url = read.url('AI_URL', ['http:', 'https:']);
  const key = read.text('AI_KEY');
  const model = read.text('AI_MODEL');
  if (url === null) {
    if (key !== null || model !== null) read.missing('AI_URL', 'AI_KEY and AI_MODEL say nothing without it');
    return null;
  }
  if (model === null) read.missing('AI_MODEL', 'AI_URL is set, and a service may offer many models');
  return { url: url.replace(/\/+$/, ''), key, model: model ?? '', timeoutSeconds };
}
