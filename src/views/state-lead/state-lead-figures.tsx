import type { StateLeadReportQuery } from '#src/generated/graphql/graphql.ts';
import { showMoney, showWhole, showWholeDollars } from '#src/machines/amount/amounts.ts';
import { Card } from '#src/views/ui/card.tsx';
import { Figure } from '#src/views/ui/figure.tsx';
import { showSeconds, showShare } from '#src/views/ui/numbers.ts';
import { SCROLL_CUE } from '#src/views/ui/scroll-cue.ts';

type Report = StateLeadReportQuery['stateLeadReport'];
type Row = Report['total'];

const head = 'px-2 py-2 text-xs font-medium text-gray-500 whitespace-nowrap';
const number = 'px-2 py-2.5 text-right tabular-nums whitespace-nowrap';
const month = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' });
const COLUMNS = ['Leads', 'First contact', 'Quoted', 'Won', 'Lost', 'Win rate', 'Value won'];

/** The figures of a period: the totals, each with what it counts, and a table by month. */
export function StateLeadFigures({ report: { total, months } }: { report: Report }) {
  const { leads, contacted, quoted, won, lost, open, value, firstContactSeconds } = total;
  return (
    <>
      <dl className="grid gap-2" style={{ gridTemplateColumns: 'repeat(auto-fill, minmax(8.25rem, 1fr))' }}>
        <Figure name="Leads" value={showWhole(leads)}>
          {showWhole(open)} open · {showWhole(lost)} lost
        </Figure>
        <Figure name="First contact" value={showSeconds(firstContactSeconds)}>
          median of {showWhole(contacted)}
        </Figure>
        <Figure name="Quoted" value={showWhole(quoted)}>
          {showShare(quoted, leads)} of leads
        </Figure>
        <Figure name="Won" value={showWhole(won)}>
          {showShare(won, leads)} win rate
        </Figure>
        <Figure name="Value won" value={showWholeDollars(value)}>
          {won === 0 ? 'nothing won yet' : `${showWholeDollars(Math.round(value / won))} on average`}
        </Figure>
      </dl>
      <p className="text-gray-600">
        A lead is won when you mark it as won, or when the client accepts your quote. Win rate is won leads out of all
        leads.
      </p>
      <Card title="By month" flush>
        <div
          className="overflow-x-auto"
          style={SCROLL_CUE}
          role="region"
          aria-label="By month"
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls with the keys
          tabIndex={0}
        >
          <table className="w-full">
            <thead className="border-b border-gray-200">
              <tr>
                <th scope="col" className={`${head} pl-4 text-left`}>
                  Month
                </th>
                {COLUMNS.map((name) => (
                  <th key={name} scope="col" className={`${head} text-right ${name === 'Value won' ? 'pr-4' : ''}`}>
                    {name}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody className="divide-y divide-gray-100">
              {months.map((row) => (
                <Numbers key={row.month} row={row} name={month.format(new Date(`${row.month}-01T00:00:00Z`))} />
              ))}
            </tbody>
            <tfoot className="border-t border-gray-200 font-medium">
              <Numbers row={total} name="Total" />
            </tfoot>
          </table>
        </div>
      </Card>
    </>
  );
}

function Numbers({ row, name }: { row: Row; name: string }) {
  return (
    <tr>
      <th scope="row" className="py-2.5 pr-2 pl-4 text-left font-medium whitespace-nowrap">
        {name}
      </th>
      <td className={number}>{showWhole(row.leads)}</td>
      <td className={number}>{showSeconds(row.firstContactSeconds)}</td>
      <td className={number}>{showWhole(row.quoted)}</td>
      <td className={number}>{showWhole(row.won)}</td>
      <td className={number}>{showWhole(row.lost)}</td>
      <td className={number}>{showShare(row.won, row.leads)}</td>
      <td className={`${number} pr-4`}>{showMoney(row.value)}</td>
    </tr>
  );
}
