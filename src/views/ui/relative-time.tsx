import { useEffect, useState } from 'react';
import { relativeTime, timeSince } from './dates.ts';
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

/** "Fri, Dec 4, 2026, 9:41 AM CST" in the given time zone, or in the person's own. */
export function exactTime(instant: string, timeZone?: string): string {
  return exact(timeZone).format(new Date(instant));
}

interface RelativeTimeProps {
  instant: string;
  timeZone?: string;
  /** "3h" instead of "3h ago". */
  isLength?: boolean;
}

/** How long ago, kept up to date; the exact time on hover. */
export function RelativeTime({ instant, timeZone, isLength = false }: RelativeTimeProps) {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), MINUTE);
    return () => clearInterval(timer);
  }, []);
  return (
    <time dateTime={instant} title={exactTime(instant, timeZone)} className="whitespace-nowrap">
      {(isLength ? timeSince : relativeTime)(instant, now)}
    </time>
  );
}
