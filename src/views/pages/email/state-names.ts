import { US_STATES } from '#src/machines/place/us-states.ts';

export const allStates = Object.keys(US_STATES);

/** "Ohio", "Ohio and Texas", "all states"; in alphabetical order. */
export function stateNames(codes: readonly string[]): string {
  if (codes.length === allStates.length) return 'all states';
  return new Intl.ListFormat('en-US').format(codes.map((code) => US_STATES[code] ?? code));
}

/** "Columbus, OH and Texas": if a state has cities here, only those are meant. */
export function choiceNames({ states, cities }: { states: readonly string[]; cities: readonly string[] }): string {
  if (cities.length === 0) return stateNames(states);
  const whole = states.filter((state) => !cities.some((city) => city.startsWith(`${state}:`)));
  const names = [
    ...cities.map((city) => `${city.slice(3)}, ${city.slice(0, 2)}`),
    ...whole.map((code) => US_STATES[code] ?? code),
  ];
  return names.length > 5
    ? `${names.slice(0, 4).join('; ')}; and ${names.length - 4} more places`
    : new Intl.ListFormat('en-US').format(names);
}
