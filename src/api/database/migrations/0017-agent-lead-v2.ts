import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { Lift, LifecycleRows } from '#src/api/engine/lift.ts';

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

/** The rows as they were then, with a history of their own. */
const rows: LifecycleRows = {
  table: 'agent_lead',
  id: ['id'],
  place: `case when is_archived then 'archived.' else '' end || state || coalesce('.' || stage, '')`,
  columnsOf: (name) => {
    const [state, stage] = name.replace(/^archived\./, '').split('.');
    return { state: state!, stage: stage ?? null, is_archived: name.startsWith('archived.') };
  },
  entries: {
    table: 'agent_lead_history',
    values: {
      actor_role: `'system'`,
      actor_name: `'The system'`,
      payload: `'{}'`,
      lead_id: 'was.id',
      from_state: 'was.state',
      from_stage: 'was.stage',
      to_state: 'becomes.state',
      to_stage: 'becomes.stage',
      is_archived: 'becomes.is_archived',
    },
  },
};

/** The rows of agent-lead go over to version 2 of their lifecycle. */
export const lift: Lift = {
  lifecycle: 'agent-lead',
  version: 2,
  rows,
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
