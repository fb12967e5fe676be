import { createContext, use } from 'react';
import { AGENT_LEAD_EVENTS } from '#src/machines/agent-lead/agent-lead.moves.ts';

/** How people call a place of the lifecycle; said by the page, which knows the names of the leads' tabs. */
export const PlaceNames = createContext<(place: string) => string>((place) => place);

/** Without the place around it, where the picture or the line says that. */
export const shortName = (name: string): string => name.split(' · ').at(-1)!;

export const usePlaceName = () => use(PlaceNames);

/** What a transition is called in menus; what is no event of this lifecycle is told as it is. */
export const eventName = (event: string): string =>
  (AGENT_LEAD_EVENTS as Record<string, { label: string } | undefined>)[event]?.label ?? event;
