import { createContext, use } from 'react';
import { AGENT_LEAD_EVENTS } from '#src/machines/agent-lead/agent-lead.moves.ts';

/** The display name of a state; provided by the page, which has the names of the leads' tabs. */
export const PlaceNames = createContext<(place: string) => string>((place) => place);

/** Without its parent state, if the diagram or the line shows that. */
export const shortName = (name: string): string => name.split(' · ').at(-1)!;

export const usePlaceName = () => use(PlaceNames);

/** The menu label of a transition; an event that is not in this lifecycle is shown as is. */
export const eventName = (event: string): string =>
  (AGENT_LEAD_EVENTS as Record<string, { label: string } | undefined>)[event]?.label ?? event;
