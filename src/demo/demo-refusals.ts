import type { AgentLeadEvent } from '#src/machines/agent-lead/agent-lead.events.ts';
import type { AgentLeadFacts } from '#src/machines/agent-lead/agent-lead.facts.ts';
import { AGENT_LEAD_MODEL_VERSION, agentLeadLifecycle } from '#src/machines/agent-lead/agent-lead.lifecycle.ts';
import { pathOfPlace } from '#src/machines/agent-lead/agent-lead.workflow.ts';
import { createChance } from './chance.ts';
import type { Story } from './lead-story.ts';
import type { RowOf } from '#src/api/database/tables.ts';
import { MINUTE } from '#src/machines/calendar/durations.ts';

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
const SEED = 20_241;

/** Attempts that the lifecycle refused along the way of the leads of the demo; now and then somebody tried twice. */
export function makeRefusals(
  stories: readonly Story[],
  carrierAccounts: readonly string[],
  now: Date,
): RowOf<'agent_lead_refusal'>[] {
  const chance = createChance(SEED);
  return stories.flatMap((story) =>
    story.history.flatMap((entry, index) => {
      if (!chance.hits(0.16)) return [];
      const event = chance.pick(ATTEMPTS);
      const place = agentLeadLifecycle.stateNamed(entry.to_state);
      const at = new Date(Date.parse(entry.at) + chance.between(1, 25) * MINUTE);
      const next = story.history[index + 1];
      if (at > now || (next && at.toISOString() >= next.at) || place.isArchived || !isPlausible(event, place.state))
        return [];
      // What the entry changed is not in the facts by which it was judged.
      if (event.type === 'contract.sent' && entry.event === 'quote.sent') return [];
      const verdict = agentLeadLifecycle.judge(place, entry.facts as AgentLeadFacts, event);
      if (verdict.may) return [];
      const { because, unmet } = verdict;
      // Menus offer only what the state takes, so that is rarer.
      if (because === 'state' && !chance.hits(0.2)) return [];
      const account_id =
        event.by === 'agent' ? story.agent.id : event.by === 'carrier' ? chance.pick(carrierAccounts) : null;
      return [
        {
          id: chance.id(at),
          lead_id: story.lead.id,
          event: event.type,
          actor_role: event.by,
          account_id,
          place: pathOfPlace(place),
          because,
          unmet,
          attempts: chance.hits(0.2) ? 2 : 1,
          at: at.toISOString(),
          last_at: at.toISOString(),
          model_version: AGENT_LEAD_MODEL_VERSION,
        },
      ];
    }),
  );
}
