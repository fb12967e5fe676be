import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { recordedRows } from '#src/api/engine/lift.ts';
import type { Lift } from '#src/api/engine/lift.ts';

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
  'archived.quote-sent.accepted': { state: 'quote-sent', stage: 'accepted', is_archived: true },
  'archived.quote-sent.waiting': { state: 'quote-sent', stage: 'waiting', is_archived: true },
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
  'quote-sent.accepted': { state: 'quote-sent', stage: 'accepted', is_archived: false },
  'quote-sent.waiting': { state: 'quote-sent', stage: 'waiting', is_archived: false },
};

/** The ledger also has what is taken off a price: no money moves, and the client has less to pay. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table payment
      drop constraint payment_direction_check,
      drop constraint payment_kind_check,
      add constraint payment_direction_check
        check (direction in ('from-client', 'to-client', 'to-carrier', 'to-broker', 'off-price')),
      add constraint payment_kind_check
        check (kind in ('deposit', 'balance', 'partial', 'refund', 'payout', 'reduction', 'correction')),
      add constraint payment_reduction_check
        check (kind = 'correction' or (kind = 'reduction') = (direction = 'off-price')),
      add constraint payment_reason_check check (kind <> 'reduction' or note is not null)`.execute(db);
}

/** The rows of agent-lead go over to version 7 of their lifecycle, which lets a completed move’s price be reduced. */
export const lift: Lift = {
  lifecycle: 'agent-lead',
  version: 7,
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
    'archived.quote-sent.accepted': 'archived.quote-sent.accepted',
    'archived.quote-sent.waiting': 'archived.quote-sent.waiting',
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
    'quote-sent.accepted': 'quote-sent.accepted',
    'quote-sent.waiting': 'quote-sent.waiting',
  },
  brings: [],
};
