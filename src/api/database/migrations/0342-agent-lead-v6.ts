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
  'archived.open-contracts.awaiting-carrier': { state: 'open-contracts', stage: 'awaiting-carrier', is_archived: true },
  'archived.open-contracts.in-progress': { state: 'open-contracts', stage: 'in-progress', is_archived: true },
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

/** Leads that were archived with a carrier on the job are booked again, so the reason no longer applies. */
export const up = (db: Kysely<unknown>): Promise<unknown> =>
  sql`update agent_lead set archive_reason = null where is_archived and state = 'open-contracts'`.execute(db);

/**
 * The rows of agent-lead go over to version 6 of their lifecycle. A job that was archived had vanished for its carrier
 * and client without notice: it is booked again, and its agent ends the award or closes the contract.
 */
export const lift: Lift = {
  lifecycle: 'agent-lead',
  version: 6,
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
    'archived.open-contracts.awaiting-carrier': 'open-contracts.awaiting-carrier',
    'archived.open-contracts.in-progress': 'open-contracts.in-progress',
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
