/** A carrier hears so many days ahead that a policy ends. */
export const REMINDER_DAYS = [30, 14, 7, 1] as const;
export type ReminderDays = (typeof REMINDER_DAYS)[number];

/**
 * The reminder that is due when a policy ends in `daysLeft` days (0: today), and the last one that went out was that of
 * `sent` days; null where none is. A day on which nothing ran is made up for: late, but once.
 */
export function dueReminder(daysLeft: number, sent: number | null): ReminderDays | null {
  if (daysLeft < 0) return null;
  const reached = REMINDER_DAYS.findLast((days) => daysLeft <= days);
  return reached !== undefined && (sent === null || reached < sent) ? reached : null;
}
