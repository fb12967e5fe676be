import { showWhole } from '#src/machines/amount/amounts.ts';
import { US_STATES } from '#src/machines/place/us-states.ts';
import { showDateRange } from './dates.ts';

interface PostedTruck {
  city: string;
  state: string;
  firstDay: string;
  lastDay: string;
  destination: string | null;
  weightLb: number | null;
}

/** "Columbus, OH · Dec 4 – 6" */
export const truckPlace = ({ city, state, firstDay, lastDay }: PostedTruck): string =>
  `${city}, ${state} · ${showDateRange(firstDay, lastDay)}`;

/** "Going to Texas · room for 8,000 lb"; empty if the carrier specified neither. */
export const truckWishes = ({ destination, weightLb }: PostedTruck): string =>
  [
    destination && `Going to ${US_STATES[destination] ?? destination}`,
    weightLb !== null && `room for ${showWhole(weightLb)} lb`,
  ]
    .filter(Boolean)
    .join(' · ');
