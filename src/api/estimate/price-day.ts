import { latestPriceDay } from '#src/machines/calendar/price-days.ts';
import { problem } from '#src/api/http/problem.ts';
import { longDate } from '#src/api/mail/letter.ts';

/** @throws Problem 422 where a price given `today` would hold for longer than anybody means */
export function mustEndInTime(validUntil: string, today: string): void {
  const latest = latestPriceDay(today);
  if (validUntil > latest)
    throw problem(422, `A price can be valid for two years at most, until ${longDate(latest)}.`, {
      errors: [{ field: 'valid_until', message: `Choose ${longDate(latest)} or an earlier day.` }],
    });
}
