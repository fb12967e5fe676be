import { carrierKnownMail, signedCopyMail } from '#src/api/agent-lead/agent-lead.mails.ts';
import { newPayLink, payableOf } from '#src/api/agent-lead/card-payment.ts';
import { balanceOf } from '#src/api/agent-lead/ledger.balance.ts';
import { leadById } from '#src/api/agent-lead/agent-lead.repository.ts';
import { frameSignedMail, jobSignedMail } from '#src/api/carrier/carrier.mails.ts';
import { carrierById } from '#src/api/carrier/carrier.repository.ts';
import { isFirstRun } from '#src/api/configuration/first-run.ts';
import { hrefs } from '#src/api/link/hrefs.ts';
import type { ApiParts } from '#src/api/parts.ts';
import { inTransaction } from '#src/api/database/write.ts';
import type { Tx } from '#src/api/database/write.ts';
import { agreementById } from './agreement.repository.ts';
import type { AgreementRow } from './agreement.repository.ts';
import { sealedFileId } from './sealed-copy.ts';

export interface SealJob {
  id: string;
}

/**
 * Prints and seals a signed agreement, and mails the copy to its signer: once for each job, although a job may run
 * again after a crash.
 */
export async function sealAgreement(parts: ApiParts, job: SealJob, jobId: string): Promise<void> {
  const agreement = await agreementById(parts.database.kysely, job.id);
  const fileId = await sealedFileId(parts, agreement);
  if (fileId === null) return;
  await inTransaction(parts.database, async (tx) => {
    if (!(await isFirstRun(tx, 'agreement.seal', jobId))) return;
    const file = await tx.selectFrom('file').selectAll().where('id', '=', fileId).executeTakeFirstOrThrow();
    await mailCopy(tx, parts, agreement, { key: file.storage_key, name: file.name, mediaType: file.media_type });
  });
}

async function mailCopy(
  tx: Tx,
  parts: ApiParts,
  agreement: AgreementRow,
  file: { key: string; name: string; mediaType: string },
): Promise<void> {
  const attachments = [{ fileKey: file.key, name: file.name, mediaType: file.mediaType }];
  if (agreement.kind === 'broker-carrier') {
    const carrier = await carrierById(tx, agreement.carrier_id!);
    const mail = frameSignedMail({
      carrier: carrier.contact_name,
      brokerage: parts.brokerage,
      url: parts.publicUrl() + hrefs.boardSettings(),
    });
    await parts.mail.send(tx, { to: carrier.email, kind: 'agreement-signed', ...mail, attachments });
    return;
  }
  if (!agreement.lead_id) return;
  const lead = await leadById(tx, agreement.lead_id);
  if (agreement.kind === 'specific-job') {
    const carrier = await carrierById(tx, agreement.carrier_id!);
    const mail = jobSignedMail({
      carrier: carrier.contact_name,
      load: lead,
      startDate: lead.award_start_date,
      url: parts.publicUrl() + hrefs.ownJob(lead.id, false),
    });
    await parts.mail.send(tx, { to: carrier.email, kind: 'job-signed', ...mail, attachments });
    // The client's contract promises this notice before the pick-up; if the award has ended since, nothing is sent.
    if (lead.client_email && lead.awarded_carrier_id === carrier.id) {
      const known = carrierKnownMail({ brokerage: parts.brokerage, lead, carrier });
      await parts.mail.send(tx, { to: lead.client_email, kind: 'carrier-known', leadId: lead.id, ...known });
    }
  } else if (lead.client_email) {
    const { received, refunded, depositDue, due } = balanceOf(lead)!;
    const payUrl = payableOf(lead)?.kind === 'deposit' ? (await newPayLink(tx, parts, lead.id, null)).url : null;
    const mail = signedCopyMail({
      brokerage: parts.brokerage,
      lead,
      signer: agreement.signer_name!,
      paid: received - refunded,
      deposit: depositDue,
      due,
      payUrl,
    });
    await parts.mail.send(tx, {
      to: lead.client_email,
      kind: 'signed-copy',
      leadId: lead.id,
      ...mail,
      attachments,
    });
  }
}
