import type { AgentLeadKind, LoadDetailsFragment, LoadRowFragment, Packing } from '#src/generated/graphql/graphql.ts';
import { showMoney, showWhole } from '#src/machines/amount/amounts.ts';
import type { Tone } from '#src/views/ui/badge.tsx';
import { rateText } from '#src/views/ui/band-text.ts';
import { showDateRange, today } from '#src/views/ui/dates.ts';
import { nearDate } from '#src/views/ui/near-date.ts';
import { STATE_NAMES, STATE_TONES } from '#src/views/ui/job-words.ts';
import { dueNews, PAY_NAMES } from '#src/views/ui/pay-words.ts';
import { sentence } from '#src/machines/phrases.ts';

export type LoadRow = LoadRowFragment;
export type LoadDetails = LoadDetailsFragment;

export const KIND_NAMES: Record<AgentLeadKind, string> = {
  household_interstate: 'Household, interstate',
  household_intrastate: 'Household, intrastate',
  local: 'Local',
  commercial: 'Commercial',
  freight: 'Freight',
};

export const PACKING_NAMES: Record<Packing, string> = {
  none: 'No packing',
  partial: 'Partial packing',
  full: 'Full packing',
};

type PlaceLike = { city: string; state: string } | null;
export const placeText = (place: PlaceLike) => (place ? `${place.city}, ${place.state}` : 'unknown');

/** "Austin, TX → Denver, CO". */
export const routeText = (load: { origin: PlaceLike; destination: PlaceLike }) =>
  `${placeText(load.origin)} → ${placeText(load.destination)}`;

/** The days on which the load can be picked up. */
export function windowText({ moveDate, moveDateLast }: Pick<LoadRow, 'moveDate' | 'moveDateLast'>): string | null {
  if (moveDate === null) return null;
  return moveDateLast && moveDateLast !== moveDate ? showDateRange(moveDate, moveDateLast) : nearDate(moveDate);
}

/** The day on which the carrier reported the pick-up, otherwise the agreed one. */
export function startOf({ award }: Pick<LoadRow, 'award'>): { day: string; isPlanned: boolean } | null {
  if (award?.pickedUpAt) return { day: nearDate(today(new Date(award.pickedUpAt))), isPlanned: false };
  return award?.startDate ? { day: nearDate(award.startDate), isPlanned: true } : null;
}

/** What the broker pays, if posted; for the carrier's own job, the agreed pay. */
export function postedText({ postedLow, postedHigh, award }: LoadRow): string | null {
  const rate = award ? null : rateText(postedLow, postedHigh);
  return rate && `Posted at ${rate}`;
}

/** Miles to the pick-up from the given place, otherwise from the carrier's base. */
export const deadheadOf = ({ distanceFromNear, distanceFromBase }: LoadRow): number | null =>
  distanceFromNear ?? distanceFromBase;

/** The most important facts in one line: "Dec 8 – 9 · 5,076 mi · 3,140 lb". */
export function summaryOf(load: LoadRow): string {
  const { distanceMiles, weightLb, moveSize } = load;
  return [
    windowText(load),
    distanceMiles !== null && `${showWhole(distanceMiles)} mi`,
    weightLb === null ? moveSize : `${showWhole(weightLb)} lb`,
  ]
    .filter(Boolean)
    .join(' · ');
}

/** The state of the carrier's own job in words: the signature that is missing, or the step. */
export function jobState({ award }: LoadRow): { tone: Tone; word: string } | null {
  if (!award) return null;
  if (award.stage !== 'awaiting_carrier') {
    const step = award.jobState ?? 'not_started';
    return { tone: STATE_TONES[step], word: STATE_NAMES[step] };
  }
  return award.agreementState === 'expired'
    ? { tone: 'red', word: 'Agreement expired' }
    : { tone: 'amber', word: 'Agreement to sign' };
}

/** When the carrier's own job is paid, in the words of its payments. */
export function payState({ pay }: LoadRow): { tone: Tone; word: string; news: string | null } | null {
  return pay && { ...PAY_NAMES[pay.state], news: dueNews(pay, pay.today) };
}

/** The outcome of the carrier's own bid. A load awarded without a bid counts as won, whatever was bid. */
export function bidState({ bid, award }: LoadRow): { tone: Tone; word: string } | null {
  if (!bid) return null;
  if (award) return { tone: 'green', word: 'Won' };
  if (bid.state === 'active' && bid.counter) return { tone: 'amber', word: 'Counter-offer' };
  if (bid.state === 'active')
    return bid.isSeen ? { tone: 'blue', word: 'Seen' } : { tone: 'gray', word: 'Not seen yet' };
  if (bid.state === 'awarded') return { tone: 'green', word: 'Won' };
  return bid.state === 'lost' ? { tone: 'red', word: 'Lost' } : { tone: 'gray', word: 'Withdrawn' };
}

/** The latest about the carrier's own bid, in a few words. */
export function bidNews({ bid, award, tab }: LoadRow): string | null {
  if (!bid) return null;
  if (award) return award.signedAt ? 'You signed the job' : 'Waiting for your signature';
  if (bid.state === 'withdrawn') return bid.lostReason ? 'You declined the job' : 'You withdrew it';
  if (bid.lostReason) return sentence(bid.lostReason);
  if (tab === null) return 'The load has left the board';
  if (bid.isLoadChanged) return 'The load changed after you bid';
  if (bid.counter) return `The broker asks for ${showMoney(bid.counter.amount)}`;
  return bid.isSeen ? 'The broker has seen it' : 'The broker has not seen it yet';
}

/** When that happened. */
export const newsAt = ({ counter, updatedAt }: NonNullable<LoadRow['bid']>): string => counter?.at ?? updatedAt;
