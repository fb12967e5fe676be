import { Type } from 'typebox';
import { BID_STATES } from '#src/machines/bid/bid.lifecycle.ts';
import { LeadDetail } from '#src/api/agent-lead/agent-lead.schemas.ts';
import { agentOf, leadWrite } from '#src/api/agent-lead/lead-write.ts';
import { lastDateOf, leadsWithIds, readLeads } from '#src/api/agent-lead/agent-lead.query.ts';
import { isBidOnOther } from '#src/api/carrier/load.version.ts';
import { leadById } from '#src/api/agent-lead/agent-lead.repository.ts';
import { CarrierSummary } from '#src/api/agent-lead/agent-lead.schemas.ts';
import { dateIn } from '#src/machines/calendar/days.ts';
import { markBidsSeen } from './bid.repository.ts';
import { sheetPriceOf, summaryOf } from '#src/api/carrier/carrier.repository.ts';
import { complianceOfCarriers, gapsOf } from '#src/api/carrier/compliance.repository.ts';
import type { Api } from '#src/api/http/http.ts';
import type { ApiParts } from '#src/api/parts.ts';
import { CalendarDate, Cents, Instant, Nullable, OneOf, Strict, Uuid, problems } from '#src/api/http/schemas.ts';

const MAXIMUM_LEADS = 100;

const Bid = Type.Object({
  id: Uuid,
  lead_id: Uuid,
  carrier: CarrierSummary,
  amount: Cents,
  start_date: CalendarDate,
  note: Nullable(Type.String({ maxLength: 2000 })),
  state: OneOf(BID_STATES),
  lost_reason: Nullable(Type.String({ maxLength: 2000 })),
  seen_at: Nullable(Instant),
  is_load_changed: Type.Boolean({ description: 'the load is another one than the carrier bid on' }),
  created_at: Instant,
  updated_at: Instant,
  sheet_price: Nullable(Cents),
  gaps: Type.Array(Type.String({ maxLength: 300 }), { maxItems: 20 }),
});

/** `id,id,…`: the query of a batch. */
const Ids = Type.String({ pattern: '^[0-9a-f-]{36}(,[0-9a-f-]{36}){0,99}$', maxLength: 37 * MAXIMUM_LEADS });

/** The agents' view of bids. */
export function bidRoutes(app: Api, parts: ApiParts): void {
  const { kysely } = parts.database;

  app.get(
    '/agent-lead/bid/',
    {
      schema: {
        querystring: Strict({ lead_id: Ids }),
        response: { 200: Type.Array(Bid, { maxItems: 10_000 }), ...problems },
      },
    },
    async (request) => {
      agentOf(request);
      const ids = request.query.lead_id.split(',');
      const today = dateIn(parts.brokerage.zone, parts.now());
      const rows = await kysely
        .selectFrom('bid')
        .innerJoin('carrier', 'carrier.id', 'bid.carrier_id')
        .innerJoin('agent_lead', 'agent_lead.id', 'bid.lead_id')
        .selectAll('bid')
        .select((eb) => [
          eb.fn.toJson('carrier').as('carrier'),
          'distance_miles',
          'weight_lb',
          'delivery_date_last',
          'move_date_last',
        ])
        .where('bid.lead_id', 'in', ids)
        .orderBy('bid.lead_id')
        .orderBy((eb) => eb.case().when('bid.state', 'in', ['active', 'awarded']).then(0).else(1).end())
        .orderBy('bid.created_at', 'desc')
        .execute();
      const leads = new Map((await readLeads(kysely, leadsWithIds(ids))).map((lead) => [lead.id, lead]));
      const compliance = await complianceOfCarriers(kysely, [...new Set(rows.map((row) => row.carrier_id))]);
      return rows.map((row) => ({
        id: row.id,
        lead_id: row.lead_id,
        carrier: summaryOf(row.carrier),
        amount: row.amount,
        start_date: row.start_date,
        note: row.note,
        state: row.state,
        lost_reason: row.lost_reason,
        seen_at: row.seen_at,
        is_load_changed: isBidOnOther(row, leads.get(row.lead_id)!),
        created_at: row.created_at,
        updated_at: row.updated_at,
        sheet_price: sheetPriceOf(row.carrier, row).price,
        gaps: gapsOf(compliance, row.carrier_id, today, lastDateOf(row, today)),
      }));
    },
  );

  app.post(
    '/agent-lead/bid/mark_as_seen',
    { schema: { querystring: Strict({ lead_id: Uuid }), response: { 200: LeadDetail, ...problems } } },
    async (request, reply) =>
      await leadWrite(parts, request, reply, async (tx) => {
        const lead = await leadById(tx, request.query.lead_id);
        await markBidsSeen(tx, lead.id, parts.now());
        return leadById(tx, lead.id);
      }),
  );
}
