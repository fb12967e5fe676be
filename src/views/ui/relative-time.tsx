import { useEffect, useState } from 'react';
import { relativeTime } from './dates.ts';
import { clockFormat } from '#src/machines/calendar/clock-format.ts';
import { MINUTE } from '#src/machines/calendar/durations.ts';

const exact = clockFormat({
  weekday: 'short',
  month: 'short',
  day: 'numeric',
  year: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
  timeZoneName: 'short',
});

/** "Fri, Dec 4, 2026, 9:41 AM CST" in the given zone, or in the person's own. */
export function exactTime(instant: string, timeZone?: string): string {
  return exact(timeZone).format(new Date(instant));
}

/** How long ago, kept up to date; the exact time on hover. */
export function RelativeTime({ instant, timeZone }: { instant: string; timeZone?: string }) {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), MINUTE);
    return () => clearInterval(timer);
  }, []);
  return (
    <time dateTime={instant} title={exactTime(instant, timeZone)} className="whitespace-nowrap">
      {relativeTime(instant, now)}
    </time>
  );
}
