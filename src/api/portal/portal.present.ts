import type { Kysely } from 'kysely';
import type { Static } from 'typebox';
import { presentMoney } from '#src/api/agent-lead/client-money.ts';
import type { LeadRow } from '#src/api/agent-lead/agent-lead.query.ts';
import { leadById } from '#src/api/agent-lead/agent-lead.repository.ts';
import type { StopInput } from '#src/api/agent-lead/agent-lead.schemas.ts';
import { toldStop } from '#src/api/agent-lead/guessed-zip.ts';
import { invoiceFileId } from '#src/api/agent-lead/invoice.file.ts';
import { answersTo } from '#src/api/agent-lead/quote-answer.ts';
import { clientStatus } from '#src/api/agent-lead/client-status.ts';
import { progressOf } from '#src/api/carrier-job/carrier-job.progress.ts';
import { agreementById, closedBecause } from '#src/api/agreement/agreement.repository.ts';
import { sealedFileId } from '#src/api/agreement/sealed-copy.ts';
import { chatFacts } from '#src/api/chat/chat.repository.ts';
import type { RowOf, Tables } from '#src/api/database/tables.ts';
import type { ApiParts } from '#src/api/parts.ts';
import { presentRequest } from '#src/api/reschedule/reschedule.record.ts';
import { presentBrokerage } from '#src/api/settings/logo.ts';
import { dateIn } from '#src/machines/calendar/days.ts';
import { MOST_MESSAGES } from './portal.schemas.ts';
import type { ClientPortal, PAPERS } from './portal.schemas.ts';

type Db = Kysely<Tables>;
type Portal = Static<typeof ClientPortal>;

/** Everything about the move that its client may see, from the current rows and lifecycles. */
export async function presentPortal(db: Db, parts: ApiParts, link: RowOf<'link'>): Promise<Portal> {
  const lead = await leadById(db, link.subject_id);
  const chat = await newestChat(db, lead.id);
  const papers = await papersOf(db, parts, lead);
  const progress = await progressOf(db, lead);
  return {
    reference: lead.reference,
    brokerage: presentBrokerage(parts),
    client_name: lead.client_name,
    status: statusOf(lead, progress),
    stops: (lead.stops as StopInput[]).map(toldStop),
    carrier: lead.carrier_signed_at
      ? { name: lead.carrier_legal_name!, usdot: lead.carrier_usdot!, phone: lead.carrier_phone }
      : null,
    progress,
    is_done: lead.state === 'completed-contracts',
    estimates: await sentEstimates(db, parts, lead),
    agreement: await agreementOf(db, parts, lead),
    is_agreement_changing: lead.reopened_at !== null,
    money: await presentMoney(db, parts, lead),
    messages: await messagesOf(db, lead.id),
    has_chat: chat !== undefined && chat.stage !== 'closed',
    messages_left:
      chat && chat.stage !== 'closed' ? (await chatFacts(db, parts, chat)).messagesLeft : parts.chat.messagesPerDay,
    papers: (Object.keys(papers) as (keyof typeof papers)[]).filter((paper) => papers[paper] !== null),
    reschedule: await presentRequest(db, parts, lead, 'client'),
    is_opened: link.opened_at !== null,
    expires_at: link.expires_at,
  };
}

const ON_THE_ROAD = {
  'on-the-way': 'Your carrier is on the way to you.',
  'picked-up': 'Your belongings were picked up and are on their way.',
  delivered: 'Your belongings were delivered.',
};

/** The carrier's last step is more informative than that there is a carrier. */
function statusOf(lead: LeadRow, progress: Portal['progress']): string {
  const last = progress.at(-1);
  return last && lead.state === 'open-contracts' ? ON_THE_ROAD[last.step] : clientStatus(lead);
}

async function sentEstimates(db: Db, parts: ApiParts, lead: LeadRow): Promise<Portal['estimates']> {
  const today = dateIn(parts.brokerage.zone, parts.now());
  const rows = await db
    .selectFrom('estimate')
    .selectAll()
    .where('lead_id', '=', lead.id)
    .where('sent_at', 'is not', null)
    .orderBy('number', 'desc')
    .limit(100)
    .execute();
  return Promise.all(
    rows.map(async (row) => ({
      id: row.id,
      number: row.number,
      total: row.total,
      valid_until: row.valid_until,
      sent_at: row.sent_at!,
      accepted_at: row.accepted_at,
      declined_at: row.declined_at,
      is_current: row.id === lead.quoted_estimate_id,
      is_expired: row.valid_until < today,
      actions: await answersTo(db, lead, row, today),
    })),
  );
}

async function agreementOf(db: Db, parts: ApiParts, lead: LeadRow): Promise<Portal['agreement']> {
  if (lead.agreement_id === null || lead.agreement_state === null)
    return lead.signed_at ? { state: 'signed', sent_at: null, signed_at: lead.signed_at, may_sign: false } : null;
  const agreement = await agreementById(db, lead.agreement_id);
  return {
    state: lead.signed_at ? 'signed' : lead.agreement_state,
    sent_at: agreement.sent_at,
    signed_at: lead.signed_at,
    may_sign: closedBecause(agreement, parts.now(), lead.is_archived) === null,
  };
}

export const newestChat = (db: Db, leadId: string) =>
  db
    .selectFrom('chat')
    .selectAll()
    .where('lead_id', '=', leadId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .executeTakeFirst();

/** From all conversations about the move, including closed ones. */
async function messagesOf(db: Db, leadId: string): Promise<Portal['messages']> {
  const rows = await db
    .selectFrom('chat_message')
    .innerJoin('chat', 'chat.id', 'chat_message.chat_id')
    .select(['chat_message.id', 'author', 'author_name', 'text', 'at'])
    .where('chat.lead_id', '=', leadId)
    .orderBy('at', 'desc')
    .orderBy('chat_message.id', 'desc')
    .limit(MOST_MESSAGES)
    .execute();
  return rows.toReversed();
}

type FindFile = () => Promise<string | null>;

/** How to get the file of each paper; null if there is none (yet). */
export async function papersOf(
  db: Db,
  parts: ApiParts,
  lead: LeadRow,
): Promise<Record<(typeof PAPERS)[number], FindFile | null>> {
  const receipt = lead.job_agreement_id
    ? await db
        .selectFrom('carrier_job_paper as paper')
        .innerJoin('carrier_job as job', 'job.id', 'paper.job_id')
        .select('paper.file_id')
        .where('job.agreement_id', '=', lead.job_agreement_id)
        .where('paper.kind', '=', 'delivery-receipt')
        .orderBy('paper.created_at', 'desc')
        .executeTakeFirst()
    : undefined;
  const stored = (id: string | null | undefined): FindFile | null => (id ? async () => id : null);
  const sealed: FindFile | null =
    lead.agreement_state === 'signed'
      ? async () => sealedFileId(parts, await agreementById(db, lead.agreement_id!))
      : null;
  return {
    agreement: lead.signed_at ? (stored(lead.signed_file_id) ?? sealed) : null,
    invoice: lead.invoice ? () => invoiceFileId(parts, lead) : null,
    'delivery-receipt': stored(receipt?.file_id),
  };
}
