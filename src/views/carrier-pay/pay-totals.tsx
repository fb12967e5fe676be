import type { ReactNode } from 'react';
import type { CarrierPayQuery } from '#src/generated/graphql/graphql.ts';
import { showCount, showMoney } from '#src/machines/amount/amounts.ts';

/** What is open and what was paid, over all jobs. */
export function PayTotals({ totals }: { totals: CarrierPayQuery['carrierPay']['totals'] }) {
  return (
    <dl className="grid gap-2" style={{ gridTemplateColumns: 'repeat(auto-fill, minmax(9.5rem, 1fr))' }}>
      <Total name="Open" cents={totals.unpaid}>
        {showCount(totals.unpaidJobs, 'job')} not paid yet
      </Total>
      <Total name="Due this week" cents={totals.due}>
        {showCount(totals.dueJobs, 'job')}
      </Total>
      <Total name="Overdue" cents={totals.overdue} isLate={totals.overdue > 0}>
        {showCount(totals.overdueJobs, 'job')}
      </Total>
      <Total name="Paid this month" cents={totals.paidThisMonth} />
      <Total name="Paid this year" cents={totals.paidThisYear} />
    </dl>
  );
}

interface TotalProps {
  name: string;
  cents: number;
  isLate?: boolean;
  children?: ReactNode;
}

function Total({ name, cents, isLate = false, children }: TotalProps) {
  return (
    <div className="min-w-0 rounded-lg border border-gray-200 px-4 py-2.5">
      <dt className="text-gray-600">{name}</dt>
      <dd className={`text-lg font-semibold tabular-nums wrap-anywhere ${isLate ? 'text-red-600' : ''}`}>
        {showMoney(cents)}
      </dd>
      {children && <dd className="text-xs text-gray-500">{children}</dd>}
    </div>
  );
}
