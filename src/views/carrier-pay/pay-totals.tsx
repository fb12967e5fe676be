import type { CarrierPayQuery } from '#src/generated/graphql/graphql.ts';
import { showCount, showMoney } from '#src/machines/amount/amounts.ts';
import { Figure } from '#src/views/ui/figure.tsx';

/** What is open and what was paid, over all jobs. */
export function PayTotals({ totals }: { totals: CarrierPayQuery['carrierPay']['totals'] }) {
  return (
    <dl className="grid gap-2" style={{ gridTemplateColumns: 'repeat(auto-fill, minmax(9.5rem, 1fr))' }}>
      <Figure name="Open" value={showMoney(totals.unpaid)}>
        {showCount(totals.unpaidJobs, 'job')} not paid yet
      </Figure>
      <Figure name="Due within 7 days" value={showMoney(totals.due)}>
        {showCount(totals.dueJobs, 'job')}
      </Figure>
      <Figure name="Overdue" value={showMoney(totals.overdue)} isBad={totals.overdue > 0}>
        {showCount(totals.overdueJobs, 'job')}
      </Figure>
      <Figure name="Paid this month" value={showMoney(totals.paidThisMonth)} />
      <Figure name="Paid this year" value={showMoney(totals.paidThisYear)} />
    </dl>
  );
}
