import type { AgentLeadEvent } from '#src/machines/agent-lead/agent-lead.types.ts';
import { LeadRefused, recordRefusal } from '#src/api/agent-lead/agent-lead.refusal.ts';
import type { RefusedAttempt } from '#src/api/agent-lead/agent-lead.refusal.ts';
import { agentLeadRecord } from '#src/api/agent-lead/agent-lead.transition.ts';
import type { ApiParts } from '#src/api/parts.ts';
import type { Story, World } from './lead-story.ts';

/** What people try too early or without what it takes; the lifecycle says whether it is refused. */
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
/** Of carriers, only those that see the load. */
const isPlausible = (event: AgentLeadEvent, state: string) =>
  event.by === 'carrier' ? state === 'award-carrier' : event.by === 'client' ? state === 'contracted' : true;

/** An attempt that was refused, and how often it was made. */
export interface Refused {
  at: Date;
  attempt: RefusedAttempt;
  times: number;
}

/** Someone tries something now. Null where the lifecycle would have allowed it: then it was not tried. */
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
    // Menus offer only what the state takes, so that is rarer.
    if (error.attempt.because === 'state' && !chance.hits(0.2)) return null;
    return { at: held.now, attempt: error.attempt, times: chance.hits(0.2) ? 2 : 1 };
  }
}

export async function recordRefusals({ database }: ApiParts, refused: readonly Refused[]): Promise<void> {
  for (const { at, attempt, times } of refused)
    for (let time = 0; time < times; time++) await recordRefusal({ database, now: () => at }, attempt);
}
