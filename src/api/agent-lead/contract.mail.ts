import { namedBrokerage } from '#src/api/agreement/named-brokerage.ts';
import {
  agreementById,
  closedBecause,
  newestAgreement,
  sendAgreement,
} from '#src/api/agreement/agreement.repository.ts';
import type { AgreementRow } from '#src/api/agreement/agreement.repository.ts';
import { renderBrokerShipper } from '#src/api/agreement/broker-shipper.template.ts';
import { templateNow } from '#src/api/agreement/template.repository.ts';
import { sha256 } from '#src/api/database/ids.ts';
import { executeUnread } from '#src/api/database/prepared.ts';
import type { Tx } from '#src/api/database/write.ts';
import { estimateById } from '#src/api/estimate/estimate.repository.ts';
import { hrefs } from '#src/api/link/hrefs.ts';
import { createLink, isOfferOver, revokeLinks } from '#src/api/link/link.ts';
import { portalLinkOf } from '#src/api/link/portal-link.ts';
import type { ApiParts } from '#src/api/parts.ts';
import { standingMail } from '#src/api/portal/portal.mails.ts';
import { DAY, HOUR } from '#src/machines/calendar/durations.ts';
import { missingOf } from '#src/machines/settings/brokerage.ts';
import { contractMail } from './agent-lead.mails.ts';
import type { LeadRow } from './agent-lead.query.ts';
import { leadById } from './agent-lead.repository.ts';
import { lockLead } from './agent-lead.transition.ts';
import { clientStatus } from './client-status.ts';

/** A contract waits two weeks for its signature. */
const CONTRACT_DAYS = 14;

const AGAIN_PER_HOUR = 3;

/**
 * Creates the agreement for the price that the client has, and mails its link; an earlier one and its links are
 * revoked.
 */
export async function drawUpContract(
  tx: Tx,
  parts: ApiParts,
  lead: LeadRow,
  { now, createdBy, followUpDate }: { now: Date; createdBy: string | null; followUpDate: string | null },
): Promise<string> {
  await killContractLinks(tx, parts, lead.id);
  const expiresAt = new Date(now.getTime() + CONTRACT_DAYS * DAY);
  const agreement = await sendAgreement(tx, {
    kind: 'broker-shipper',
    leadId: lead.id,
    carrierId: null,
    document: await contractText(tx, parts, lead, now),
    expiresAt,
    now,
  });
  await executeUnread(
    tx,
    tx
      .updateTable('contract')
      .set({ agreement_id: agreement.id, follow_up_date: followUpDate, reopened_at: null })
      .where('lead_id', '=', lead.id),
  );
  await mailContract(tx, parts, lead, agreement.id, expiresAt, createdBy, lead.state === 'contract-sent');
  return agreement.id;
}

/** @throws Problem 409 if settings of the brokerage are missing */
async function contractText(tx: Tx, parts: ApiParts, lead: LeadRow, now: Date) {
  const estimate = await estimateById(tx, lead.quoted_estimate_id!);
  return renderBrokerShipper(
    { brokerage: namedBrokerage(parts), lead, estimate, paid: lead.received - lead.refunded, now },
    await templateNow(tx, 'broker-shipper'),
  );
}

/** Whether the agreement for the price that the client has could be mailed now, with nothing left blank. */
export async function isContractReady(tx: Tx, parts: ApiParts, lead: LeadRow, now: Date): Promise<boolean> {
  if (!lead.client_email || lead.move_date_last === null || missingOf(parts.brokerage).length > 0) return false;
  return (await contractText(tx, parts, lead, now)).openBlanks.length === 0;
}

async function mailContract(
  tx: Tx,
  parts: ApiParts,
  lead: LeadRow,
  agreementId: string,
  expiresAt: Date,
  createdBy: string | null,
  isAgain: boolean,
): Promise<void> {
  const link = await createLink(tx, {
    purpose: 'agreement',
    subjectId: agreementId,
    createdBy,
    now: parts.now(),
    expiresAt,
  });
  const url = parts.publicUrl() + hrefs.signContract(link.token);
  const mail = contractMail({ brokerage: parts.brokerage, lead, url, expiresAt: link.expiresAt, isAgain });
  await parts.mail.send(tx, { to: lead.client_email!, kind: 'contract', leadId: lead.id, ...mail });
}

/**
 * The client requests the mail again. A contract that waits for its signature is mailed with a new link; otherwise the
 * mail says where the move stands, and leads to its page. It is sent only to the address on record, at most three times
 * an hour, and the response is the same for every token, valid or not.
 */
export async function mailContractAgain(tx: Tx, parts: ApiParts, token: string): Promise<void> {
  const link = await tx
    .selectFrom('link')
    .select('subject_id')
    .where('token_hash', '=', sha256(token))
    .where('purpose', '=', 'agreement')
    .executeTakeFirst();
  if (!link) return;
  const { lead_id: leadId } = await agreementById(tx, link.subject_id);
  if (!leadId) return;
  // Checked under the lead's lock, so that a concurrent signature, refusal, or replacement goes first. It also counts
  // concurrent requests one by one.
  await lockLead(tx, leadId);
  const lead = await leadById(tx, leadId);
  if (!lead.client_email || isOfferOver(lead)) return;
  const agreement = await newestAgreement(tx, leadId, 'broker-shipper');
  if (agreement && closedBecause(agreement, parts.now(), lead.is_archived) === null)
    await mailOpenContract(tx, parts, lead, agreement);
  else await mailStanding(tx, parts, lead);
}

const anHourAgo = (parts: ApiParts) => new Date(parts.now().getTime() - HOUR).toISOString();

async function mailOpenContract(tx: Tx, parts: ApiParts, lead: LeadRow, agreement: AgreementRow): Promise<void> {
  const recent = await tx
    .selectFrom('link')
    .select('id')
    .where('subject_id', '=', agreement.id)
    .where('created_by', 'is', null)
    // Only the links in mails: a client who accepts an estimate continues from its page with shorter-lived ones.
    .where('expires_at', '=', agreement.expires_at)
    .where('created_at', '>', anHourAgo(parts))
    .execute();
  if (recent.length >= AGAIN_PER_HOUR) return;
  await mailContract(tx, parts, lead, agreement.id, new Date(agreement.expires_at), null, true);
}

async function mailStanding(tx: Tx, parts: ApiParts, lead: LeadRow): Promise<void> {
  const recent = await tx
    .selectFrom('mail')
    .select('id')
    .where('lead_id', '=', lead.id)
    .where('kind', '=', 'portal')
    .where('created_at', '>', anHourAgo(parts))
    .execute();
  if (recent.length >= AGAIN_PER_HOUR) return;
  const { url } = await portalLinkOf(tx, parts, lead.id, null);
  // A contract that was sent and can't be signed has expired, even if no job has recorded it yet.
  const status = clientStatus({ ...lead, agreement_state: 'expired' });
  const mail = standingMail({ brokerage: parts.brokerage, lead, status, url });
  await parts.mail.send(tx, { to: lead.client_email!, kind: 'portal', leadId: lead.id, ...mail });
}

/** No contract of the lead can be signed by an earlier mail. */
export async function killContractLinks(tx: Tx, parts: ApiParts, leadId: string): Promise<void> {
  const agreements = await tx
    .selectFrom('agreement')
    .select('id')
    .where('lead_id', '=', leadId)
    .where('kind', '=', 'broker-shipper')
    .execute();
  await revokeLinks(
    tx,
    'agreement',
    agreements.map((row) => row.id),
    parts.now(),
  );
}
