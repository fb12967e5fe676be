import type { CarrierPayState, JobPaperKind } from '#src/generated/graphql/graphql.ts';
import { showCount } from '#src/machines/amount/amounts.ts';
import { DAY } from '#src/machines/calendar/durations.ts';
import type { Tone } from './badge.tsx';

/** When a carrier is paid, among its payments and in its list of jobs. */
export const PAY_NAMES: Record<CarrierPayState, { word: string; tone: Tone }> = {
  overdue: { word: 'Overdue', tone: 'red' },
  due: { word: 'Due soon', tone: 'amber' },
  open: { word: 'Not due yet', tone: 'blue' },
  awaiting_papers: { word: 'Papers missing', tone: 'amber' },
  paid: { word: 'Paid', tone: 'green' },
};

export const daysBetween = (from: string, to: string): number => Math.round((Date.parse(to) - Date.parse(from)) / DAY);

const PAPER_WORDS: Partial<Record<JobPaperKind, string>> = {
  delivery_receipt: 'the receipt',
  completion_statement: 'the statement',
};

/** The due date relative to `today`, the brokerage's date, which the API uses, too: "12 days late". */
export function dueNews(
  {
    state,
    missingPapers,
    dueOn,
  }: { state: CarrierPayState; missingPapers: readonly JobPaperKind[]; dueOn: string | null },
  today: string,
): string | null {
  if (state === 'awaiting_papers') return `Add ${missingPapers.map((kind) => PAPER_WORDS[kind]).join(' and ')}`;
  if (state === 'paid' || dueOn === null) return null;
  const days = daysBetween(today, dueOn);
  if (days < 0) return `${showCount(-days, 'day')} late`;
  return days === 0 ? 'Today' : `In ${showCount(days, 'day')}`;
}
