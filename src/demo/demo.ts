import { sql } from 'kysely';
import { job } from '#src/api/noun.ts';
import type { ApiParts } from '#src/api/parts.ts';
import { dropUploads } from '#src/api/http/multipart.ts';
import { publishTariff } from '#src/api/tariff/tariff.repository.ts';
import { DAY } from '#src/machines/calendar/durations.ts';
import { SAMPLE_TARIFF } from '#src/machines/tariff/sample-tariff.ts';
import { inTransaction } from '#src/api/database/write.ts';
import type { Tx } from '#src/api/database/write.ts';
import { makeDemoAccounts } from './demo-accounts.ts';
import { chatInDemo } from './demo-chats.ts';
import { makeDemoBusinesses, makeDemoInvitations } from './demo-businesses.ts';
import { addDemoTemplates } from './demo-templates.ts';
import { saveDemoSearches } from './demo-searches.ts';
import { postDemoTrucks } from './demo-trucks.ts';
import { saveDemoViews } from './demo-views.ts';
import { mailClients } from './demo-mails.ts';
import { bringCarriers, demoAgents, tellOfBrokerage } from './demo-brokerage.ts';
import { insertRows } from './demo-rows.ts';
import { openPagesInDemo } from './demo-portal.ts';
import { subscribeDemo } from './demo-subscription.ts';
import { recordRefusals } from './demo-refusals.ts';
import { thePast } from './past.ts';
import type { Past } from './past.ts';
import { tellOfMovers } from './demo-state-leads.ts';
import { buyDemoLeads } from './demo-marketplace.ts';

/**
 * The first part of the demo: the accounts, and what movers and guests see. Does nothing if any account exists. The
 * brokerage's past weeks take longer to create, so a worker does it while people sign in.
 */
export async function writeDemo(parts: ApiParts): Promise<void> {
  const { kysely } = parts.database;
  const isInhabited = async (db: typeof kysely) =>
    (await db.selectFrom('account').select('id').limit(1).executeTakeFirst()) !== undefined;
  if (await isInhabited(kysely)) return;
  const now = parts.now();
  const movers = makeDemoBusinesses(now);
  const { rows, accounts, passwordHash } = await makeDemoAccounts(now, movers);
  const assistant = { ...accounts['assistant@demo.test'], email: 'assistant@demo.test' };
  const invitations = makeDemoInvitations(now, {
    businessId: movers.settled,
    moverId: accounts['mover@demo.test'].id,
    assistant,
  });
  const { 'mover@demo.test': mover, 'assistant@demo.test': helper } = accounts;
  const people = [
    { ...mover, role: 'mover' },
    { ...helper, role: 'assistant' },
  ] as const;
  const isWritten = await inThePast(parts, async (tx, past) => {
    // If two nodes start at once, one writes, and the other finds it done.
    await sql`lock table account in exclusive mode`.execute(tx);
    if (await isInhabited(tx)) return false;
    await insertRows(tx, 'business', movers.businesses);
    await insertRows(tx, 'account', rows);
    await insertRows(tx, 'top_city', movers.topCities);
    await insertRows(tx, 'top_state', movers.topStates);
    await insertRows(tx, 'invitation', invitations);
    await tellOfMovers(tx, past, {
      now,
      zone: parts.brokerage.zone,
      businessId: movers.settled,
      topCities: movers.topCities,
      topStates: movers.topStates,
      people,
    });
    await saveDemoViews(tx, accounts, now);
    const { id: accountId, name } = accounts['agent@demo.test'];
    await addDemoTemplates(tx, { accountId, name }, now);
    await bringCarriers(tx, past, { now, accounts, passwordHash });
    await saveDemoSearches(tx, accounts['carrier@demo.test'], now);
    await postDemoTrucks(tx, parts, accounts['carrier@demo.test']);
    await publishTariff(
      tx,
      { version: 0, comment: 'Our first tariff', rules: SAMPLE_TARIFF },
      accounts['agent@demo.test'],
      new Date(now.getTime() - 30 * DAY),
    );
    await parts.jobs.enqueue(tx, FILL, { now: now.toISOString() });
    return true;
  });
  if (!isWritten) return;
  await subscribeDemo(parts, movers.settled);
  await buyDemoLeads(parts);
}

const FILL = 'demo.fill';

/** The second part. It is written only once; after a crash, it starts over. */
export const demoJob = job<{ now: string }>(FILL, (parts, { data }) => fillDemo(parts, new Date(data.now)));

/** @param now the time at which the demo was started */
export async function fillDemo(parts: ApiParts, now: Date): Promise<void> {
  const refused = await inThePast(parts, async (tx, past) => {
    const isTold = await tx
      .selectFrom('agent_lead')
      .select('id')
      .where('created_at', '<', now.toISOString())
      .limit(1)
      .executeTakeFirst();
    if (isTold) return null;
    const told = await tellOfBrokerage(tx, past, now);
    await mailClients(tx, now);
    // Notices from before yesterday have been read.
    await sql`update notice set read_at = created_at where created_at < ${new Date(now.getTime() - DAY).toISOString()}`.execute(
      tx,
    );
    return told;
  });
  if (!refused) return;
  await recordRefusals(parts, refused);
  const [first, second] = await demoAgents(parts.database.kysely);
  await chatInDemo(parts, { first, second });
  await openPagesInDemo(parts, first);
}

/** Runs the product's own calls at past times in one transaction, and afterwards enqueues the remaining jobs. */
async function inThePast<T>(parts: ApiParts, tell: (tx: Tx, past: Past) => Promise<T>): Promise<T> {
  const past = thePast(parts);
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
