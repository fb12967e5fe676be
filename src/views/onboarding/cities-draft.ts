import type { MapCityFragment } from '#src/generated/graphql/graphql.ts';
import { US_STATES } from '#src/machines/place/us-states.ts';

/** The selection so far, kept until it is saved. States are postal abbreviations. */
export interface CityDraft {
  /** Selected as a whole. */
  wholeStates: readonly string[];
  /** Those whose cities are offered. */
  states: readonly string[];
  cities: readonly MapCityFragment[];
  radiusMiles: number;
}

export const RADII = [10, 25, 50, 75, 100, 150, 250] as const;
export const MOST_CITIES = 50;

/** The key and the shape under which a person's draft is kept. */
export const cityDraft = (personId: string) => [`top-cities:${personId}`, 2] as const;

export interface StoredPlaces {
  cities: readonly MapCityFragment[];
  radiusMiles: number | null;
  states: readonly string[];
}

export const cityKey = ({ city, state }: { city: string; state: string }) => `${city}, ${state}`;

/** The stored selection is the starting point. */
export function draftOf(stored: StoredPlaces): CityDraft {
  return {
    wholeStates: stored.states,
    states: [...new Set(stored.cities.map(({ state }) => state))],
    cities: stored.cities,
    radiusMiles: stored.radiusMiles ?? 50,
  };
}

export function toggleCity(draft: CityDraft, city: MapCityFragment): CityDraft {
  const rest = draft.cities.filter((one) => cityKey(one) !== cityKey(city));
  if (rest.length < draft.cities.length) return { ...draft, cities: rest };
  return draft.cities.length < MOST_CITIES ? { ...draft, cities: [...draft.cities, city] } : draft;
}

/** Ordered by name, as they are stored. */
export function toggleWholeState(draft: CityDraft, code: string): CityDraft {
  const rest = draft.wholeStates.filter((state) => state !== code);
  if (rest.length < draft.wholeStates.length) return { ...draft, wholeStates: rest };
  return { ...draft, wholeStates: [...rest, code].toSorted((a, b) => stateName(a).localeCompare(stateName(b))) };
}

export const stateName = (code: string) => US_STATES[code] ?? code;

/** "2 states and 1 city". */
export function countText({ wholeStates, cities }: CityDraft): string {
  const states = wholeStates.length === 1 ? '1 state' : `${wholeStates.length} states`;
  const places = cities.length === 1 ? '1 city' : `${cities.length} cities`;
  return [wholeStates.length > 0 && states, cities.length > 0 && places].filter(Boolean).join(' and ');
}

/** Removing a state also removes its cities. */
export function toggleState(draft: CityDraft, code: string): CityDraft {
  if (!draft.states.includes(code)) return { ...draft, states: [...draft.states, code] };
  return {
    ...draft,
    states: draft.states.filter((state) => state !== code),
    cities: draft.cities.filter(({ state }) => state !== code),
  };
}
