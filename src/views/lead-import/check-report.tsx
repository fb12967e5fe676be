import type { ReactNode } from 'react';
import { showCount, showWhole } from '#src/machines/amount/amounts.ts';
import { Card } from '#src/views/ui/card.tsx';
import { FIELD_NAMES, type Findings, type ShowLead } from './import-names.ts';

/** As many as someone would read; the file that can be downloaded after the import contains all of them. */
const LISTED = 200;

interface CheckReportProps {
  found: Findings;
  /** A lead that a row looks like. */
  showLead: ShowLead;
}

/** Which rows are valid and which are not, before anything is written. */
export function CheckReport({ found: { right, repeated, duplicates, bad }, showLead }: CheckReportProps) {
  return (
    <Card title="What was found" flush>
      <div role="status">
        <ul className="space-y-1 px-4 py-3">
          <li>{showCount(right, 'lead')} can be imported.</li>
          {duplicates.length > 0 && (
            <li>
              {duplicates.length === 1
                ? '1 of them looks like a lead you have.'
                : `${showWhole(duplicates.length)} of them look like leads you have.`}
            </li>
          )}
          {repeated > 0 && (
            <li>
              {showCount(repeated, 'row')} {repeated === 1 ? 'was' : 'were'} imported before and will be skipped.
            </li>
          )}
          {bad.length > 0 && (
            <li>
              {showCount(bad.length, 'row')} can’t be imported as {bad.length === 1 ? 'it is' : 'they are'}.
            </li>
          )}
        </ul>
      </div>
      {duplicates.length > 0 && (
        <ul
          className="divide-y divide-gray-100 border-t border-gray-200"
          aria-label="Rows that look like leads you have"
        >
          {duplicates.slice(0, LISTED).map(({ line, name, lead }) => (
            <Row key={line} line={line} name={name}>
              <p className="wrap-anywhere">{showLead(lead)}</p>
            </Row>
          ))}
          <More than={duplicates.length} />
        </ul>
      )}
      {bad.length > 0 && (
        <ul className="divide-y divide-gray-100 border-t border-gray-200" aria-label="Rows that need a correction">
          {bad.slice(0, LISTED).map(({ line, name, problems }) => (
            <Row key={line} line={line} name={name}>
              {problems.map(({ field, message }, at) => (
                <p key={at} className="text-red-600 wrap-anywhere">
                  {field && `${FIELD_NAMES[field]}: `}
                  {message}
                </p>
              ))}
            </Row>
          ))}
          <More than={bad.length} />
        </ul>
      )}
    </Card>
  );
}

const Row = ({ line, name, children }: { line: number; name: string | null; children: ReactNode }) => (
  <li className="px-4 py-2.5">
    <p className="font-medium wrap-anywhere">
      Line {line}
      {name && <span className="font-normal text-gray-600"> · {name}</span>}
    </p>
    {children}
  </li>
);

const More = ({ than }: { than: number }) =>
  than > LISTED && <li className="px-4 py-2.5 text-gray-600">And {showCount(than - LISTED, 'row')} more.</li>;
