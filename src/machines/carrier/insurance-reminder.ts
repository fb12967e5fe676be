/** A carrier is reminded this many days before a policy ends. */
export const REMINDER_DAYS = [30, 14, 7, 1] as const;
export type ReminderDays = (typeof REMINDER_DAYS)[number];

/**
 * The reminder that is due when a policy ends in `daysLeft` days (0: today) and the last reminder sent was the one for
 * `sent` days; null if none is due. A missed day is caught up on: late, but once.
 */
export function dueReminder(daysLeft: number, sent: number | null): ReminderDays | null {
  if (daysLeft < 0) return null;
  const reached = REMINDER_DAYS.findLast((days) => daysLeft <= days);
  return reached !== undefined && (sent === null || reached < sent) ? reached : null;
}
