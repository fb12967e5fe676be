import type { CarrierPayQueryVariables, CarrierPayState } from '#src/generated/graphql/graphql.ts';
import { PAY_STATES } from '#src/machines/carrier-pay/carrier-pay.ts';
import { today } from '#src/views/ui/dates.ts';

export const PERIODS = ['this-month', 'last-month', 'this-year', 'last-year'] as const;
export type Period = (typeof PERIODS)[number];

export const PERIOD_NAMES: Record<Period, string> = {
  'this-month': 'This month',
  'last-month': 'Last month',
  'this-year': 'This year',
  'last-year': 'Last year',
};

/** As in the URL. */
export interface PayFilters {
  state?: CarrierPayState;
  delivered?: Period;
}

export function readPayFilters(search: string): PayFilters {
  const given = new URLSearchParams(search);
  const state = PAY_STATES.find((one) => one === given.get('state'));
  const delivered = PERIODS.find((one) => one === given.get('delivered'));
  return {
    ...(state && { state: state.replaceAll('-', '_') as CarrierPayState }),
    ...(delivered && { delivered }),
  };
}

/** The same as a URL query; states use the API's spelling there. */
export const payQuery = ({ state, delivered }: PayFilters) => ({ state: state?.replaceAll('_', '-'), delivered });

const iso = (year: number, month: number, day: number): string =>
  new Date(Date.UTC(year, month, day)).toISOString().slice(0, 10);

/** The first and the last day of a period. */
export function daysOf(period: Period, now = today()): { from: string; to: string } {
  const [year = 0, month = 1] = now.split('-').map(Number);
  switch (period) {
    case 'this-month':
      return { from: iso(year, month - 1, 1), to: iso(year, month, 0) };
    case 'last-month':
      return { from: iso(year, month - 2, 1), to: iso(year, month - 1, 0) };
    case 'this-year':
      return { from: iso(year, 0, 1), to: iso(year, 11, 31) };
    case 'last-year':
      return { from: iso(year - 1, 0, 1), to: iso(year - 1, 11, 31) };
  }
}

export const variablesOf = ({ state, delivered }: PayFilters): CarrierPayQueryVariables => ({
  ...(state && { state }),
  ...(delivered && daysOf(delivered)),
});
