import { sql } from 'kysely';
import type { Kysely, RawBuilder } from 'kysely';
import type { Static } from 'typebox';
import { namesIn, withNames } from '#src/api/account/mention.ts';
import { prepared } from '#src/api/database/prepared.ts';
import type { RowOf, Tables } from '#src/api/database/tables.ts';
import { noticeTitle } from '#src/machines/notice/notice.ts';
import type { NoticeFacts } from '#src/machines/notice/notice.ts';
import type { Role } from '#src/machines/lifecycle.ts';
import { daysText } from '#src/api/reschedule/reschedule.mails.ts';
import { MAXIMUM_ABOUT } from './notice.schemas.ts';
import type { Notice } from './notice.schemas.ts';

/** The suffixes of ids of ledger entries about a dispute at the client's bank. */
export const DISPUTE = ':dispute';
export const DISPUTE_WON = `${DISPUTE}:won`;

interface Row extends Pick<RowOf<'notice'>, 'id' | 'kind' | 'created_at' | 'read_at' | 'lead_id'> {
  reference: string;
  client_name: string;
  client_email: string | null;
  event: string | null;
  payload: Record<string, unknown> | null;
  to_state: string | null;
  role: Role | null;
  by_name: string | null;
  carrier: string | null;
  note: string | null;
  amount: number | null;
  direction: string | null;
  provider_id: string | null;
  is_dispute_lost: boolean;
  payment_note: string | null;
  others: number;
}

/**
 * Notices with their content, read from where it is recorded; `rowsOf` selects rows of the table, or equivalent ones.
 */
export async function readNotices(db: Kysely<Tables>, rowsOf: RawBuilder<unknown>): Promise<Static<typeof Notice>[]> {
  const { rows } = await sql<Row>`${prepared}
    select n.id, n.kind, n.created_at, n.read_at, n.lead_id, l.reference, l.client_name, l.client_email,
            coalesce(h.event, case when message.is_about_payment then 'payment' end) as event, h.payload, h.to_state,
            coalesce(note.text, message.text, message.file_name) as note, p.amount, p.direction, p.provider_id, p.note as payment_note, n.is_dispute_lost, n.others,
           case when note.id is not null or p.created_by is not null then 'agent' else h.actor_role end as role,
           coalesce(author.name, message.author_name,
             case when h.actor_role = 'client' then l.client_name else h.actor_name end) as by_name,
           carrier.legal_name as carrier
      from (${rowsOf}) n
      join agent_lead l on l.id = n.lead_id
      left join history h on h.lifecycle = n.lifecycle and h.record_id = n.record_id and h.sequence = n.sequence
      left join lead_note note on note.id = n.note_id
      left join payment p on p.id = n.payment_id
      left join job_message message on message.id = n.message_id
      left join account author on author.role = 'agent' and author.id = coalesce(note.created_by, p.created_by, h.actor_id)
      left join carrier_job job on job.id = coalesce(message.job_id, case when n.lifecycle = 'job' then n.record_id end)
      left join carrier on carrier.id::text = coalesce(job.carrier_id::text, h.payload ->> 'carrierId')
     order by n.created_at desc, n.id desc`.execute(db);
  const names = await namesIn(
    db,
    rows.flatMap(({ kind, note }) => (kind === 'mention' && note) || []),
  );
  return rows.map((row) => ({
    id: row.id,
    kind: row.kind,
    title: noticeTitle(factsOf(row)),
    about: short(aboutOf(row, (text) => withNames(text, names))),
    others: row.others,
    lead: { id: row.lead_id, reference: row.reference, client_name: row.client_name },
    bid_id: row.kind === 'bid' && row.event !== 'bid.withdrawn' ? textIn(row.payload, 'bidId') : null,
    created_at: row.created_at,
    read_at: row.read_at,
  }));
}

function backOf({ direction, provider_id, is_dispute_lost }: Row): NoticeFacts['back'] {
  if (direction !== 'to-client') return null;
  if (is_dispute_lost) return 'dispute-lost';
  if (provider_id?.endsWith(DISPUTE_WON)) return 'dispute-won';
  return provider_id?.endsWith(DISPUTE) ? 'dispute' : 'refund';
}

const factsOf = (row: Row): NoticeFacts => {
  const { kind, event, by_name, role, client_name, carrier, amount, payload, others } = row;
  return {
    kind,
    event,
    by: by_name,
    role,
    client: client_name,
    carrier,
    amount: amount ?? numberIn(payload, kind === 'quote-accepted' ? 'total' : 'amount'),
    days: daysOf(payload),
    back: backOf(row),
    others,
  };
};

function daysOf(payload: Row['payload']): string | null {
  const first = textIn(payload, 'first');
  return first && daysText(first, textIn(payload, 'last') ?? first);
}

/** What someone wrote, or the consequence for the agent. */
function aboutOf(row: Row, named: (text: string) => string): string | null {
  const { kind, payload, note, to_state, client_email } = row;
  if (kind === 'payment' && row.direction === 'to-client')
    return row.is_dispute_lost ? 'The bank’s decision is final. The amount is due again.' : row.payment_note;
  if (kind === 'question') return textIn(payload, 'question') ?? textIn(payload, 'reason');
  if (kind === 'declined' || kind === 'carrier-lost') return textIn(payload, 'reason');
  if (kind === 'carrier-message') return note;
  if (kind === 'mention') return note ? named(note) : 'The note was deleted.';
  if (kind === 'quote-accepted')
    return to_state?.includes('contract-sent')
      ? 'The agreement is on its way to the client.'
      : 'The agreement couldn’t be sent yet. Open the lead to see what’s missing.';
  if (kind === 'mail-bounced')
    return client_email && `We can’t email ${client_email} anymore. Ask the client for another address.`;
  return null;
}

const textIn = (payload: Row['payload'], key: string): string | null => {
  const value = payload?.[key];
  return typeof value === 'string' ? value : null;
};
const numberIn = (payload: Row['payload'], key: string): number | null => {
  const value = payload?.[key];
  return typeof value === 'number' ? value : null;
};

/** As much as one or two lines of a panel show. */
const short = (text: string | null): string | null =>
  text !== null && text.length > MAXIMUM_ABOUT ? `${text.slice(0, MAXIMUM_ABOUT - 1).trimEnd()}…` : text;
