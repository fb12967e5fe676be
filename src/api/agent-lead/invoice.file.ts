import { printSealed } from '#src/api/agreement/press.ts';
import { problem } from '#src/api/http/problem.ts';
import { printOnce } from '#src/api/document/print-once.ts';
import { loadCertificate } from '#src/api/document/seal.ts';
import type { ApiParts } from '#src/api/parts.ts';
import { readLogo } from '#src/api/settings/logo.ts';
import type { LeadRow } from './agent-lead.query.ts';
import { invoiceDocument } from './invoice.document.ts';

/**
 * The file of a lead's invoice: its sealed PDF, printed from the document stored when it was issued, the first time
 * that anybody needs it. Null if the lead has no invoice.
 */
export async function invoiceFileId(parts: ApiParts, lead: LeadRow): Promise<string | null> {
  const { invoice } = lead;
  if (!invoice || invoice.file_id) return invoice && invoice.file_id;
  return await printOnce(parts, {
    id: `${invoice.id} ${invoice.version}`,
    name: `Invoice ${invoice.number}`,
    async print() {
      const { brokerage } = parts;
      const { document } = await parts.database.kysely
        .selectFrom('invoice')
        .select('document')
        .where('id', '=', invoice.id)
        .executeTakeFirstOrThrow();
      return await printSealed({
        kind: 'paper',
        brokerage,
        logo: await readLogo(parts),
        // Issued before documents of invoices were stored.
        document: document ?? invoiceDocument({ brokerage, lead, invoice, revisedOn: null }),
        footer: `Invoice ${invoice.number} · ${lead.reference}`,
        createdAt: new Date(invoice.sent_at),
        certificate: parts.sealCertificate ?? (await loadCertificate(parts.dataDir, brokerage.name)),
        seal: { name: brokerage.name, reason: `Invoice ${invoice.number}`, location: brokerage.address },
        sealedAt: parts.now(),
      });
    },
    async fileOf(tx) {
      const { file_id: fileId } = await tx
        .selectFrom('invoice')
        .select('file_id')
        .where('id', '=', invoice.id)
        .forUpdate()
        .executeTakeFirstOrThrow();
      return fileId;
    },
    async attach(tx, file) {
      const { numUpdatedRows } = await tx
        .updateTable('invoice')
        .set({ file_id: file.id })
        .where('id', '=', invoice.id)
        .where('version', '=', invoice.version)
        .executeTakeFirst();
      if (numUpdatedRows === 0n) throw problem(409, 'The invoice has just been revised. Try again.');
    },
  });
}
