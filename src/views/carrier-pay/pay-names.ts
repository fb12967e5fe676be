import type { JobPayRowFragment } from '#src/generated/graphql/graphql.ts';
import { showCount } from '#src/machines/amount/amounts.ts';
import { showDate } from '#src/views/ui/dates.ts';
import { daysBetween } from '#src/views/ui/pay-words.ts';

export type PayRow = JobPayRowFragment;

/** The time since delivery: "34 days ago". */
export function ageOf(deliveredOn: string, today: string): string {
  const days = daysBetween(deliveredOn, today);
  return days <= 0 ? 'Today' : `${showCount(days, 'day')} ago`;
}

export const showDue = ({ dueOn }: Pick<PayRow, 'dueOn'>): string =>
  dueOn === null ? 'No due date yet' : showDate(dueOn);
