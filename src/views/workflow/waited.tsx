import { useEffect, useState } from 'react';
import { exactTime } from '#src/views/ui/relative-time.tsx';
import { showSeconds } from '#src/views/ui/numbers.ts';
import { MINUTE } from '#src/machines/calendar/durations.ts';

/** The waiting time, kept up to date; the exact start on hover. */
export function Waited({ since }: { since: string }) {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), MINUTE);
    return () => clearInterval(timer);
  }, []);
  return (
    <time dateTime={since} title={`since ${exactTime(since)}`} className="whitespace-nowrap">
      {showSeconds(Math.max(0, (now - Date.parse(since)) / 1000))}
    </time>
  );
}
