import { showCount, showMoney, showWholeDollars } from '#src/machines/amount/amounts.ts';

/** "$2,000", "$2,000 – $2,400", with cents if there are any. In cents; null if no rate was given. */
export function rateText(low: number | null, high: number | null): string | null {
  if (low === null || high === null) return null;
  const show = low % 100 === 0 && high % 100 === 0 ? showWholeDollars : showMoney;
  return low === high ? show(low) : `${show(low)} – ${show(high)}`;
}

/** "Usual pay on this lane: $1,800 – $2,650 (middle half of 12 jobs, last 12 months)". Cents. */
export const bandText = ({ low, high, jobs }: { low: number; high: number; jobs: number }): string =>
  `Usual pay on this lane: ${showWholeDollars(low)} – ${showWholeDollars(high)} (middle half of ${showCount(jobs, 'job', 'jobs')}, last 12 months)`;
