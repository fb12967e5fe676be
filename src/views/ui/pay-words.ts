import type { CarrierPayState } from '#src/generated/graphql/graphql.ts';
import { showCount } from '#src/machines/amount/amounts.ts';
import { DAY } from '#src/machines/calendar/durations.ts';
import type { Tone } from './badge.tsx';

/** When a carrier is paid, among its payments and in its list of jobs. */
export const PAY_NAMES: Record<CarrierPayState, { word: string; tone: Tone }> = {
  overdue: { word: 'Overdue', tone: 'red' },
  due: { word: 'Due this week', tone: 'amber' },
  open: { word: 'Not due yet', tone: 'blue' },
  awaiting_papers: { word: 'Papers missing', tone: 'amber' },
  paid: { word: 'Paid', tone: 'green' },
};

export const daysBetween = (from: string, to: string): number => Math.round((Date.parse(to) - Date.parse(from)) / DAY);

/** The due date relative to `today`, the brokerage's date, which the API uses, too: "12 days late". */
export function dueNews(
  { state, dueOn }: { state: CarrierPayState; dueOn: string | null },
  today: string,
): string | null {
  if (state === 'awaiting_papers') return 'Add the receipt and the statement';
  if (state === 'paid' || dueOn === null) return null;
  const days = daysBetween(today, dueOn);
  if (days < 0) return `${showCount(-days, 'day')} late`;
  return days === 0 ? 'Today' : `In ${showCount(days, 'day')}`;
}
