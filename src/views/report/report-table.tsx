import { useState } from 'react';
import type { ReportNumbersFragment } from '#src/generated/graphql/graphql.ts';
import { showMoney, showWhole } from '#src/machines/amount/amounts.ts';
import { Button, LinkButton } from '#src/views/ui/button.tsx';
import { Card } from '#src/views/ui/card.tsx';
import { showSeconds, showShare } from '#src/views/ui/numbers.ts';
import { SCROLL_CUE } from '#src/views/ui/scroll-cue.ts';

export type ReportRow = ReportNumbersFragment;

const head = 'px-2 py-2 text-xs font-medium text-gray-500 whitespace-nowrap';
const number = 'px-2 py-2.5 text-right tabular-nums whitespace-nowrap';
/** The number of rows shown at first; the others on demand. */
const SHOWN = 12;

interface ReportTableProps {
  title: string;
  /** What a row represents: "Agent". */
  of: string;
  rows: readonly ReportRow[];
  total: ReportRow;
  csv: string;
}

/** One table of the report. The bars show the same as the numbers beside them. */
export function ReportTable({ title, of, rows, total, csv }: ReportTableProps) {
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? rows : rows.slice(0, SHOWN);
  const most = Math.max(1, ...rows.map(({ leads }) => leads));
  return (
    <Card title={title} actions={<CsvLink href={csv} of={title} />} flush>
      <div
        className="overflow-x-auto"
        style={SCROLL_CUE}
        role="region"
        aria-label={title}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls with the keys
        tabIndex={0}
      >
        <table className="w-full">
          <thead className="border-b border-gray-200">
            <tr>
              <th scope="col" className={`${head} pl-4 text-left`}>
                {of}
              </th>
              {['Leads', 'Quoted', 'Signed', 'Win rate', 'First answer', 'Revenue', 'Received', 'Margin'].map(
                (name) => (
                  <th key={name} scope="col" className={`${head} text-right ${name === 'Margin' ? 'pr-4' : ''}`}>
                    {name}
                  </th>
                ),
              )}
            </tr>
          </thead>
          <tbody className="divide-y divide-gray-100">
            {shown.map((row) => (
              <tr key={row.key}>
                <th scope="row" className="py-2.5 pr-2 pl-4 text-left font-medium" style={{ minWidth: '9rem' }}>
                  {row.label}
                  <Bar leads={row.leads} won={row.won} most={most} />
                </th>
                <Numbers row={row} />
              </tr>
            ))}
          </tbody>
          <tfoot className="border-t border-gray-200 font-medium">
            <tr>
              <th scope="row" className="py-2.5 pr-2 pl-4 text-left">
                Total
              </th>
              <Numbers row={total} />
            </tr>
          </tfoot>
        </table>
      </div>
      <More total={rows.length} isWhole={isWhole} onChange={setWhole} />
    </Card>
  );
}

function Numbers({ row }: { row: ReportRow }) {
  return (
    <>
      <td className={number}>{showWhole(row.leads)}</td>
      <td className={number}>{showWhole(row.quoted)}</td>
      <td className={number}>{showWhole(row.won)}</td>
      <td className={number}>{showShare(row.won, row.leads)}</td>
      <td className={number}>{showSeconds(row.firstAnswerSeconds)}</td>
      <td className={number}>{showMoney(row.revenue)}</td>
      <td className={number}>{showMoney(row.received)}</td>
      <td className={`${number} pr-4`}>{row.awarded === 0 ? '—' : showMoney(row.margin)}</td>
    </>
  );
}

/** Leads, and the signed ones among them, as lengths; the numbers are in the row. */
function Bar({ leads, won, most }: { leads: number; won: number; most: number }) {
  return (
    <span className="mt-1 block" aria-hidden>
      <span className="block rounded-full bg-gray-200" style={{ height: 6, width: `${(100 * leads) / most}%` }}>
        <span
          className="block rounded-full bg-primary-600"
          style={{ height: 6, width: `${leads === 0 ? 0 : (100 * won) / leads}%` }}
        />
      </span>
    </span>
  );
}

function More({ total, isWhole, onChange }: { total: number; isWhole: boolean; onChange: (isWhole: boolean) => void }) {
  if (total <= SHOWN) return null;
  return (
    <p className="border-t border-gray-100 px-4 py-2.5">
      <Button size="sm" onClick={() => onChange(!isWhole)}>
        {isWhole ? `Show the first ${SHOWN}` : `Show all ${total}`}
      </Button>
    </p>
  );
}

function CsvLink({ href, of }: { href: string; of: string }) {
  return (
    <LinkButton size="sm" variant="ghost" href={href} download aria-label={`Export CSV: ${of}`}>
      Export CSV
    </LinkButton>
  );
}

/** Why leads were lost, most frequent reason first. */
export function ReasonTable({ rows, lost, csv }: { rows: readonly ReportRow[]; lost: number; csv: string }) {
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? rows : rows.slice(0, SHOWN);
  return (
    <Card title="Reasons lost" actions={<CsvLink href={csv} of="Reasons lost" />} flush>
      {rows.length === 0 ? (
        <p className="px-4 py-2.5 text-gray-600">None of these leads is archived.</p>
      ) : (
        <table className="w-full">
          <thead className="border-b border-gray-200">
            <tr>
              <th scope="col" className={`${head} pl-4 text-left`}>
                Reason
              </th>
              <th scope="col" className={`${head} text-right`}>
                Leads
              </th>
              <th scope="col" className={`${head} pr-4 text-right`}>
                Share
              </th>
            </tr>
          </thead>
          <tbody className="divide-y divide-gray-100">
            {shown.map(({ key, label, leads }) => (
              <tr key={key}>
                <th scope="row" className="py-2.5 pr-2 pl-4 text-left font-medium wrap-anywhere">
                  {label}
                  <Bar leads={leads} won={0} most={rows[0]!.leads} />
                </th>
                <td className={number}>{showWhole(leads)}</td>
                <td className={`${number} pr-4`}>{showShare(leads, lost)}</td>
              </tr>
            ))}
          </tbody>
          <tfoot className="border-t border-gray-200 font-medium">
            <tr>
              <th scope="row" className="py-2.5 pr-2 pl-4 text-left">
                Total
              </th>
              <td className={number}>{showWhole(lost)}</td>
              <td className={`${number} pr-4`}>{showShare(lost, lost)}</td>
            </tr>
          </tfoot>
        </table>
      )}
      <More total={rows.length} isWhole={isWhole} onChange={setWhole} />
    </Card>
  );
}
