import { addDays } from '#src/machines/calendar/days.ts';
import { problem } from '#src/api/http/problem.ts';
import { longDate } from '#src/api/mail/letter.ts';

/** Two years: longer than any intended validity. A mistyped year would be binding. */
const PRICE_DAYS = 730;

/** @throws Problem 422 if a price given `today` would be valid for implausibly long */
export function mustEndInTime(validUntil: string, today: string): void {
  const latest = addDays(today, PRICE_DAYS);
  if (validUntil > latest)
    throw problem(422, `A price can be valid for two years at most, until ${longDate(latest)}.`, {
      errors: [{ field: 'valid_until', message: `Choose ${longDate(latest)} or an earlier day.` }],
    });
}
