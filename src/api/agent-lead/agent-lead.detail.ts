import { sql } from 'kysely';
import type { ExpressionBuilder, Kysely } from 'kysely';
import type { Static } from 'typebox';
import type { ApiParts } from '#src/api/parts.ts';
import type { Tables } from '#src/api/database/tables.ts';
import { prepared } from '#src/api/database/prepared.ts';
import { jobsOfLead } from '#src/api/carrier-job/carrier-job.present.ts';
import { estimatesOfLead } from '#src/api/estimate/estimate.repository.ts';
import { middleZipOf, placeOfZip } from '#src/api/place/places.ts';
import { wantsAll } from '#src/api/http/fields.ts';
import type { Wants } from '#src/api/http/fields.ts';
import { present } from './agent-lead.repository.ts';
import type { LeadRow } from './agent-lead.query.ts';
import type { LeadDetail } from './agent-lead.schemas.ts';
import { paymentsOf } from './ledger.ts';
import { mergesOf } from './lead-merges.query.ts';
import { presentAttachment } from './attachment.repository.ts';

/** How long a repeated request counts as the same move. */
const DUPLICATE_DAYS = 14;

/** A lead with everything that its page shows, limited to the wanted fields. */
export async function presentDetail(
  db: Kysely<Tables>,
  parts: ApiParts,
  row: LeadRow,
  wants: Wants = wantsAll,
): Promise<Static<typeof LeadDetail>> {
  const [lead] = await present(db, parts, [row], wants);
  const hanging: { [Field in keyof Hanging]: () => Promise<Hanging[Field]> } = {
    attachments: () => attachmentsOf(db, row.id),
    estimates: () => estimatesOfLead(db, row.id, row.quoted_estimate_id),
    agreements: () => agreementsOf(db, row.id),
    links: () => linksOf(db, row.id),
    payments: () => ledgerOf(db, row.id),
    jobs: () => jobsOfLead(db, row.id, parts.now()),
    duplicates: () =>
      duplicatesOf(db, parts, {
        excluding: row.id,
        email: row.client_email,
        phone: row.client_phone,
        origin_zip: row.origin_zip,
        destination_zip: row.destination_zip,
        at: row.created_at,
      }),
    merges: () => mergesOf(db, row.id),
  };
  const read: Partial<Record<keyof Hanging, unknown>> = {};
  for (const field of HANGING) if (wants(field)) read[field] = await hanging[field]();
  // Unwanted fields are absent.
  return { ...lead!, ...(read as Hanging) };
}

const HANGING = [
  'attachments',
  'estimates',
  'agreements',
  'links',
  'payments',
  'jobs',
  'duplicates',
  'merges',
] as const;

type Hanging = Pick<Static<typeof LeadDetail>, (typeof HANGING)[number]>;

async function attachmentsOf(db: Kysely<Tables>, leadId: string) {
  const attachments = await db
    .selectFrom('attachment')
    .modifyFront(prepared)
    .innerJoin('file', 'file.id', 'attachment.file_id')
    .selectAll('attachment')
    .select(['file.media_type', 'file.size'])
    .where('lead_id', '=', leadId)
    .orderBy('attachment.created_at')
    .orderBy('attachment.id')
    .execute();
  return attachments.map((attachment) => presentAttachment(attachment, 'agent'));
}

async function agreementsOf(db: Kysely<Tables>, leadId: string) {
  const rows = await db
    .selectFrom('agreement')
    .modifyFront(prepared)
    .selectAll()
    .where('lead_id', '=', leadId)
    .orderBy('created_at', 'desc')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    kind: row.kind,
    state: row.state,
    sent_at: row.sent_at,
    opened_at: row.opened_at,
    expires_at: row.expires_at,
    signer_name: row.signer_name,
    signed_at: row.signed_at,
    decline_reason: row.decline_reason,
    declined_at: row.declined_at,
    url: row.state === 'signed' ? `/files/agent-lead/${leadId}/agreements/${row.id}` : null,
  }));
}

async function linksOf(db: Kysely<Tables>, leadId: string) {
  const { rows } = await sql<{
    id: string;
    purpose: string;
    created_at: string;
    expires_at: string;
    revoked_at: string | null;
    opened_at: string | null;
  }>`${prepared}
    select id, purpose, created_at, expires_at, revoked_at, opened_at from link
    where made_by_link is null and subject_id = any(array(select ${leadId}::uuid
      union all select id from estimate where lead_id = ${leadId} union all select id from agreement where lead_id = ${leadId}))
    order by created_at desc, id desc limit 50`.execute(db);
  return rows;
}

async function ledgerOf(db: Kysely<Tables>, leadId: string) {
  const rows = await paymentsOf(db, leadId);
  const corrected = new Set(rows.flatMap(({ corrects }) => corrects ?? []));
  return rows.map((row) => ({
    id: row.id,
    direction: row.direction,
    kind: row.kind,
    amount: row.amount,
    method: row.method,
    paid_on: row.paid_on,
    by: row.created_by_name,
    is_by_provider: row.provider_id !== null,
    corrects: row.corrects,
    is_corrected: corrected.has(row.id),
    note: row.note,
    created_at: row.created_at,
  }));
}

export interface DuplicateProbe {
  excluding?: string;
  email: string | null;
  phone: string | null;
  /** Null if unknown: then any ZIP matches. */
  origin_zip: string | null;
  destination_zip: string | null;
  /** The window extends 14 days to both sides of this instant, by default now. */
  at?: string;
}

/**
 * Whether an end of a lead may be at this ZIP code. That of a city's center may stand for one that nobody knows, so it
 * matches each of that city.
 */
function mayBeAt(end: 'origin' | 'destination', zip: string) {
  const { city, state } = placeOfZip(zip) ?? { city: '', state: '' };
  const middle = middleZipOf(city, state);
  return ({ eb, and }: ExpressionBuilder<Tables, 'agent_lead'>) =>
    zip === middle
      ? and([
          eb(`${end}_state`, '=', state),
          eb(sql<string>`lower(${sql.ref(`${end}_city`)})`, '=', city.toLowerCase()),
        ])
      : eb(`${end}_zip`, 'in', middle ? [zip, middle] : [zip]);
}

/** Leads with the same phone or email and the same pair of ZIPs, as far as these are known, within 14 days. */
export async function duplicatesOf(db: Kysely<Tables>, parts: ApiParts, probe: DuplicateProbe) {
  if (!probe.email && !probe.phone) return [];
  const at = probe.at ?? parts.now().toISOString();
  return db
    .selectFrom('agent_lead')
    .modifyFront(prepared)
    .select(['id', 'reference', 'client_name', 'state', 'is_archived', 'created_at'])
    .where((eb) => eb.or([eb('client_email', '=', probe.email ?? ''), eb('client_phone', '=', probe.phone ?? '')]))
    .where('merged_into', 'is', null)
    .$if(probe.origin_zip !== null, (query) => query.where(mayBeAt('origin', probe.origin_zip!)))
    .$if(probe.destination_zip !== null, (query) => query.where(mayBeAt('destination', probe.destination_zip!)))
    .where('created_at', '>=', sql<string>`${at}::timestamptz - make_interval(days => ${DUPLICATE_DAYS})`)
    .where('created_at', '<=', sql<string>`${at}::timestamptz + make_interval(days => ${DUPLICATE_DAYS})`)
    .$if(probe.excluding !== undefined, (query) => query.where('id', '!=', probe.excluding!))
    .orderBy('created_at', 'desc')
    .limit(10)
    .execute();
}
