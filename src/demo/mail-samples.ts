import { sql } from 'kysely';
import { leadById } from '#src/api/agent-lead/agent-lead.repository.ts';
import type { LeadRow } from '#src/api/agent-lead/agent-lead.query.ts';
import { problem } from '#src/api/http/problem.ts';
import { inTransaction } from '#src/api/database/write.ts';
import type { Letter } from '#src/api/mail/letter.ts';
import type { MailMover } from '#src/api/mail/mail-composition.ts';
import type { MailKind } from '#src/api/mail/mail-kinds.ts';
import { holdPurchase } from '#src/api/marketplace/purchase.record.ts';
import type { HeldPurchase } from '#src/api/marketplace/purchase.record.ts';
import { noticeMail } from '#src/api/notice/notice.mail.ts';
import type { ApiParts } from '#src/api/parts.ts';
import { moverOf } from '#src/api/state-lead/state-lead.mails.ts';
import type { StateLeadRow } from '#src/api/state-lead/state-lead.work.ts';
import { MOVER, samplesOfAccounts, samplesOfBusiness } from './mail-samples-business.ts';
import { samplesOfCarriers, samplesOfClients } from './mail-samples-moves.ts';

/** The data of the samples: rows of the demo, so that they read like real emails. */
export interface SampleFacts {
  parts: ApiParts;
  lead: LeadRow;
  stateLeads: StateLeadRow[];
  purchase: HeldPurchase;
  /** The target of all buttons: gives access to nothing. */
  url: string;
  notices: Letter[];
}

export type Samples = Partial<Record<MailKind, readonly Letter[]>>;

export interface MailSample {
  kind: MailKind;
  letter: Letter;
  /** The sender, if not the brokerage. */
  mover?: MailMover;
}

/** Kinds sent to a lead's client, which therefore include the link to the client page. */
export const TO_CLIENTS: readonly MailKind[] = [
  'quote',
  'contract',
  'signed-copy',
  'carrier-known',
  'carrier-changed',
  'contract-reopened',
  'invoice',
  'overdue',
  'receipt',
  'payment-link',
  'reschedule-answer',
  'lead-mail',
];
/** Kinds with an unsubscribe link. */
export const REPEATED: readonly MailKind[] = [
  'bid-invitation',
  'bid-lost',
  'follow-up',
  'job-message',
  'load-search',
  'market-leads',
  'new-lead',
  'news',
  'policy-ending',
  'state-lead-follow-up',
  'subscription-canceled',
];

/**
 * Every kind of email, written by the product's own code with data of the demo.
 * @throws Problem 503 while the demo is being filled
 */
export async function mailSamples(parts: ApiParts): Promise<MailSample[]> {
  const facts = await factsOf(parts);
  const all: Samples = {
    ...samplesOfClients(facts),
    ...samplesOfCarriers(facts),
    ...samplesOfBusiness(facts),
    ...samplesOfAccounts(facts),
    news: facts.notices,
  };
  return (Object.entries(all) as [MailKind, readonly Letter[]][]).flatMap(([kind, letters]) =>
    letters.map((letter) => ({ kind, letter, ...(kind === 'state-quote' ? { mover: moverOf(MOVER) } : {}) })),
  );
}

async function factsOf(parts: ApiParts): Promise<SampleFacts> {
  const { kysely } = parts.database;
  const lead = await kysely
    .selectFrom('agent_lead')
    .select('id')
    .where('state', '=', 'open-contracts')
    .where('stage', '=', 'in-progress')
    .where('client_email', 'is not', null)
    .orderBy('reference')
    .executeTakeFirst();
  const purchase = await kysely
    .selectFrom('purchase')
    .select('id')
    .where('paid_at', 'is not', null)
    .orderBy('reference')
    .executeTakeFirst();
  const stateLeads = await kysely.selectFrom('state_lead').selectAll().orderBy('id', 'desc').limit(4).execute();
  if (!lead || !purchase || stateLeads.length === 0)
    throw problem(503, 'The sample data is still being created. Load this page again in half a minute.');
  return {
    parts,
    lead: await leadById(kysely, lead.id),
    stateLeads,
    purchase: await inTransaction(parts.database, (tx) => holdPurchase(tx, parts, purchase.id)),
    url: `${parts.publicUrl()}/dev/mailbox/previews`,
    notices: await noticesOf(parts),
  };
}

/** The newest notice of each kind, as emailed to its agent. */
async function noticesOf(parts: ApiParts): Promise<Letter[]> {
  return inTransaction(parts.database, async (tx) => {
    const { rows } = await sql<{ id: string }>`
      select distinct on (kind) id from notice order by kind, created_at desc, id`.execute(tx);
    const notices = await tx
      .selectFrom('notice')
      .innerJoin('account', 'account.id', 'notice.account_id')
      .selectAll('notice')
      .select('account.name')
      .where('notice.id', 'in', [...rows.map(({ id }) => id), '00000000-0000-0000-0000-000000000000'])
      .orderBy('kind')
      .execute();
    const letters: Letter[] = [];
    for (const { kind, lead_id, account_id, name, created_at, ...row } of notices) {
      const { lifecycle, record_id, sequence, note_id, payment_id, message_id } = row;
      const given = Object.entries({ lifecycle, record_id, sequence, note_id, payment_id, message_id });
      const source = Object.fromEntries(given.filter(([, value]) => value !== null));
      const news = { kind, leadId: lead_id, to: [account_id], by: null, source, at: new Date(created_at) };
      letters.push(await noticeMail(tx, parts, news, { id: account_id, name }));
    }
    return letters;
  });
}
