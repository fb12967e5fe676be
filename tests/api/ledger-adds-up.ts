import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { expect } from 'vitest';
import { readLeads } from '#src/api/agent-lead/agent-lead.query.ts';
import { balanceOf } from '#src/api/agent-lead/ledger.balance.ts';
import type { Tables } from '#src/api/database/tables.ts';

/**
 * Checks every cent of every lead: the product's figures against its entries, added up independently here; and an
 * invoice is paid exactly if nothing is due.
 *
 * @returns how many entries there are, so that a test without any fails
 */
export async function expectLedgersToAddUp(kysely: Kysely<Tables>): Promise<number> {
  const entries = await kysely.selectFrom('payment').selectAll().execute();
  const invoices = await kysely.selectFrom('invoice').select(['lead_id', 'total']).execute();
  const leads = await readLeads(kysely, sql`select row_number() over () as position, agent_lead.* from agent_lead`);
  for (const lead of leads) {
    const own = entries.filter(({ lead_id }) => lead_id === lead.id);
    const sum = (direction: (typeof own)[number]['direction']) =>
      own
        .filter((entry) => entry.direction === direction)
        .reduce((all, { amount, kind }) => all + (kind === 'correction' ? -amount : amount), 0);
    const money = balanceOf(lead);
    if (!money) {
      expect(own, `${lead.reference} has no price`).toEqual([]);
      continue;
    }
    const told = [money.received, money.refunded, money.carrierPaid, money.brokerPaid];
    expect(told, lead.reference).toEqual([sum('from-client'), sum('to-client'), sum('to-carrier'), sum('to-broker')]);
    const invoice = invoices.find(({ lead_id }) => lead_id === lead.id);
    const total = invoice?.total ?? money.total;
    expect(total, lead.reference).toBe(money.received - money.refunded + money.due);
    if (invoice && !lead.is_archived && lead.state === 'completed-contracts')
      expect(lead.stage === 'paid', `${lead.reference} is ${lead.stage}, ${money.due} due`).toBe(money.due <= 0);
  }
  return entries.length;
}
