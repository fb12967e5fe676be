import { agentLeadLifecycle } from '#src/machines/agent-lead/agent-lead.lifecycle.ts';
import { replayAgentLead } from '#src/machines/agent-lead/agent-lead.replay.ts';
import { chatLifecycle } from '#src/machines/chat/chat.lifecycle.ts';
import { replayChat } from '#src/machines/chat/chat.replay.ts';
import { mailingLifecycle } from '#src/machines/mailing/mailing.lifecycle.ts';
import { replayMailing } from '#src/machines/mailing/mailing.replay.ts';
import { purchaseLifecycle } from '#src/machines/marketplace/purchase.lifecycle.ts';
import { replayPurchase } from '#src/machines/marketplace/purchase.replay.ts';
import { stateLeadLifecycle } from '#src/machines/state-lead/state-lead.lifecycle.ts';
import { replayStateLead } from '#src/machines/state-lead/state-lead.replay.ts';
import { subscriptionLifecycle } from '#src/machines/subscription/subscription.lifecycle.ts';
import { replaySubscription } from '#src/machines/subscription/subscription.replay.ts';

/** A record, as its table has it. */
// oxlint-disable-next-line no-explicit-any
export type AnyRow = Record<string, any>;

/** Where the records of a lifecycle are, and what was written down of each. */
export interface RecordedLifecycle {
  /** As reports name it. */
  id: string;
  table: string;
  entries: string;
  /** Columns of the record's primary key, each with its name in the entries. */
  key: readonly (readonly [record: string, entry: string])[];
  /** The state that the record says it is in. */
  stateOf: (record: AnyRow) => string;
  /** The state that its history leads to. @throws Error with the first entry that cannot have happened */
  replayed: (entries: never) => string;
}

export const RECORDED: readonly RecordedLifecycle[] = [
  {
    id: 'agent-lead',
    table: 'agent_lead',
    entries: 'agent_lead_history',
    key: [['id', 'lead_id']],
    stateOf: ({ state, stage, is_archived }) => agentLeadLifecycle.nameOf({ state, stage, isArchived: is_archived }),
    replayed: (entries) => agentLeadLifecycle.nameOf(replayAgentLead(entries)),
  },
  {
    id: 'chat',
    table: 'chat',
    entries: 'chat_event',
    key: [['id', 'chat_id']],
    stateOf: ({ stage, owner }) => chatLifecycle.nameOf({ stage, owner }),
    replayed: (entries) => chatLifecycle.nameOf(replayChat(entries)),
  },
  {
    id: 'mailing',
    table: 'mailing_member',
    entries: 'mailing_event',
    key: [['id', 'member_id']],
    stateOf: ({ state }) => mailingLifecycle.nameOf(state),
    replayed: (entries) => mailingLifecycle.nameOf(replayMailing(entries)),
  },
  {
    id: 'purchase',
    table: 'purchase',
    entries: 'purchase_event',
    key: [['id', 'purchase_id']],
    stateOf: ({ state }) => purchaseLifecycle.nameOf(state),
    replayed: (entries) => purchaseLifecycle.nameOf(replayPurchase(entries)),
  },
  {
    id: 'state-lead',
    table: 'state_lead_work',
    entries: 'state_lead_event',
    key: [
      ['business_id', 'business_id'],
      ['lead_id', 'lead_id'],
    ],
    stateOf: ({ state, is_archived }) => stateLeadLifecycle.nameOf({ state, isArchived: is_archived }),
    replayed: (entries) => stateLeadLifecycle.nameOf(replayStateLead(entries)),
  },
  {
    id: 'subscription',
    table: 'subscription',
    entries: 'subscription_event',
    key: [['id', 'subscription_id']],
    stateOf: ({ standing, is_ending }) => subscriptionLifecycle.nameOf({ standing, isEnding: is_ending }),
    replayed: (entries) => subscriptionLifecycle.nameOf(replaySubscription(entries)),
  },
];
