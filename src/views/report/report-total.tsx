import { showWhole, showWholeDollars } from '#src/machines/amount/amounts.ts';
import { Figure } from '#src/views/ui/figure.tsx';
import { showSeconds, showShare } from '#src/views/ui/numbers.ts';
import type { ReportRow } from './report-table.tsx';

/** The totals of the period, each with what it counts. */
export function ReportTotal({ total }: { total: ReportRow }) {
  const { leads, quoted, won, lost, open, firstAnswerSeconds, revenue, received, margin, awarded } = total;
  return (
    <dl className="grid gap-2" style={{ gridTemplateColumns: 'repeat(auto-fill, minmax(8.25rem, 1fr))' }}>
      <Figure name="Leads" value={showWhole(leads)}>
        {showWhole(open)} open · {showWhole(lost)} lost
      </Figure>
      <Figure name="Quoted" value={showWhole(quoted)}>
        {showShare(quoted, leads)} of leads
      </Figure>
      <Figure name="Signed" value={showWhole(won)}>
        {showShare(won, leads)} win rate
      </Figure>
      <Figure name="First answer" value={showSeconds(firstAnswerSeconds)}>
        median
      </Figure>
      <Figure name="Revenue" value={showWholeDollars(revenue)}>
        agreed with clients
      </Figure>
      <Figure name="Received" value={showWholeDollars(received)}>
        net of refunds
      </Figure>
      <Figure name="Margin" value={awarded === 0 ? '—' : showWholeDollars(margin)}>
        {showWhole(awarded)} with a carrier
      </Figure>
    </dl>
  );
}
