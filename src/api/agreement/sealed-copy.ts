import { carrierById } from '#src/api/carrier/carrier.repository.ts';
import { tellOfCarrier } from '#src/api/carrier/carrier.live.ts';
import { inTransaction } from '#src/api/database/write.ts';
import type { Tx } from '#src/api/database/write.ts';
import { loadCertificate } from '#src/api/document/seal.ts';
import { insertFile, keepingUploads } from '#src/api/http/multipart.ts';
import { publish } from '#src/api/live/live.ts';
import type { ApiParts } from '#src/api/parts.ts';
import { readLogo } from '#src/api/settings/logo.ts';
import type { AgreementRow } from './agreement.repository.ts';
import { nameOf } from './document.ts';
import { printSealed } from './press.ts';

const MAXIMUM_BYTES = 30 * 1_048_576;
/** Prints under way in this process, by agreement: however many people ask for a copy, it is printed once. */
const underWay = new Map<string, Promise<string>>();

/**
 * The file of a signed agreement: its sealed PDF, printed from the stored document the first time that anybody needs
 * it. Null unless it is signed.
 */
export async function sealedFileId(parts: ApiParts, agreement: AgreementRow): Promise<string | null> {
  if (agreement.state !== 'signed') return null;
  if (agreement.file_id) return agreement.file_id;
  const { id } = agreement;
  const printing = underWay.get(id) ?? printOnce(parts, agreement).finally(() => underWay.delete(id));
  underWay.set(id, printing);
  return printing;
}

/** File and rows commit together. If two nodes print at once, the first file counts. */
async function printOnce(parts: ApiParts, agreement: AgreementRow): Promise<string> {
  const { kysely } = parts.database;
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
  const file = {
    ...(await parts.files.put(sealed, { maximumBytes: MAXIMUM_BYTES })),
    name: `${nameOf(agreement.document).replaceAll(' · ', ' ')}.pdf`,
    mediaType: 'application/pdf',
  };
  const { fileId, isMine } = await keepingUploads(parts, [file], () =>
    inTransaction(parts.database, async (tx) => {
      const now = await tx
        .selectFrom('agreement')
        .select('file_id')
        .where('id', '=', agreement.id)
        .forUpdate()
        .executeTakeFirstOrThrow();
      if (now.file_id) return { fileId: now.file_id, isMine: false };
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
      await tell(tx, agreement);
      return { fileId, isMine: true };
    }),
  );
  if (!isMine) await parts.files.remove(file.key);
  return fileId;
}

async function tell(tx: Tx, agreement: AgreementRow): Promise<void> {
  if (agreement.kind === 'broker-carrier') await tellOfCarrier(tx, agreement.carrier_id!);
  if (!agreement.lead_id) return;
  await publish(tx, { noun: 'agent-lead', id: agreement.lead_id, audience: 'agents' });
  if (agreement.kind === 'specific-job')
    await publish(tx, { noun: 'load', id: agreement.lead_id, audience: `carrier:${agreement.carrier_id}` });
}
