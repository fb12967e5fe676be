import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { LIFECYCLE_ROWS } from '../lifecycle-rows.ts';
import type { Lift } from '../lift.ts';

/** An award remembers whether the load was on the board: that of an award of before stands in its history. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table contract add column awarded_from_board boolean not null default false`.execute(db);
  await sql`
    update contract set awarded_from_board = coalesce((
      select from_state = 'award-carrier' from agent_lead_history as h
       where h.lead_id = contract.lead_id and event in ('carrier.awarded', 'carrier.special-awarded')
       order by sequence desc limit 1), true)
     where awarded_carrier_id is not null`.execute(db);
}

/** The rows of agent-lead go over to version 2 of their lifecycle. */
export const lift: Lift = {
  lifecycle: 'agent-lead',
  version: 2,
  rows: LIFECYCLE_ROWS['agent-lead'],
  becomes: {
    'archived.award-carrier': 'archived.award-carrier',
    'archived.completed-contracts.closed': 'archived.completed-contracts.closed',
    'archived.completed-contracts.invoiced': 'archived.completed-contracts.invoiced',
    'archived.completed-contracts.paid': 'archived.completed-contracts.paid',
    'archived.contract-sent': 'archived.contract-sent',
    'archived.contracted': 'archived.contracted',
    'archived.follow-up': 'archived.follow-up',
    'archived.new': 'archived.new',
    'archived.open-contracts.awaiting-carrier': 'archived.open-contracts.awaiting-carrier',
    'archived.open-contracts.in-progress': 'archived.open-contracts.in-progress',
    'archived.quote-sent': 'archived.quote-sent',
    'award-carrier': 'award-carrier',
    'completed-contracts.closed': 'completed-contracts.closed',
    'completed-contracts.invoiced': 'completed-contracts.invoiced',
    'completed-contracts.paid': 'completed-contracts.paid',
    'contract-sent': 'contract-sent',
    contracted: 'contracted',
    'follow-up': 'follow-up',
    new: 'new',
    'open-contracts.awaiting-carrier': 'open-contracts.awaiting-carrier',
    'open-contracts.in-progress': 'open-contracts.in-progress',
    'quote-sent': 'quote-sent',
  },
  brings: ['archived.open-contracts.awaiting-carrier.direct', 'open-contracts.awaiting-carrier.direct'],
};
