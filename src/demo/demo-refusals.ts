import type { AgentLeadEvent } from '#src/machines/agent-lead/agent-lead.types.ts';
import { LeadRefused, recordRefusal } from '#src/api/agent-lead/agent-lead.refusal.ts';
import type { RefusedAttempt } from '#src/api/agent-lead/agent-lead.refusal.ts';
import { agentLeadRecord } from '#src/api/agent-lead/agent-lead.transition.ts';
import type { ApiParts } from '#src/api/parts.ts';
import type { Story, World } from './lead-story.ts';

/** What people try too early or without its requirements; the lifecycle decides whether it is refused. */
const ATTEMPTS: AgentLeadEvent[] = [
  { type: 'quote.sent', by: 'agent', total: 0, validUntil: '' },
  { type: 'contract.sent', by: 'agent' },
  { type: 'contract.marked-signed', by: 'agent', hasSignedPaper: false },
  { type: 'load.posted', by: 'agent' },
  { type: 'bid.placed', by: 'carrier', carrier: { id: '', gaps: [] }, isInWindow: false },
  { type: 'bid.placed', by: 'carrier', carrier: { id: '', gaps: ['cargo insurance'] }, isInWindow: true },
  { type: 'carrier.awarded', by: 'agent', isBidActive: true, carrier: { id: '', gaps: ['cargo insurance'] } },
  { type: 'contract.closed', by: 'agent', hasCompletionStatement: false },
  { type: 'contract.signed', by: 'client' },
];
/** Carriers and clients can only try what they have access to. */
const isPlausible = (event: AgentLeadEvent, state: string) =>
  event.by === 'carrier' ? state === 'award-carrier' : event.by === 'client' ? state === 'contracted' : true;

/** A refused attempt, and how often it was made. */
export interface Refused {
  at: Date;
  attempt: RefusedAttempt;
  times: number;
}

/** Someone attempts an event now. Null if the lifecycle would have allowed it; in that case nothing is done. */
export async function tryInVain(world: World, { lead, agent }: Story): Promise<Refused | null> {
  const { tx, past, chance, carriers } = world;
  const event = chance.pick(ATTEMPTS);
  if (lead.is_archived || !isPlausible(event, lead.state)) return null;
  const carrier = chance.pick([...carriers.values()]);
  const id = event.by === 'agent' ? agent.id : event.by === 'carrier' ? carrier.account_id : null;
  const held = await agentLeadRecord.hold(tx, past.parts, { id: lead.id });
  try {
    agentLeadRecord.mustAllow(held, event, { id });
    return null;
  } catch (error) {
    if (!(error instanceof LeadRefused)) throw error;
    // Menus only offer what the state accepts, so these attempts are rarer.
    if (error.attempt.because === 'state' && !chance.hits(0.2)) return null;
    return { at: held.now, attempt: error.attempt, times: chance.hits(0.2) ? 2 : 1 };
  }
}

export async function recordRefusals({ database }: ApiParts, refused: readonly Refused[]): Promise<void> {
  for (const { at, attempt, times } of refused)
    for (let time = 0; time < times; time++) await recordRefusal({ database, now: () => at }, attempt);
}
