import { US_STATES } from '#src/machines/place/us-states.ts';

export const allStates = Object.keys(US_STATES);

/** "Ohio", "Ohio and Texas", "all states"; in the order of the alphabet. */
export function stateNames(codes: readonly string[]): string {
  if (codes.length === allStates.length) return 'all states';
  return new Intl.ListFormat('en-US').format(codes.map((code) => US_STATES[code] ?? code));
}
