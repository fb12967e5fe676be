import { keepCompliantDays } from '#src/api/carrier/compliance.repository.ts';
import { sql } from 'kysely';
import type { Kysely, Selectable } from 'kysely';
import { instantAt } from '#src/machines/calendar/days.ts';
import { REMINDER_HOUR } from '#src/api/agent-lead/agent-lead.reminders.ts';
import type { ApiParts } from '#src/api/parts.ts';
import { dropUploads } from '#src/api/http/multipart.ts';
import type { FileTable } from '#src/api/database/tables/platform.ts';
import type { Tables } from '#src/api/database/tables.ts';
import { inTransaction } from '#src/api/database/write.ts';
import type { Tx } from '#src/api/database/write.ts';
import { makeDemoAccounts } from './demo-accounts.ts';
import { chatInDemo } from './demo-chats.ts';
import { makeDemoBusinesses, makeDemoInvitations } from './demo-businesses.ts';
import { FIRST_INVOICE, buildDemo } from './demo-build.ts';
import type { Demo } from './demo-build.ts';
import type { DemoFile } from './demo-files.ts';
import { insertRows } from './demo-rows.ts';
import { subscribeDemo } from './demo-subscription.ts';
import { makeRefusals } from './demo-refusals.ts';
import { makeShopLeads, makeStateLeads } from './demo-state-leads.ts';
import { buyDemoLeads } from './demo-marketplace.ts';

const MAXIMUM_BYTES = 1_048_576;

/** Fills an empty database with what a newcomer can look at; does nothing where anybody has an account. */
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
  const demo = buildDemo({ brokerage: parts.brokerage, now, accounts, passwordHash });
  const { 'mover@demo.test': mover, 'assistant@demo.test': helper } = accounts;
  const people = [
    { ...mover, role: 'mover' },
    { ...helper, role: 'assistant' },
  ] as const;
  const stateLeads = makeStateLeads({
    now,
    zone: parts.brokerage.zone,
    businessId: movers.settled,
    topCities: movers.topCities,
    topStates: movers.topStates,
    people,
    firstReference: await nextReference(kysely),
  });
  const shopLeads = makeShopLeads({ now, zone: parts.brokerage.zone, firstReference: stateLeads.lastReference + 1 });
  const files = await storeFiles(parts, demo.files, now);
  const isWritten = await inTransaction(parts.database, async (tx) => {
    // Two nodes that start at once: one writes, the other one finds it done.
    await sql`lock table account in exclusive mode`.execute(tx);
    if (await isInhabited(tx)) return false;
    await insertRows(tx, 'business', movers.businesses);
    await insertRows(tx, 'account', [...rows, ...demo.accounts]);
    await insertRows(tx, 'top_city', movers.topCities);
    await insertRows(tx, 'top_state', movers.topStates);
    await insertRows(tx, 'invitation', invitations);
    await insertDemo(tx, demo, files, now);
    await insertStateLeads(tx, stateLeads);
    await insertRows(tx, 'state_lead', shopLeads);
    await sql`select setval('state_lead_reference', ${stateLeads.lastReference + shopLeads.length})`.execute(tx);
    await enqueueJobs(tx, parts, demo, now);
    return true;
  }).catch(async (error: unknown) => {
    await dropUploads(
      parts,
      files.map((file) => ({ key: file.storage_key })),
    );
    throw error;
  });
  if (isWritten) {
    await subscribeDemo(parts, movers.settled);
    await buyDemoLeads(parts);
    await chatInDemo(parts, { first: accounts['agent@demo.test'], second: accounts['agent2@demo.test'] });
  } else {
    await dropUploads(
      parts,
      files.map((file) => ({ key: file.storage_key })),
    );
  }
}

function storeFiles(parts: ApiParts, files: DemoFile[], now: Date): Promise<Selectable<FileTable>[]> {
  return Promise.all(
    files.map(async ({ id, name, mediaType, content }) => {
      const stored = await parts.files.put(content, { maximumBytes: MAXIMUM_BYTES });
      return {
        id,
        storage_key: stored.key,
        name,
        media_type: mediaType,
        size: stored.size,
        sha256: stored.sha256,
        created_at: now.toISOString(),
      };
    }),
  );
}

async function insertDemo(tx: Tx, demo: Demo, files: Selectable<FileTable>[], now: Date): Promise<void> {
  const { carriers, stories } = demo;
  await insertRows(tx, 'file', files);
  await insertRows(
    tx,
    'carrier',
    carriers.map((carrier) => carrier.row),
  );
  await insertRows(
    tx,
    'insurance_policy',
    carriers.flatMap((carrier) => carrier.policies),
  );
  await keepCompliantDays(
    tx,
    carriers.map(({ row }) => row.id),
  );
  await insertRows(
    tx,
    'agent_lead',
    stories.map((story) => story.lead),
  );
  await insertRows(
    tx,
    'history',
    stories.flatMap((story) => story.history),
  );
  const carrierAccounts = carriers.flatMap(({ row }) => (row.account_id ? [row.account_id] : []));
  await insertRows(tx, 'agent_lead_refusal', makeRefusals(stories, carrierAccounts, now));
  await insertRows(
    tx,
    'attachment',
    stories.flatMap((story) => story.attachments),
  );
  await insertRows(
    tx,
    'estimate',
    stories.flatMap((story) => story.estimates),
  );
  await insertRows(
    tx,
    'bid',
    stories.flatMap((story) => story.bids),
  );
  await insertRows(
    tx,
    'contract',
    stories.map((story) => story.contract),
  );
  await insertRows(tx, 'agreement', [...demo.carrierAgreements, ...stories.flatMap((story) => story.agreements)]);
  await insertRows(
    tx,
    'link',
    stories.flatMap((story) => story.links),
  );
  const invoices = stories.flatMap((story) => (story.invoice ? [story.invoice] : []));
  await insertRows(tx, 'invoice', invoices);
  await tx
    .updateTable('invoice_number')
    .set({ last: FIRST_INVOICE - 1 + invoices.length })
    .execute();
  await sql`select setval('agent_lead_reference', ${10_000 + stories.length})`.execute(tx);
}

async function nextReference(db: Kysely<Tables>): Promise<number> {
  const { rows } = await sql<{
    next: number;
  }>`select (last_value + is_called::int)::int as next from state_lead_reference`.execute(db);
  return rows[0]!.next;
}

async function insertStateLeads(
  tx: Tx,
  { leads, stories, lastReference }: ReturnType<typeof makeStateLeads>,
): Promise<void> {
  await insertRows(tx, 'state_lead', leads);
  await insertRows(
    tx,
    'state_lead_work',
    stories.map(({ work }) => work),
  );
  await insertRows(
    tx,
    'history',
    stories.flatMap(({ history }) => history),
  );
  await insertRows(
    tx,
    'state_lead_note',
    stories.flatMap(({ notes }) => notes),
  );
  await insertRows(
    tx,
    'state_quote',
    stories.flatMap(({ quotes }) => quotes),
  );
  await sql`select setval('state_lead_reference', ${lastReference})`.execute(tx);
}

/** The worker prints what is signed and issued, without mailing it to people who do not exist, and reminds of follow-ups to come. */
async function enqueueJobs(tx: Tx, parts: ApiParts, demo: Demo, now: Date): Promise<void> {
  const newestFirst = demo.stories.toReversed();
  for (const { agreements, invoice, lead } of newestFirst) {
    for (const one of agreements)
      if (one.state === 'signed') await parts.jobs.enqueue(tx, 'agreement.seal', { id: one.id, withoutMail: true });
    if (invoice) await parts.jobs.enqueue(tx, 'invoice.deliver', { id: invoice.id, withoutMail: true });
    const due = lead.follow_up_date ? instantAt(parts.brokerage.zone, lead.follow_up_date, REMINDER_HOUR) : null;
    if (due && due > now)
      await parts.jobs.enqueue(
        tx,
        'follow-up.remind',
        { leadId: lead.id, date: lead.follow_up_date },
        { startAfter: due },
      );
  }
  for (const { id } of demo.carrierAgreements)
    await parts.jobs.enqueue(tx, 'agreement.seal', { id, withoutMail: true });
}
