import { numberFormat } from '#src/machines/amount/amounts.ts';

const MINUTE = 60;
const HOUR = 3600;
const DAY = 86_400;

/** "40 min", "5 h", "12 days", "4 months": only as precise as useful. */
export function showSeconds(seconds: number | null | undefined): string {
  if (seconds === null || seconds === undefined) return '—';
  if (seconds < MINUTE) return 'under 1 min';
  if (seconds < HOUR) return `${Math.floor(seconds / MINUTE)} min`;
  if (seconds < 2 * DAY) return `${Math.floor(seconds / HOUR)} h`;
  if (seconds < 120 * DAY) return `${Math.floor(seconds / DAY)} days`;
  return `${Math.floor(seconds / (30 * DAY))} months`;
}

const short = numberFormat({ notation: 'compact' });

/** "999", "1.2K": where there is room for four characters. */
export const showShort = (count: number): string => short(count);

export function showShare(part: number, whole: number): string {
  if (whole === 0) return '0%';
  const percent = (100 * part) / whole;
  return percent > 0 && percent < 1 ? 'under 1%' : `${Math.round(percent)}%`;
}
