/** The periods the page can cover; the URL selects one. */
export const PERIODS = [
  { key: '7', name: '7 days' },
  { key: '30', name: '30 days' },
  { key: '90', name: '90 days' },
  { key: '365', name: '1 year' },
  { key: 'all', name: 'All time' },
] as const;
export type Period = (typeof PERIODS)[number]['key'];

const USUAL: Period = '90';

export function readPeriod(search: URLSearchParams): Period {
  const asked = search.get('days');
  return PERIODS.find(({ key }) => key === asked)?.key ?? USUAL;
}

/** The value in the URL: none for the default. */
export const periodQuery = (period: Period): string | undefined => (period === USUAL ? undefined : period);

export const daysOf = (period: Period): number | null => (period === 'all' ? null : Number(period));
