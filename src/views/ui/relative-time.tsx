import { useEffect, useState } from 'react';

const format = new Intl.RelativeTimeFormat('en-US', { numeric: 'auto', style: 'narrow' });
const steps: [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
];

/** "3h ago", "yesterday", "in 2 days". */
export function relativeTime(instant: string, now: number): string {
  const seconds = (Date.parse(instant) - now) / 1000;
  for (const [unit, size] of steps) {
    if (Math.abs(seconds) >= size) return format.format(Math.trunc(seconds / size), unit);
  }
  return 'just now';
}

/** "Fri, Dec 4, 2026, 9:41 AM CST" in the given zone, or in the person's own. */
export function exactTime(instant: string, timeZone?: string): string {
  return new Date(instant).toLocaleString('en-US', {
    weekday: 'short',
    month: 'short',
    day: 'numeric',
    year: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
    timeZone,
  });
}

const MINUTE = 60_000;

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
