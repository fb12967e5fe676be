import compress from '@fastify/compress';
import { mkdir } from 'node:fs/promises';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { API_PREFIX, registerApi } from './api/api.ts';
import { registerContract } from './api/openapi.ts';
import type { Configuration } from '#src/api/configuration/configuration.ts';
import { refreshCompliantDays } from '#src/api/carrier/compliance.repository.ts';
import { migrate } from '#src/api/database/database.ts';
import type { Database } from '#src/api/database/database.ts';
import { createFileStore } from '#src/api/file/files.ts';
import { registerHealth } from '#src/api/http/health.ts';
import { COMPRESSION } from '#src/api/http/compression.ts';
import { createHttp } from '#src/api/http/http.ts';
import { createInProcessCalls } from '#src/api/http/in-process.ts';
import { createJobs } from '#src/api/job/jobs.ts';
import { createLiveHub } from '#src/api/live/live-hub.ts';
import { createOperationCeiling } from '#src/api/http/keep-ceilings.ts';
import { movePageOf } from './api/link/portal-link.ts';
import { createMail } from '#src/api/mail/mail.ts';
import { startMailbox } from './mailbox/mailbox.ts';
import { mailPreviewRoutes } from './demo/mail-previews.ts';
import { mailboxRoutes } from './mailbox/mailbox-routes.ts';
import type { ApiParts } from './api/parts.ts';
import { warmPlaces } from '#src/api/place/places.ts';
import { createRegister } from '#src/api/carrier-register/register-service.ts';
import { createPayments } from '#src/api/payment/payments.ts';
import { sandboxRoutes } from './payment-sandbox/sandbox-pages.ts';
import { loadOrCreateSecret } from '#src/api/configuration/secrets.ts';
import { loadOrCreateVapid } from '#src/api/configuration/vapid.ts';
import { openCertificate } from '#src/api/document/own-certificate.ts';
import { secretsOf } from '#src/api/configuration/session-secrets.ts';
import { createAddressOf, hasNoProxies } from '#src/api/http/trusted-proxies.ts';
import { startWorker } from './api/worker.ts';
import { demoOffer } from './demo/demo-accounts.ts';
import { demoRoutes } from './demo/demo-routes.ts';
import { demoJob, fillDemo, writeDemo } from './demo/demo.ts';
import { registerGateway } from './gateway/gateway.ts';
import { sessionDocuments } from './app/session-documents.ts';
import { createSetup } from './api/setup/setup.repository.ts';
import { openSettings } from './api/settings/settings.store.ts';
import { tilesIn } from './web/map-tiles.ts';
import { registerWeb } from './web/web.ts';
import { beginDatabase, needsData } from './begin-database.ts';
import type { Beginning } from './begin-database.ts';
import { createLog } from './log.ts';
import { openData } from './open-data.ts';
import { root } from './root.ts';
import type { Tracing } from './tracing/tracing.ts';

/** How long running requests may take after a stop signal. */
const STOP_MILLISECONDS = 10_000;
/** Seconds. */
const YEAR = 31_536_000;
export interface RunningProcess {
  /** The address it listens on, such as `http://127.0.0.1:3000`. */
  url: string;
  parts: ApiParts | null;
  /** The code for setting up the deployment; null once that is done. Nobody else knows it. */
  setupCode: string | null;
  stop(): Promise<void>;
}

export interface ProcessOverrides {
  now?: () => Date;
  log?: Logger;
  /** An existing database, for tests. */
  database?: Database;
  /** The embedded database, if it is already starting. */
  embedded?: Beginning | null;
  /** False: a demo without its data. True: with all of it from the start, even if no worker creates it. */
  demoData?: boolean;
  /** Wraps the calls to the payment provider; tests simulate failures with it. */
  paymentsFetch?: (ask: typeof fetch) => typeof fetch;
}

/** Starts the configured parts in this process; they are ready when it returns. */
export async function startProcess(
  configuration: Configuration,
  overrides: ProcessOverrides = {},
): Promise<RunningProcess> {
  const log = overrides.log ?? createLog();
  const stops: (() => Promise<void>)[] = [];
  const stop = async () => {
    for (const one of stops.splice(0).reverse()) await one();
  };
  try {
    const embedded = overrides.database ? null : (overrides.embedded ?? (await beginDatabase(configuration, log)));
    if (embedded) stops.push(() => embedded.stop());
    // Loaded only when configured: it takes a tenth of a second of startup.
    const tracing = configuration.tracesUrl
      ? (await import('./tracing/tracing.ts')).startTracing(configuration.tracesUrl)
      : null;
    if (tracing) stops.push(() => tracing.stop());
    const app = createHttp(log, { trustedProxies: configuration.trustedProxies });
    tracing?.watchHttp(app);
    await app.register(compress, COMPRESSION);
    let url = configuration.publicUrl ?? '';
    const publicUrl = () => configuration.publicUrl ?? url;
    if (configuration.publicUrl?.startsWith('https:')) {
      app.addHook(
        'onSend',
        async (_request, reply) => void reply.header('strict-transport-security', `max-age=${YEAR}; includeSubDomains`),
      );
      if (hasNoProxies(configuration.trustedProxies))
        log.warn(
          'PUBLIC_URL is https, so a proxy stands in front of this process, and TRUSTED_PROXIES does not name it: all people seem to come from its address, and share its limits.',
        );
    }
    const hasData = needsData(configuration);
    const sessionSecret =
      configuration.sessionSecret ?? (hasData ? await loadOrCreateSecret(configuration.dataDir, 'session') : null);
    const parts = hasData
      ? await openParts(configuration, overrides, {
          log,
          publicUrl,
          ownUrl: () => url,
          sessionSecret: sessionSecret!,
          stops,
          tracing,
          embedded,
        })
      : null;
    registerHealth(app, parts?.database ?? null, {
      token: configuration.metricsToken,
      isPublic: configuration.demo,
      dataDir: configuration.dataDir,
    });
    await registerParts(app, configuration, {
      parts,
      tracing,
      publicUrl,
      // The API verifies with every secret in the setting.
      sessionSecret: sessionSecret === null ? null : secretsOf(sessionSecret)[0],
      restUrl: () => configuration.restUrl ?? url,
    });
    await app.listen({ port: configuration.port, host: configuration.host });
    stops.push(() => closeHttp(app));
    const { port } = app.server.address() as AddressInfo;
    url = `http://${configuration.host.includes(':') ? `[${configuration.host}]` : configuration.host}:${port}`;
    if (parts && configuration.parts.has('worker')) {
      const worker = await startWorker(parts, configuration.demo ? [demoJob] : []);
      stops.push(() => worker.stop());
    }
    const setupCode = parts && configuration.parts.has('api') ? await parts.setup.begin() : null;
    // Last: it takes a quarter of a second of CPU time, for which the first place search would otherwise wait.
    if (parts) void warmPlaces();
    return { url, parts, setupCode, stop };
  } catch (error) {
    await stop().catch(() => {});
    throw error;
  }
}

async function openParts(
  configuration: Configuration,
  overrides: ProcessOverrides,
  given: {
    log: Logger;
    publicUrl: () => string;
    ownUrl: () => string;
    sessionSecret: string;
    stops: (() => Promise<void>)[];
    tracing: Tracing | null;
    embedded: Beginning | null;
  },
): Promise<ApiParts> {
  const { log, stops, tracing } = given;
  await mkdir(configuration.dataDir, { recursive: true });
  const database = overrides.database ?? (await openData(configuration, given.embedded, stops));
  tracing?.watchDatabase(database);
  await migrate(database);
  await refreshCompliantDays(database);
  const mailbox = configuration.smtpUrl ? null : await startMailbox({ dataDir: configuration.dataDir });
  if (mailbox) stops.push(() => mailbox.stop());
  const ownJobs = createJobs(database, { log });
  const jobs = tracing?.watchedJobs(ownJobs) ?? ownJobs;
  await jobs.start();
  stops.push(() => jobs.stop());
  const live = createLiveHub(database);
  stops.push(() => live.close());
  const settings = await openSettings({ database, live, sessionSecret: given.sessionSecret }, configuration, {
    log: (details, sentence) => log.warn(details, sentence),
  });
  stops.push(() => settings.close());
  const files = createFileStore(configuration);
  const sealCertificate = configuration.seal && (await openCertificate(configuration.seal, overrides.now?.()));
  const now = overrides.now ?? (() => new Date());
  const ownMail = createMail({
    database,
    jobs,
    files,
    smtpUrl: configuration.smtpUrl ?? mailbox!.smtpUrl,
    sender: () => settings.now(),
    fallbackAddress: () => `no-reply@${new URL(given.publicUrl() || given.ownUrl()).hostname}`,
    movePageOf: (tx, leadId) => movePageOf(tx, { ...given, now }, leadId),
  });
  const mail = tracing?.watchedMail(ownMail) ?? ownMail;
  stops.push(async () => mail.close());
  const payments = createPayments({
    stripe: configuration.stripe,
    demo: configuration.demo,
    database,
    jobs,
    sessionSecret: given.sessionSecret,
    now,
    publicUrl: given.publicUrl,
    // A worker on its own reaches the API by its public address.
    hookUrl: () =>
      `${configuration.parts.has('api') ? given.ownUrl() : given.publicUrl()}${API_PREFIX}/payments/webhook`,
    ...(overrides.paymentsFetch ? { fetch: overrides.paymentsFetch } : {}),
  });
  if (payments.isOff)
    log.warn('Payments are off: without STRIPE_SECRET_KEY and the related settings nobody can subscribe or buy.');
  const parts: ApiParts = {
    database,
    jobs,
    mail,
    files,
    live,
    payments,
    register: createRegister(configuration),
    log,
    settings,
    setup: createSetup(database, { isDemo: configuration.demo }),
    get brokerage() {
      return settings.now().brokerage;
    },
    get subscription() {
      return settings.now().subscription;
    },
    get marketplace() {
      return settings.now().marketplace;
    },
    get ai() {
      return settings.now().ai;
    },
    chat: configuration.chat,
    retention: configuration.retention,
    mailEventsToken: configuration.mailEventsToken,
    bounceMailboxUrl: configuration.bounceMailboxUrl,
    ceilingFactor: configuration.ceilingFactor,
    sessionSecret: given.sessionSecret,
    dataDir: configuration.dataDir,
    sealCertificate,
    vapid: configuration.vapid ?? (await loadOrCreateVapid(configuration.dataDir)),
    publicUrl: given.publicUrl,
    now,
  };
  const started = parts.now();
  if (configuration.demo && overrides.demoData !== false)
    await writeDemo(parts, started, { byWorker: !overrides.demoData });
  if (overrides.demoData) await fillDemo(parts, started);
  return parts;
}

async function registerParts(
  app: FastifyInstance,
  configuration: Configuration,
  given: {
    parts: ApiParts | null;
    tracing: Tracing | null;
    publicUrl: () => string;
    sessionSecret: string | null;
    restUrl: () => string;
  },
): Promise<void> {
  const { parts, publicUrl, tracing } = given;
  if (parts && configuration.parts.has('api')) {
    await registerContract(app, { isPublic: configuration.hasPublicContract });
    await registerApi(app, parts);
    await app.register(sandboxRoutes, { payments: parts.payments });
    if (configuration.demo) await app.register(demoRoutes, parts);
    if (configuration.demo && !configuration.smtpUrl) {
      await app.register(mailboxRoutes, { dataDir: configuration.dataDir });
      await mailPreviewRoutes(app, parts);
    }
  }
  if (configuration.parts.has('gateway')) {
    const persisted = JSON.parse(
      readFileSync(join(root, 'src/generated/graphql/persisted-documents.json'), 'utf8'),
    ) as Record<string, string>;
    await registerGateway(app, {
      restUrl: given.restUrl,
      local: configuration.parts.has('api') && configuration.restUrl === null ? createInProcessCalls(app) : null,
      watched: tracing?.calls ?? null,
      publicUrl,
      sessionSecret: given.sessionSecret,
      addressOf: createAddressOf(configuration.trustedProxies),
      mayAsk: createOperationCeiling(configuration.ceilingFactor),
      allowedDocuments: process.env.NODE_ENV === 'development' ? null : { persisted, texts: [...sessionDocuments] },
    });
    tracing?.watchGraphql(app);
  }
  if (configuration.parts.has('web'))
    await registerWeb(app, {
      folder: join(root, 'dist/browser'),
      publicUrl,
      restUrl: given.restUrl,
      sessionSecret: given.sessionSecret,
      hasStripe: configuration.stripe !== null,
      map: configuration.map ?? (await tilesIn(configuration.dataDir)),
      demo: configuration.demo ? demoOffer : null,
    });
}

async function closeHttp(app: FastifyInstance): Promise<void> {
  const forced = setTimeout(() => app.server.closeAllConnections(), STOP_MILLISECONDS);
  await app.close();
  clearTimeout(forced);
}
