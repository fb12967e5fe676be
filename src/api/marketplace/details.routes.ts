import { FINAL_REASONS } from '#src/machines/marketplace/purchase.lifecycle.ts';
import type { Static } from 'typebox';
import type { Api } from '#src/api/http/http.ts';
import type { ApiParts } from '#src/api/parts.ts';
import { problem } from '#src/api/http/problem.ts';
import { problems } from '#src/api/http/schemas.ts';
import { sendContent } from '#src/api/file/send-file.ts';
import { write } from '#src/api/database/write.ts';
import type { Tx } from '#src/api/database/write.ts';
import { boughtLeads, boughtLeadsCsv, purchaseOfLink } from './details.ts';
import { hrefs } from '#src/api/link/hrefs.ts';
import { reportCopyMail, reportMail, tellBuyer } from './purchase.mails.ts';
import { reportOffMarket } from './off-market.ts';
import { grantRefund, lockBuyer } from './refund-grant.ts';
import { holdPurchase, purchaseRecord, recordPurchase } from './purchase.record.ts';
import { BoughtLeads, DetailsQuery, DetailsToken, ReportInput } from './purchase.schemas.ts';

/** The purchased leads, behind the link in the mail. */
export function detailsRoutes(app: Api, parts: ApiParts): void {
  const { kysely } = parts.database;
  const answer = { 200: BoughtLeads, ...problems };

  app.get(
    '/shop-lead/details',
    { schema: { summary: 'Bought leads with their contacts', querystring: DetailsQuery, response: answer } },
    async (request, reply) => {
      void reply.header('cache-control', 'no-store');
      const { token, leads_ids } = request.query;
      return await boughtLeads(kysely, parts.now(), await purchaseOfLink(kysely, parts, token), leads_ids?.split(','));
    },
  );

  app.get(
    '/shop-lead/details/export',
    { schema: { summary: 'Bought leads as CSV', querystring: DetailsToken } },
    async (request, reply) => {
      const { reference, items } = await boughtLeads(
        kysely,
        parts.now(),
        await purchaseOfLink(kysely, parts, request.query.token),
      );
      return sendContent(
        reply,
        { name: `leads-${reference}.csv`, mediaType: 'text/csv; charset=utf-8' },
        boughtLeadsCsv(items),
      );
    },
  );

  app.post(
    '/shop-lead/details/report',
    {
      schema: {
        summary: 'Reports a bought lead as wrong, within 7 days and once',
        body: ReportInput,
        response: answer,
      },
    },
    async (request, reply) => {
      const id = await purchaseOfLink(kysely, parts, request.body.token);
      return await write(parts.database, request, reply, `purchase:${id}`, async (tx) => {
        await report(tx, id, request.body);
        return boughtLeads(tx, parts.now(), id);
      });
    },
  );

  async function report(tx: Tx, id: string, given: Static<typeof ReportInput>): Promise<void> {
    const { lead_id: leadId, reason, refund_to: way = 'card' } = given;
    const text = given.text?.trim() ?? null;
    if (reason === 'other' && !text)
      throw problem(422, 'Say what is wrong with the lead.', {
        errors: [{ field: 'text', message: 'Say what is wrong with the lead.' }],
      });
    await lockBuyer(tx, id);
    const held = await holdPurchase(tx, parts, id);
    const event = { type: 'lead.reported', by: 'visitor', leadId, reason } as const;
    purchaseRecord.mustAllow(held, event);
    await tx
      .updateTable('purchase_item')
      .set({ report_reason: reason, report_text: text, reported_at: held.facts.now, refund_to: way })
      .where('purchase_id', '=', id)
      .where('lead_id', '=', leadId)
      .execute();
    const after = await recordPurchase(tx, parts, held, event);
    const final = FINAL_REASONS.find((one) => one === reason);
    if (final) await reportOffMarket(tx, parts, leadId, final, id);
    const granted = await grantRefund(tx, parts, id, leadId);
    const lead = await tx.selectFrom('state_lead').selectAll().where('id', '=', leadId).executeTakeFirstOrThrow();
    const { price, credit } = after.items.find((item) => item.lead_id === leadId)!;
    const reported = { held: after, lead, price, reason, text, way: credit === price ? null : way, granted };
    await parts.mail.send(tx, {
      to: parts.brokerage.email,
      kind: 'lead-report',
      ...reportMail(reported, parts.publicUrl() + hrefs.reportedLeads()),
    });
    await tellBuyer(tx, parts, after, reportCopyMail(parts, reported));
  }
}
