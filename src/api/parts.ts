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

/** What the routes of every noun stand on; made once, where the process starts. */
export interface ApiParts {
  database: Database;
  jobs: Jobs;
  mail: Mail;
  files: FileStore;
  live: LiveHub;
  payments: Payments;
  register: CarrierRegister;
  /** For operators: what no request and no job tells of by itself. */
  log: Record<'info' | 'warn' | 'error', (details: object, sentence: string) => void>;
  settings: Settings;
  setup: Setup;
  /** These four are of the settings, as they are at the moment. */
  readonly brokerage: Brokerage;
  readonly subscription: SubscriptionOffer;
  readonly marketplace: MarketplaceOffer;
  /** Null: the scripted assistant. */
  readonly ai: AiConfiguration | null;
  chat: ChatLimits;
  retention: Retention;
  /** Null: nobody reports bounces and complaints. */
  mailEventsToken: string | null;
  /** The mailbox that mails come back to which were not delivered; null: nobody reads it. */
  bounceMailboxUrl: string | null;
  /** Multiplies what stands in ceilings.ts. */
  ceilingFactor: number;
  /** One or several, see `secretsOf`. */
  sessionSecret: string;
  dataDir: string;
  /** The brokerage's own, which seals documents; null: the one that is made and kept in `dataDir`. */
  sealCertificate: Certificate | null;
  /** With what push services know us. */
  vapid: VapidKeys;
  /** The origin that links are built from, without a trailing slash; never taken from a request. */
  publicUrl: () => string;
  /** The time; tests move it. */
  now: () => Date;
}
