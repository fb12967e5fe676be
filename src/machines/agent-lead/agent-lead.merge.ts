import type { AgentLeadFacts, AgentLeadPlace } from './agent-lead.types.ts';
import { agentLeadLifecycle } from './agent-lead.lifecycle.ts';

/** What can be taken over from the lead that is merged into another one. */
export const MERGE_FIELDS = [
  'client_name',
  'client_phone',
  'client_email',
  'stops',
  'kind',
  'inventory',
  'move_size',
  'packing',
  'storage_days',
  'special_items',
  'notes',
  'source',
  'assigned_agent_id',
] as const;
export type MergeField = (typeof MERGE_FIELDS)[number];

interface Contact {
  email: string | null;
  phone: string | null;
}

/** Whether two leads look like one client's. Otherwise only a person can know that they are: from a couple, for example. */
export function haveContactInCommon(one: Contact, other: Contact): boolean {
  const isSame = (a: string | null, b: string | null) => a !== null && a.toLowerCase() === b?.toLowerCase();
  return isSame(one.email, other.email) || isSame(one.phone, other.phone);
}

interface Side {
  place: AgentLeadPlace;
  facts: AgentLeadFacts;
}

/**
 * Why a lead can't be merged into another one, as a sentence; null if it can. The lifecycle decides: the kept lead must
 * accept edits; nothing may be agreed yet for the other lead (its stops, dates, and price are still editable), and it
 * must be possible to archive it.
 */
export function whyNotMerged(kept: Side, other: Side): string | null {
  const may = ({ place, facts }: Side, event: Parameters<typeof agentLeadLifecycle.judge>[2]) =>
    agentLeadLifecycle.judge(place, facts, event).may;
  for (const [side, which] of [
    [kept, 'The lead to keep'],
    [other, 'The other lead'],
  ] as const)
    if (!may(side, { type: 'lead.edited', by: 'agent' })) return `${which} is archived. Restore it first.`;
  if (!may(other, { type: 'lead.edited', by: 'agent', changesAgreed: true }))
    return 'A contract was sent for the other lead. Keep that one, and merge this one into it.';
  if (!may(other, { type: 'lead.archived', by: 'agent', reason: 'Merged' })) return 'The other lead can’t be archived.';
  return null;
}

/** Whether the stops, dates, and items of a lead can still change. */
export const takesAgreed = ({ place, facts }: Side): boolean =>
  agentLeadLifecycle.judge(place, facts, { type: 'lead.edited', by: 'agent', changesAgreed: true }).may;
