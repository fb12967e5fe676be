import { noFacts } from '#src/machines/agent-lead/agent-lead.types.ts';
import type { AgentLeadEvent } from '#src/machines/agent-lead/agent-lead.types.ts';
import { agentLeadLifecycle } from '#src/machines/agent-lead/agent-lead.lifecycle.ts';
import { LeadRefused, recordRefusal } from '#src/api/agent-lead/agent-lead.refusal.ts';
import { agentLeadRecord, placeOf } from '#src/api/agent-lead/agent-lead.transition.ts';
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

/** Someone attempts an event now. If the lifecycle would have allowed it, nothing is done. */
export async function tryInVain(world: World, { lead, agent }: Story): Promise<void> {
  const { tx, past, chance, carriers } = world;
  const event = chance.pick(ATTEMPTS);
  if (lead.is_archived || !isPlausible(event, lead.state)) return;
  const carrier = chance.pick([...carriers.values()]);
  // Menus only offer what the state accepts, so these attempts are rarer.
  const verdict = agentLeadLifecycle.judge(placeOf(lead), noFacts, event);
  if (!verdict.may && verdict.because === 'state' && !chance.hits(0.2)) return;
  const id = event.by === 'agent' ? agent.id : event.by === 'carrier' ? carrier.account_id : null;
  const held = await agentLeadRecord.hold(tx, past.parts, { id: lead.id });
  try {
    agentLeadRecord.mustAllow(held, event, { id });
  } catch (error) {
    if (!(error instanceof LeadRefused)) throw error;
    for (let times = chance.hits(0.2) ? 2 : 1; times > 0; times--) await recordRefusal(tx, held.now, error.attempt);
  }
}
