import { carrierById } from '#src/api/carrier/carrier.repository.ts';
import { tellOfCarrier } from '#src/api/carrier/carrier.live.ts';
import type { Tx } from '#src/api/database/write.ts';
import { printOnce } from '#src/api/document/print-once.ts';
import { loadCertificate } from '#src/api/document/seal.ts';
import { publish } from '#src/api/live/live.ts';
import type { ApiParts } from '#src/api/parts.ts';
import { readLogo } from '#src/api/settings/logo.ts';
import type { AgreementRow } from './agreement.repository.ts';
import { nameOf } from './document.ts';
import { printSealed } from './press.ts';

/**
 * The file of a signed agreement: its sealed PDF, printed from the stored document the first time that anybody needs
 * it. Null unless it is signed.
 */
export async function sealedFileId(parts: ApiParts, agreement: AgreementRow): Promise<string | null> {
  if (agreement.state !== 'signed') return null;
  if (agreement.file_id) return agreement.file_id;
  return await printOnce(parts, {
    id: agreement.id,
    name: nameOf(agreement.document).replaceAll(' · ', ' '),
    print: () => print(parts, agreement),
    async fileOf(tx) {
      const { file_id: fileId } = await tx
        .selectFrom('agreement')
        .select('file_id')
        .where('id', '=', agreement.id)
        .forUpdate()
        .executeTakeFirstOrThrow();
      return fileId;
    },
    async attach(tx, file) {
      await tx
        .updateTable('agreement')
        .set({ file_id: file.id, signed_hash: file.sha256 })
        .where('id', '=', agreement.id)
        .execute();
      if (agreement.kind === 'broker-shipper') {
        await tx
          .updateTable('contract')
          .set({ signed_file_id: file.id })
          .where('lead_id', '=', agreement.lead_id!)
          .where('agreement_id', '=', agreement.id)
          .execute();
      }
      await tell(tx, agreement);
    },
  });
}

async function print(parts: ApiParts, agreement: AgreementRow): Promise<Buffer> {
  const { brokerage, database } = parts;
  const party = agreement.carrier_id ? (await carrierById(database.kysely, agreement.carrier_id)).legal_name : 'Client';
  return await printSealed({
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
}

async function tell(tx: Tx, agreement: AgreementRow): Promise<void> {
  if (agreement.kind === 'broker-carrier') await tellOfCarrier(tx, agreement.carrier_id!);
  if (!agreement.lead_id) return;
  await publish(tx, { noun: 'agent-lead', id: agreement.lead_id, audience: 'agents' });
  if (agreement.kind === 'specific-job')
    await publish(tx, { noun: 'load', id: agreement.lead_id, audience: `carrier:${agreement.carrier_id}` });
}
