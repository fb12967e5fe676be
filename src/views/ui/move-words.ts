import type { MoveSize } from '#src/generated/graphql/graphql.ts';
import { showWhole } from '#src/machines/amount/amounts.ts';
import { MOVE_SIZES } from '#src/machines/state-lead/move-sizes.ts';
import { showDate } from './dates.ts';

/** A household move in words, the same in every list. */
interface Where {
  city: string;
  state: string;
}

/** The model's names, by GraphQL's spelling. */
export const SIZE_NAMES = Object.fromEntries(
  Object.entries(MOVE_SIZES).map(([size, { name }]) => [size.replaceAll('-', '_'), name]),
) as Record<MoveSize, string>;

export const placeText = ({ city, state }: Where): string => `${city}, ${state}`;
export const routeText = ({ origin, destination }: { origin: Where; destination: Where }): string =>
  `${placeText(origin)} → ${placeText(destination)}`;
export const moveDateText = ({ moveDate, isFlexible }: { moveDate: string | null; isFlexible: boolean }): string =>
  moveDate ? `${showDate(moveDate)}${isFlexible ? ', flexible' : ''}` : 'Date open';

/** "2 bedrooms · 5,500 lb · 1,240 mi". */
export const factsText = ({ size, weightLb, miles }: { size: MoveSize; weightLb: number; miles: number }): string =>
  `${SIZE_NAMES[size]} · ${showWhole(weightLb)} lb · ${showWhole(miles)} mi`;

/** "Phone verified"; null if nothing is. */
export function verifiedText({ phoneVerified, emailVerified }: { phoneVerified: boolean; emailVerified: boolean }) {
  if (phoneVerified) return emailVerified ? 'Phone and email verified' : 'Phone verified';
  return emailVerified ? 'Email verified' : null;
}
