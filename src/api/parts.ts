import type {
  AiConfiguration,
  ChatLimits,
  MarketplaceOffer,
  SubscriptionOffer,
} from './configuration/configuration.ts';
import type { VapidKeys } from './configuration/vapid.ts';
import type { Brokerage } from '#src/machines/settings/brokerage.ts';
import type { Database } from './database/database.ts';
import type { Certificate } from './document/seal.ts';
import type { FileStore } from './file/files.ts';
import type { Jobs } from './job/jobs.ts';
import type { LiveHub } from './live/live.ts';
import type { Mail } from './mail/mail.ts';
import type { CarrierRegister } from './carrier-register/register-service.ts';
import type { Payments } from './payment/payments.ts';
import type { Retention } from './configuration/retention-periods.ts';
import type { Setup } from './setup/setup.repository.ts';
import type { Settings } from './settings/settings.store.ts';

/** What the routes of every noun depend on; created once, when the process starts. */
export interface ApiParts {
  database: Database;
  jobs: Jobs;
  mail: Mail;
  files: FileStore;
  live: LiveHub;
  payments: Payments;
  register: CarrierRegister;
  /** For operators: events that no request or job would report. */
  log: Record<'info' | 'warn' | 'error', (details: object, sentence: string) => void>;
  settings: Settings;
  setup: Setup;
  /** These four come from the settings and are always current. */
  readonly brokerage: Brokerage;
  readonly subscription: SubscriptionOffer;
  readonly marketplace: MarketplaceOffer;
  /** Null for the scripted assistant. */
  readonly ai: AiConfiguration | null;
  chat: ChatLimits;
  retention: Retention;
  /** Null if bounces and complaints are not reported. */
  mailEventsToken: string | null;
  /** The mailbox that undelivered mails return to; null if it is not read. */
  bounceMailboxUrl: string | null;
  /** Multiplies the limits in ceilings.ts. */
  ceilingFactor: number;
  /** One or several, see `secretsOf`. */
  sessionSecret: string;
  dataDir: string;
  /**
   * The brokerage's own certificate for sealing documents; null for the one that is generated and stored in `dataDir`.
   */
  sealCertificate: Certificate | null;
  /** Identifies this deployment to push services. */
  vapid: VapidKeys;
  /** The origin that links are built from, without a trailing slash; never taken from a request. */
  publicUrl: () => string;
  /** The current time; tests move it. */
  now: () => Date;
}
