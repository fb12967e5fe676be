import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { recordedRows } from '#src/api/engine/lift.ts';
import type { Lift } from '#src/api/engine/lift.ts';

/** Carriers that drop out are counted in their record, as those that decline. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`drop index history_agent_lead_award_end`.execute(db);
  await sql`create index history_agent_lead_award_end on history_agent_lead ((payload ->> 'carrierId'), event)
    where event in ('carrier.declined', 'carrier.dropped', 'award.withdrawn')`.execute(db);
}

/** The columns of each state of both versions. */
const states = {
  'archived.award-carrier': { state: 'award-carrier', stage: null, is_archived: true },
  'archived.completed-contracts.closed': { state: 'completed-contracts', stage: 'closed', is_archived: true },
  'archived.completed-contracts.invoiced': { state: 'completed-contracts', stage: 'invoiced', is_archived: true },
  'archived.completed-contracts.paid': { state: 'completed-contracts', stage: 'paid', is_archived: true },
  'archived.contract-sent': { state: 'contract-sent', stage: null, is_archived: true },
  'archived.contracted': { state: 'contracted', stage: null, is_archived: true },
  'archived.follow-up': { state: 'follow-up', stage: null, is_archived: true },
  'archived.new': { state: 'new', stage: null, is_archived: true },
  'archived.open-contracts.awaiting-carrier': { state: 'open-contracts', stage: 'awaiting-carrier', is_archived: true },
  'archived.open-contracts.in-progress': { state: 'open-contracts', stage: 'in-progress', is_archived: true },
  'archived.quote-sent': { state: 'quote-sent', stage: null, is_archived: true },
  'award-carrier': { state: 'award-carrier', stage: null, is_archived: false },
  'completed-contracts.closed': { state: 'completed-contracts', stage: 'closed', is_archived: false },
  'completed-contracts.invoiced': { state: 'completed-contracts', stage: 'invoiced', is_archived: false },
  'completed-contracts.paid': { state: 'completed-contracts', stage: 'paid', is_archived: false },
  'contract-sent': { state: 'contract-sent', stage: null, is_archived: false },
  contracted: { state: 'contracted', stage: null, is_archived: false },
  'follow-up': { state: 'follow-up', stage: null, is_archived: false },
  new: { state: 'new', stage: null, is_archived: false },
  'open-contracts.awaiting-carrier': { state: 'open-contracts', stage: 'awaiting-carrier', is_archived: false },
  'open-contracts.in-progress': { state: 'open-contracts', stage: 'in-progress', is_archived: false },
  'quote-sent': { state: 'quote-sent', stage: null, is_archived: false },
};

/** The rows of agent-lead go over to version 3 of their lifecycle. */
export const lift: Lift = {
  lifecycle: 'agent-lead',
  version: 3,
  rows: recordedRows('agent-lead', 'agent_lead', states),
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
  brings: [],
};
