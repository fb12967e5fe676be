import { Type } from 'typebox';
import type { Static } from 'typebox';
import {
  CalendarDate,
  Cents,
  Count,
  Cursor,
  LimitText,
  Named,
  Nullable,
  OneOf,
  PageInfo,
  Strict,
  Uuid,
} from '#src/api/http/schemas.ts';
import { MOST_PAY_DAYS, PAY_PAPERS, PAY_STATES } from '#src/machines/carrier-pay/carrier-pay.ts';

const Words = Type.String({ maxLength: 300 });
export const PayDays = Type.Integer({
  minimum: 1,
  maximum: MOST_PAY_DAYS,
  description: 'Days from the receipt of the carrier’s papers to its pay',
});

export const MissingPapers = Type.Array(OneOf(PAY_PAPERS), {
  maxItems: PAY_PAPERS.length,
  description: 'What the due date waits for',
});

export const payFilters = {
  state: Type.Optional(OneOf(PAY_STATES)),
  from: Type.Optional({ ...CalendarDate, description: 'Delivered on this day or later' }),
  to: Type.Optional({ ...CalendarDate, description: 'Delivered on this day or earlier' }),
};
export const PayQuery = Strict({ ...payFilters, after: Type.Optional(Cursor), limit: Type.Optional(LimitText) });
export type PayQuery = Static<typeof PayQuery>;

export const CarrierPay = Named('JobPay', {
  lead_id: Uuid,
  reference: Words,
  route: Words,
  is_closed: Type.Boolean({ description: 'The broker has closed the contract' }),
  state: OneOf(PAY_STATES),
  delivered_on: CalendarDate,
  pay_days: PayDays,
  received_on: Nullable({ ...CalendarDate, description: 'When the papers were there, or the contract was closed' }),
  missing_papers: MissingPapers,
  due_on: Nullable(CalendarDate),
  paid_on: Nullable({ ...CalendarDate, description: 'The day of the last payment' }),
  amount: Cents,
  paid: Cents,
  asked_on: Nullable({ ...CalendarDate, description: 'When the carrier last asked about it' }),
});
export type CarrierPay = Static<typeof CarrierPay>;

/** Over all jobs, regardless of the filters. */
export const PayTotals = Named('CarrierPayTotals', {
  unpaid: { ...Cents, description: 'US cents, all that is not paid yet' },
  unpaid_jobs: Count,
  due: { ...Cents, description: 'US cents, of it what is due within a week' },
  due_jobs: Count,
  overdue: { ...Cents, description: 'US cents, of it what was due before today' },
  overdue_jobs: Count,
  paid_this_month: Cents,
  paid_this_year: Cents,
});

export const CarrierPayPage = Type.Object({
  jobs: Type.Array(CarrierPay, { maxItems: 100 }),
  page: PageInfo,
  totals: PayTotals,
  pay_days: { ...PayDays, description: 'For jobs that are awarded from now on' },
  today: { ...CalendarDate, description: 'At the brokerage; what is due is due there' },
});
