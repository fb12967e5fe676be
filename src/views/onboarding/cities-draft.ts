import type { MapCityFragment } from '#src/generated/graphql/graphql.ts';

/** What somebody has chosen so far; kept until it is saved. */
export interface CityDraft {
  /** Postal letters. */
  states: readonly string[];
  cities: readonly MapCityFragment[];
  radiusMiles: number;
}

export const RADII = [10, 25, 50, 75, 100, 150, 250] as const;
export const MOST_CITIES = 50;

export const cityKey = ({ city, state }: { city: string; state: string }) => `${city}, ${state}`;

/** What is stored already is where choosing begins. */
export function draftOf(stored: { cities: readonly MapCityFragment[]; radiusMiles?: number | null }): CityDraft {
  return {
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

/** Leaving a state leaves its cities. */
export function toggleState(draft: CityDraft, code: string): CityDraft {
  if (!draft.states.includes(code)) return { ...draft, states: [...draft.states, code] };
  return {
    ...draft,
    states: draft.states.filter((state) => state !== code),
    cities: draft.cities.filter(({ state }) => state !== code),
  };
}
