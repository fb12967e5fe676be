import type { ReactNode } from 'react';
import { showWhole, showWholeDollars } from '#src/machines/amount/amounts.ts';
import { showSeconds, showShare } from '#src/views/ui/numbers.ts';
import type { ReportRow } from './report-table.tsx';

/** The sum of the period, each number with what it counts. */
export function ReportTotal({ total }: { total: ReportRow }) {
  const { leads, quoted, won, lost, open, firstAnswerSeconds, revenue, received, margin, awarded } = total;
  return (
    <dl className="grid gap-2" style={{ gridTemplateColumns: 'repeat(auto-fill, minmax(8.25rem, 1fr))' }}>
      <Number name="Leads" value={showWhole(leads)}>
        {showWhole(open)} open · {showWhole(lost)} lost
      </Number>
      <Number name="Quoted" value={showWhole(quoted)}>
        {showShare(quoted, leads)} of leads
      </Number>
      <Number name="Signed" value={showWhole(won)}>
        {showShare(won, leads)} win rate
      </Number>
      <Number name="First answer" value={showSeconds(firstAnswerSeconds)}>
        median, once answered
      </Number>
      <Number name="Revenue" value={showWholeDollars(revenue)}>
        agreed with clients
      </Number>
      <Number name="Received" value={showWholeDollars(received)}>
        less refunds
      </Number>
      <Number name="Margin" value={awarded === 0 ? '—' : showWholeDollars(margin)}>
        {showWhole(awarded)} with a carrier
      </Number>
    </dl>
  );
}

function Number({ name, value, children }: { name: string; value: string; children: ReactNode }) {
  return (
    <div className="min-w-0 rounded-lg border border-gray-200 px-4 py-2.5">
      <dt className="text-gray-600">{name}</dt>
      <dd className="text-lg font-semibold tabular-nums wrap-anywhere">{value}</dd>
      <dd className="text-xs text-gray-500">{children}</dd>
    </div>
  );
}
