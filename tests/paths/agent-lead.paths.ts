import { createTestModel } from 'xstate/graph';
import type { AgentLeadEvent, AgentLeadEventType } from '#src/machines/agent-lead/agent-lead.events.ts';
import type { AgentLeadFacts } from '#src/machines/agent-lead/agent-lead.facts.ts';
import { agentLeadLifecycle } from '#src/machines/agent-lead/agent-lead.lifecycle.ts';
import { AGENT_LEAD_EVENT_TYPES, wellFilled } from '#src/machines/agent-lead/agent-lead.moves.ts';
import { AGENT_LEAD_TABS, START, agentLeadSnapshot, placeOf, stagesOf } from '#src/machines/agent-lead/agent-lead.place.ts';
import type { AgentLeadPlace, AgentLeadSnapshot } from '#src/machines/agent-lead/agent-lead.place.ts';

/** Facts under which every guard that only looks at facts holds: the paths then meet every state and transition. */
const favourable: AgentLeadFacts = {
  today: '2000-01-01',
  clientEmail: 'client@mail.example',
  estimateTotal: 1,
  quote: { total: 1, validUntil: '2999-12-31' },
  hasOrigin: true,
  hasDestination: true,
  moveDate: '2999-12-31',
  activeBids: 1,
  awardableBids: 1,
  awardedCarrierId: 'carrier',
};

export interface PathStep {
  event: AgentLeadEventType;
  from: AgentLeadPlace;
  to: AgentLeadPlace;
}

/**
 * Paths of the law that together take every transition: the shortest ones that the graph gives, and for each transition
 * that leads back to where it started, which those leave out, the way there and then the transition.
 */
export function agentLeadPaths(): PathStep[][] {
  const paths = shortestPaths();
  const taken = new Set(paths.flat().map(transitionName));
  for (const from of allPlaces) {
    const loops = AGENT_LEAD_EVENT_TYPES.filter((event) => accepts(from, event) && !taken.has(transitionName({ event, from, to: from })));
    if (loops.length > 0) paths.push([...wayThrough(paths, from), ...loops.map((event) => ({ event, from, to: from }))]);
  }
  return paths;
}

function shortestPaths(): PathStep[][] {
  const model = createTestModel(agentLeadLifecycle);
  const paths = model.getShortestPaths({
    input: favourable,
    events: AGENT_LEAD_EVENT_TYPES.map((type) => wellFilled[type](favourable)) as AgentLeadEvent[],
    filterEvents: (state: AgentLeadSnapshot, event: AgentLeadEvent) => state.can(event),
    limit: 20_000,
  } as never);
  return paths.map((path) => {
    // A step carries the state that its event led to; the first one is the machine's own start.
    const steps = path.steps.filter((step) => !step.event.type.startsWith('xstate.'));
    return steps.map((step, index) => ({
      event: step.event.type as AgentLeadEventType,
      from: index === 0 ? START : placeOf(steps[index - 1]!.state as never),
      to: placeOf(step.state as never),
    }));
  });
}

export const nameOf = (place: AgentLeadPlace): string => [place.state, place.stage].filter(Boolean).join('/') + (place.isArchived ? ' (archived)' : '');
/** A place and an event; where it leads is for the law to say. */
export const transitionName = ({ from, event }: PathStep): string => `${nameOf(from)} --${event}-->`;
export const stepName = (step: PathStep): string => `${transitionName(step)} ${nameOf(step.to)}`;

/** Every place a lead can stand in, archived or not, read off the law. */
export const allPlaces: AgentLeadPlace[] = AGENT_LEAD_TABS.flatMap((state) => {
  const stages = stagesOf(state);
  return (stages.length > 0 ? stages : [null]).flatMap((stage) => [false, true].map((isArchived) => ({ state, stage, isArchived })));
});

/** Every transition of the law, as `stepName` writes them. */
export function allTransitions(): string[] {
  return allPlaces.flatMap((from) => AGENT_LEAD_EVENT_TYPES.filter((type) => accepts(from, type)).map((type) => `${nameOf(from)} --${type}-->`));
}

/** Every place and event that the law refuses there, whoever sends it. */
export function allRefusals(): { place: AgentLeadPlace; event: AgentLeadEventType }[] {
  return allPlaces.flatMap((place) => AGENT_LEAD_EVENT_TYPES.filter((event) => !accepts(place, event)).map((event) => ({ place, event })));
}

const accepts = (place: AgentLeadPlace, type: AgentLeadEventType): boolean => agentLeadSnapshot(place, favourable).can(wellFilled[type](favourable) as AgentLeadEvent);

/** The first steps that lead to a place, for tests that need a lead standing there. */
export const wayTo = (place: AgentLeadPlace): PathStep[] => wayThrough(shortestPaths(), place);

function wayThrough(paths: PathStep[][], place: AgentLeadPlace): PathStep[] {
  if (nameOf(place) === nameOf(START)) return [];
  const ways = paths.flatMap((path) => path.map((_, index) => path.slice(0, index + 1)));
  return ways.filter((way) => nameOf(way.at(-1)!.to) === nameOf(place)).sort((a, b) => a.length - b.length)[0]!;
}
