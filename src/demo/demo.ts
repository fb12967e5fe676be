import { sql } from 'kysely';
import { job } from '#src/api/noun.ts';
import type { ApiParts } from '#src/api/parts.ts';
import { dropUploads } from '#src/api/http/multipart.ts';
import { publishTariff } from '#src/api/tariff/tariff.repository.ts';
import { DAY } from '#src/machines/calendar/durations.ts';
import { SAMPLE_TARIFF } from '#src/machines/tariff/sample-tariff.ts';
import { inTransaction } from '#src/api/database/write.ts';
import type { Tx } from '#src/api/database/write.ts';
import { findDemoAccounts, makeDemoAccounts } from './demo-accounts.ts';
import type { DemoAccount, DemoEmail } from './demo-accounts.ts';
import { chatInDemo } from './demo-chats.ts';
import { makeDemoBusinesses, makeDemoInvitations } from './demo-businesses.ts';
import { addDemoTemplates } from './demo-templates.ts';
import { saveDemoSearches } from './demo-searches.ts';
import { postDemoTrucks } from './demo-trucks.ts';
import { saveDemoViews } from './demo-views.ts';
import { mailClients } from './demo-mails.ts';
import { addCarriers, bringCarriers, tellOfBrokerage } from './demo-brokerage.ts';
import { insertRows } from './demo-rows.ts';
import { openPagesInDemo } from './demo-portal.ts';
import { subscribeDemo } from './demo-subscription.ts';
import { thePast } from './past.ts';
import type { Past } from './past.ts';
import { tellOfMovers } from './demo-state-leads.ts';
import { buyDemoLeads } from './demo-marketplace.ts';

/**
 * Begins a demo: the accounts, so that people can sign in. Does nothing if any account exists. What the demo shows takes
 * longer to create, so a worker does it meanwhile (`fillDemo`), unless the caller does.
 */
export async function writeDemo(
  parts: ApiParts,
  now: Date,
  { byWorker = true }: { byWorker?: boolean } = {},
): Promise<void> {
  const { kysely } = parts.database;
  const isInhabited = async (db: typeof kysely) =>
    (await db.selectFrom('account').select('id').limit(1).executeTakeFirst()) !== undefined;
  if (await isInhabited(kysely)) return;
  const movers = makeDemoBusinesses(now);
  const { rows, accounts, passwordHash } = await makeDemoAccounts(now, movers);
  const invitations = makeDemoInvitations(now, {
    businessId: movers.settled,
    moverId: accounts['mover@demo.test'].id,
    assistant: { ...accounts['assistant@demo.test'], email: 'assistant@demo.test' },
  });
  await inTransaction(parts.database, async (tx) => {
    // If two nodes start at once, one writes, and the other finds it done.
    await sql`lock table account in exclusive mode`.execute(tx);
    if (await isInhabited(tx)) return;
    await insertRows(tx, 'business', movers.businesses);
    await insertRows(tx, 'account', rows);
    await insertRows(tx, 'top_city', movers.topCities);
    await insertRows(tx, 'top_state', movers.topStates);
    await insertRows(tx, 'invitation', invitations);
    await addCarriers(tx, parts.brokerage.zone, { now, accounts, passwordHash });
    if (byWorker) await parts.jobs.enqueue(tx, FILL, { now: now.toISOString() });
  });
}

const FILL = 'demo.fill';

/** Whether a part of what the demo shows is still being created. */
export const isDemoFilling = ({ jobs }: Pick<ApiParts, 'jobs'>): Promise<boolean> => jobs.isPending(FILL);

/** After a crash, it starts over with the part that was not committed. */
export const demoJob = job<{ now: string }>(FILL, (parts, { data, signal }) =>
  fillDemo(parts, new Date(data.now), signal),
);

/**
 * What the demo shows: carriers and movers, the marketplace, then the brokerage's past weeks. Each part is created once.
 *
 * @param now the time at which the demo was begun, as given to `writeDemo`
 * @param signal ends it early: what is not committed yet is created when it is called again
 */
export async function fillDemo(parts: ApiParts, now: Date, signal?: AbortSignal): Promise<void> {
  const { accounts, settled } = await findDemoAccounts(parts.database.kysely);
  const given: Given = { now, accounts, settled };
  await inThePast(parts, signal, (tx, past) => tellOfBusinesses(tx, past, parts, given));
  await subscribeDemo(parts, settled);
  await buyDemoLeads(parts);
  const agents = (['agent@demo.test', 'agent2@demo.test'] as const).map((email) => ({
    ...accounts[email],
    role: 'agent' as const,
  }));
  await inThePast(parts, signal, async (tx, past) => {
    const isTold = await tx
      .selectFrom('agent_lead')
      .select('id')
      .where('created_at', '<', now.toISOString())
      .limit(1)
      .executeTakeFirst();
    if (isTold) return;
    await tellOfBrokerage(tx, past, now, agents);
    await mailClients(tx, now);
    // Notices from before yesterday have been read.
    await sql`update notice set read_at = created_at where created_at < ${new Date(now.getTime() - DAY).toISOString()}`.execute(
      tx,
    );
  });
  const [first, second] = [agents[0]!, agents[1]!];
  if (await isMissing(parts, 'chat')) await chatInDemo(parts, { first, second });
  if (await isMissing(parts, 'page')) await openPagesInDemo(parts, first);
}

/**
 * Whether none was told of yet: before a crash, or by a visitor meanwhile. Questions about estimates have made chats of
 * leads by then.
 */
async function isMissing({ database }: ApiParts, what: 'chat' | 'page'): Promise<boolean> {
  const { kysely } = database;
  const found =
    what === 'chat'
      ? await kysely.selectFrom('chat').select('id').where('lead_id', 'is', null).limit(1).executeTakeFirst()
      : await kysely.selectFrom('link').select('id').where('purpose', '=', 'portal').limit(1).executeTakeFirst();
  return found === undefined;
}

interface Given {
  now: Date;
  accounts: Record<DemoEmail, DemoAccount>;
  /** The established business of movers. */
  settled: string;
}

/** The carriers' papers, the movers' leads, and what the brokerage has saved. Nothing if it has been told before. */
async function tellOfBusinesses(tx: Tx, past: Past, parts: ApiParts, { now, accounts, settled }: Given): Promise<void> {
  const isTold = await tx
    .selectFrom('state_lead')
    .select('id')
    .where('received_at', '<', now.toISOString())
    .limit(1)
    .executeTakeFirst();
  if (isTold) return;
  await bringCarriers(tx, past, { now, accounts });
  const people = [
    { ...accounts['mover@demo.test'], role: 'mover' },
    { ...accounts['assistant@demo.test'], role: 'assistant' },
  ] as const;
  await tellOfMovers(tx, past, {
    now,
    zone: parts.brokerage.zone,
    businessId: settled,
    topCities: await tx.selectFrom('top_city').selectAll().where('business_id', '=', settled).execute(),
    topStates: await tx.selectFrom('top_state').selectAll().where('business_id', '=', settled).execute(),
    people,
  });
  await saveDemoViews(tx, accounts, now);
  await addDemoTemplates(
    tx,
    { accountId: accounts['agent@demo.test'].id, name: accounts['agent@demo.test'].name },
    now,
  );
  await saveDemoSearches(tx, accounts['carrier@demo.test'], now);
  await postDemoTrucks(tx, parts, accounts['carrier@demo.test']);
  await publishTariff(
    tx,
    { version: 0, comment: 'Our first tariff', rules: SAMPLE_TARIFF },
    accounts['agent@demo.test'],
    new Date(now.getTime() - 30 * DAY),
  );
}

/** Runs the product's own calls at past times in one transaction, and afterwards enqueues the remaining jobs. */
async function inThePast<T>(
  parts: ApiParts,
  signal: AbortSignal | undefined,
  tell: (tx: Tx, past: Past) => Promise<T>,
): Promise<T> {
  const past = thePast(parts, signal);
  try {
    return await inTransaction(parts.database, async (tx) => {
      const told = await tell(tx, past);
      await past.enqueueJobs(tx);
      return told;
    });
  } catch (error) {
    await dropUploads(parts, past.stored);
    throw error;
  }
}
