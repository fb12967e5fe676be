import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { setTimeout as sleep } from 'node:timers/promises';
import type { AiConfiguration, MarketplaceOffer, SubscriptionOffer } from '#src/api/configuration/configuration.ts';
import { secretsOf } from '#src/api/configuration/session-secrets.ts';
import type { Database } from '#src/api/database/database.ts';
import { vaultOf } from '#src/api/database/sealed.ts';
import type { Tables } from '#src/api/database/tables.ts';
import type { LiveHub } from '#src/api/live/live.ts';
import type { Brokerage } from '#src/machines/settings/brokerage.ts';
import { USUAL_PAY_DAYS } from '#src/machines/carrier-pay/carrier-pay.ts';
import { ARCHIVE_REASONS } from '#src/machines/settings/archive-reasons.ts';
import { readLogoRow } from './logo.ts';
import { SECTION_NAMES } from './settings.sections.ts';
import type { SectionName, SectionValue, SectionValues } from './settings.sections.ts';

/** What the environment provides: the initial values, and what only the operator sets. */
export interface FirstValues {
  brokerage: Brokerage;
  marketplace: MarketplaceOffer;
  subscription: SubscriptionOffer;
  ai: AiConfiguration | null;
  aiTimeoutSeconds: number;
}

/** The settings as the rest of the server reads them. */
export interface SettingsNow {
  readonly brokerage: Brokerage;
  /** Null if only the name is shown. */
  readonly logo: {
    readonly version: number;
    readonly fileKey: string;
    readonly mediaType: string;
    readonly width: number;
    readonly height: number;
  } | null;
  readonly mail: { readonly senderName: string | null; readonly replyTo: string | null };
  readonly marketplace: MarketplaceOffer;
  readonly subscription: SubscriptionOffer;
  /** Days until a carrier is paid, for future awards. */
  readonly payDays: number;
  readonly archiveReasons: readonly string[];
  /** The enabled webhooks, with the events they subscribe to. */
  readonly webhooks: readonly { readonly id: string; readonly events: readonly string[] }[];
  /** Required of agents who manage the team and the settings. */
  readonly requiresTwoFactor: boolean;
  /** Null for the scripted assistant. */
  readonly ai: AiConfiguration | null;
}

export interface Settings {
  /** As this process knows them: read from memory, and at most a moment old. */
  now(): SettingsNow;
  /** Reloads them; call it after a change, so that its response and what follows use the new values. */
  refresh(): Promise<void>;
  /** Calls back after each change, with the previous settings. */
  onChange(listener: (before: SettingsNow) => void): void;
  /** Encrypts a secret for the database. */
  sealed(text: string): string;
  /** Decrypts the secret; null if it was encrypted with a session secret that is no longer known. */
  opened(sealed: string): string | null;
}

interface Kept {
  version: number;
  value: unknown;
}
type Versions = Record<SectionName, Kept>;

/** How long until the process tries to subscribe again after a failure. */
const RETRY_MS = 500;

/**
 * The settings of this deployment, kept in memory and reloaded when any node has changed them. If the table is empty,
 * the initial values are written; from then on the environment no longer affects them.
 */
export async function openSettings(
  { database, live, sessionSecret }: { database: Database; live: LiveHub; sessionSecret: string },
  first: FirstValues,
  { log }: { log: (details: object, sentence: string) => void },
): Promise<Settings & { close(): Promise<void> }> {
  const vault = vaultOf(secretsOf(sessionSecret), 'settings', 'secrets of the settings');
  const open = (sealed: string | null): string | null => {
    const text = sealed === null ? null : vault.open(sealed);
    if (sealed !== null && text === null)
      log({}, 'SESSION_SECRET is another one than when the key of the AI service was saved: enter the key again.');
    return text;
  };
  const present = (kept: Versions, logo: SettingsNow['logo'], webhooks: SettingsNow['webhooks']): SettingsNow => {
    const value = <S extends SectionName>(section: S) => kept[section].value as SectionValue<S>;
    const { url, model, key: aiKey } = value('assistant');
    const { price_cents, shares, reservation_minutes, mails_per_day } = value('marketplace');
    const { sender_name, reply_to } = value('mail');
    return {
      brokerage: value('brokerage'),
      logo,
      webhooks,
      mail: { senderName: sender_name, replyTo: reply_to },
      marketplace: {
        priceCents: price_cents,
        shares,
        reservationMinutes: reservation_minutes,
        mailsPerDay: mails_per_day,
      },
      subscription: { priceCents: value('subscription').price_cents, trialDays: value('subscription').trial_days },
      payDays: value('carriers').pay_days,
      archiveReasons: value('leads').archive_reasons,
      requiresTwoFactor: value('sign_in').requires_two_factor,
      ai:
        url === null || model === null
          ? null
          : { url: url.replace(/\/+$/, ''), model, key: open(aiKey), timeoutSeconds: first.aiTimeoutSeconds },
    };
  };

  await writeFirst(database.kysely, firstValues(first, vault.seal));
  let kept = await readAll(database.kysely);
  let logo = await readLogoRow(database.kysely);
  let webhooks = await readWebhooks(database.kysely);
  let now = present(kept, logo?.logo ?? null, webhooks);
  let readAt = performance.now();
  let hooksReadAt = readAt;
  const listeners: ((before: SettingsNow) => void)[] = [];

  const refresh = async (): Promise<void> => {
    const started = performance.now();
    const [read, readLogo, hooks] = await Promise.all([
      readAll(database.kysely),
      readLogoRow(database.kysely),
      readWebhooks(database.kysely),
    ]);
    readAt = started;
    // Two concurrent reads may finish in a different order than they started.
    const newer = SECTION_NAMES.filter((section) => read[section].version > kept[section].version);
    const isOtherLogo = (readLogo?.version ?? 0) > (logo?.version ?? 0);
    const areOtherHooks = started > hooksReadAt && JSON.stringify(hooks) !== JSON.stringify(webhooks);
    if (newer.length === 0 && !isOtherLogo && !areOtherHooks) return;
    if (areOtherHooks) [webhooks, hooksReadAt] = [hooks, started];
    if (isOtherLogo) logo = readLogo;
    kept = { ...kept, ...Object.fromEntries(newer.map((section) => [section, read[section]])) };
    const before = now;
    now = present(kept, logo?.logo ?? null, webhooks);
    for (const listener of listeners) listener(before);
  };

  const closing = new AbortController();
  const { signal } = closing;
  const listening = (async () => {
    while (!signal.aborted) {
      try {
        const ageMs = performance.now() - readAt;
        for await (const _ of live.subscribe({ audiences: ['nodes'], ageMs: Math.ceil(ageMs), signal }))
          await refresh();
      } catch (error) {
        log({ err: error }, 'The settings could not be read again; they are in a moment.');
      }
      await sleep(RETRY_MS, undefined, { signal }).catch(() => {});
    }
  })();

  return {
    now: () => now,
    refresh,
    onChange: (listener) => void listeners.push(listener),
    sealed: vault.seal,
    opened: vault.open,
    async close() {
      closing.abort();
      await listening;
    },
  };
}

function firstValues(first: FirstValues, sealed: (text: string) => string): SectionValues {
  const { brokerage, marketplace, subscription, ai } = first;
  return {
    brokerage: { ...brokerage },
    mail: { sender_name: null, reply_to: null },
    marketplace: {
      price_cents: marketplace.priceCents,
      shares: marketplace.shares,
      reservation_minutes: marketplace.reservationMinutes,
      mails_per_day: marketplace.mailsPerDay,
    },
    subscription: { price_cents: subscription.priceCents, trial_days: subscription.trialDays },
    carriers: { pay_days: USUAL_PAY_DAYS },
    leads: { archive_reasons: [...ARCHIVE_REASONS] },
    sign_in: { requires_two_factor: false },
    assistant: { url: ai?.url ?? null, model: ai?.model ?? null, key: ai?.key ? sealed(ai.key) : null },
  };
}

/**
 * Of several nodes that start at once, one writes. Sections that a later version of the product adds are written then.
 */
async function writeFirst(kysely: Kysely<Tables>, values: SectionValues): Promise<void> {
  await sql`
    with written as (
      insert into settings (section, value)
      select section, value from unnest(${SECTION_NAMES}::text[], ${SECTION_NAMES.map((section) => JSON.stringify(values[section]))}::jsonb[]) as first (section, value)
      on conflict (section) do nothing returning section, version)
    insert into settings_change (section, version, changes) select section, version, '[]' from written`.execute(kysely);
}

const readWebhooks = (kysely: Kysely<Tables>): Promise<SettingsNow['webhooks']> =>
  kysely.selectFrom('webhook').select(['id', 'events']).where('is_enabled', '=', true).orderBy('id').execute();

async function readAll(kysely: Kysely<Tables>): Promise<Versions> {
  const rows = await kysely.selectFrom('settings').select(['section', 'value', 'version']).execute();
  return Object.fromEntries(rows.map(({ section, ...kept }) => [section, kept])) as Versions;
}

/**
 * The sender of mails, for a command that runs beside the product; from the environment if the product was never
 * started.
 */
export async function readSender(
  kysely: Kysely<Tables>,
  first: Brokerage,
): Promise<Pick<SettingsNow, 'brokerage' | 'mail' | 'logo'>> {
  const kept: Partial<Versions> = await readAll(kysely);
  const mail = kept.mail?.value as SectionValue<'mail'> | undefined;
  return {
    brokerage: (kept.brokerage?.value as Brokerage | undefined) ?? first,
    logo: (await readLogoRow(kysely))?.logo ?? null,
    mail: { senderName: mail?.sender_name ?? null, replyTo: mail?.reply_to ?? null },
  };
}
