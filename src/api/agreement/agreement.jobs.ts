import { estimateById } from '#src/api/estimate/estimate.repository.ts';
import { carrierKnownMail, signedCopyMail } from '#src/api/agent-lead/agent-lead.mails.ts';
import { newPayLink, payableOf } from '#src/api/agent-lead/card-payment.ts';
import { leadById } from '#src/api/agent-lead/agent-lead.repository.ts';
import { tellOfCarrier } from '#src/api/carrier/carrier.live.ts';
import { frameSignedMail, jobSignedMail } from '#src/api/carrier/carrier.mails.ts';
import { carrierById } from '#src/api/carrier/carrier.repository.ts';
import { hrefs } from '#src/api/link/hrefs.ts';
import { publish } from '#src/api/live/live.ts';
import { insertFile, keepingUploads } from '#src/api/http/multipart.ts';
import type { ApiParts } from '#src/api/parts.ts';
import { loadCertificate } from '#src/api/document/seal.ts';
import { inTransaction } from '#src/api/database/write.ts';
import type { Tx } from '#src/api/database/write.ts';
import { nameOf } from './document.ts';
import { agreementById } from './agreement.repository.ts';
import type { AgreementRow } from './agreement.repository.ts';
import { printSealed } from './press.ts';
import { readLogo } from '#src/api/settings/logo.ts';

const MAXIMUM_BYTES = 30 * 1_048_576;

/** Unless `withoutMail` is set, the signer is mailed a copy. */
export interface SealJob {
  id: string;
  withoutMail?: boolean;
}

/**
 * Makes the sealed PDF of a signed agreement, stores it with the contract, and mails the copy. File, rows, and mail
 * commit together, so a second run finds the file and does nothing.
 */
export async function sealAgreement(parts: ApiParts, job: SealJob): Promise<void> {
  const { kysely } = parts.database;
  const agreement = await agreementById(kysely, job.id);
  if (agreement.state !== 'signed' || agreement.file_id) return;
  const party = agreement.carrier_id ? (await carrierById(kysely, agreement.carrier_id)).legal_name : 'Client';
  const { brokerage } = parts;
  const sealed = await printSealed({
    kind: 'agreement',
    brokerage,
    logo: await readLogo(parts),
    agreement,
    party,
    certificate: parts.sealCertificate ?? (await loadCertificate(parts.dataDir, brokerage.name)),
    seal: {
      name: brokerage.name,
      reason: `Signed by ${agreement.signer_name} on ${agreement.signed_at!.slice(0, 10)}`,
      location: brokerage.address,
    },
    sealedAt: parts.now(),
  });
  const name = nameOf(agreement.document);
  const file = {
    ...(await parts.files.put(sealed, { maximumBytes: MAXIMUM_BYTES })),
    name: `${name.replaceAll(' · ', ' ')}.pdf`,
    mediaType: 'application/pdf',
  };
  const isMine = await keepingUploads(parts, [file], () =>
    inTransaction(parts.database, async (tx) => {
      const now = await tx
        .selectFrom('agreement')
        .select('file_id')
        .where('id', '=', agreement.id)
        .forUpdate()
        .executeTakeFirstOrThrow();
      if (now.file_id) return false;
      const fileId = await insertFile(tx, file);
      await tx
        .updateTable('agreement')
        .set({ file_id: fileId, signed_hash: file.sha256 })
        .where('id', '=', agreement.id)
        .execute();
      if (agreement.kind === 'broker-shipper') {
        await tx
          .updateTable('contract')
          .set({ signed_file_id: fileId })
          .where('lead_id', '=', agreement.lead_id!)
          .where('agreement_id', '=', agreement.id)
          .execute();
      }
      if (!job.withoutMail) await mailCopy(tx, parts, agreement, file);
      await tell(tx, agreement);
      return true;
    }),
  );
  // If two nodes ran this at once, the other one's file counts.
  if (!isMine) await parts.files.remove(file.key);
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
      url: parts.publicUrl() + hrefs.load(lead.id),
    });
    await parts.mail.send(tx, { to: carrier.email, kind: 'job-signed', ...mail, attachments });
    // The client's contract promises this notice before the pick-up; if the award has ended since, nothing is sent.
    if (lead.client_email && lead.awarded_carrier_id === carrier.id) {
      const known = carrierKnownMail({ brokerage: parts.brokerage, lead, carrier });
      await parts.mail.send(tx, { to: lead.client_email, kind: 'carrier-known', leadId: lead.id, ...known });
    }
  } else if (lead.client_email) {
    const { deposit } = await estimateById(tx, lead.quoted_estimate_id!);
    const payUrl = payableOf(lead)?.kind === 'deposit' ? (await newPayLink(tx, parts, lead.id, null)).url : null;
    const mail = signedCopyMail({ brokerage: parts.brokerage, lead, signer: agreement.signer_name!, deposit, payUrl });
    await parts.mail.send(tx, {
      to: lead.client_email,
      kind: 'signed-copy',
      leadId: lead.id,
      ...mail,
      attachments,
    });
  }
}

async function tell(tx: Tx, agreement: AgreementRow): Promise<void> {
  if (agreement.kind === 'broker-carrier') await tellOfCarrier(tx, agreement.carrier_id!);
  if (!agreement.lead_id) return;
  await publish(tx, { noun: 'agent-lead', id: agreement.lead_id, audience: 'agents' });
  if (agreement.kind === 'specific-job')
    await publish(tx, { noun: 'load', id: agreement.lead_id, audience: `carrier:${agreement.carrier_id}` });
}
