import { showCount, showMoney } from '#src/machines/amount/amounts.ts';

interface Record {
  jobsDone: number;
  jobsOpen: number;
  jobsDeclined: number;
  jobsDropped: number;
}

/** A carrier's record: "12 jobs done, 1 under way, 2 declined". */
export function recordText({ jobsDone, jobsOpen, jobsDeclined, jobsDropped }: Record): string {
  const parts = [
    jobsDone > 0 && `${showCount(jobsDone, 'job', 'jobs')} done`,
    jobsOpen > 0 && `${jobsOpen} under way`,
    jobsDeclined > 0 && `${jobsDeclined} declined`,
    jobsDropped > 0 && `${jobsDropped} dropped`,
  ].filter(Boolean);
  return parts.length > 0 ? parts.join(', ') : 'No jobs with us yet';
}

/** What is left of the client's price after paying the carrier, and its percentage. */
export function Margin({ total, pay }: { total: number; pay: number }) {
  const margin = total - pay;
  const share = total > 0 ? ` (${Math.round((margin / total) * 100)}%)` : '';
  return (
    <span className={margin < 0 ? 'text-red-600' : undefined}>
      margin {showMoney(margin)}
      {share}
    </span>
  );
}
