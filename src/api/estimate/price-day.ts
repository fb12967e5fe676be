import { addDays } from '#src/machines/calendar/days.ts';
import { problem } from '#src/api/http/problem.ts';
import { longDate } from '#src/api/mail/letter.ts';

/** Two years: nobody means a price that holds for longer, and who types a year wrong would be bound by it. */
const PRICE_DAYS = 730;

/** @throws Problem 422 where a price given `today` would hold for longer than anybody means */
export function mustEndInTime(validUntil: string, today: string): void {
  const latest = addDays(today, PRICE_DAYS);
  if (validUntil > latest)
    throw problem(422, `A price can be valid for two years at most, until ${longDate(latest)}.`, {
      errors: [{ field: 'valid_until', message: `Choose ${longDate(latest)} or an earlier day.` }],
    });
}
