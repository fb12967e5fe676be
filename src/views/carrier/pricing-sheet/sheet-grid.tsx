import type { RefObject } from 'react';
import { type SheetText, weightOf } from '#src/machines/carrier/sheet-text.ts';
import { cx } from '#src/views/ui/class-names.ts';
import { SheetCell } from './sheet-cell.tsx';
import type { GridCursor } from './use-grid-cursor.ts';

interface SheetGridProps {
  table: RefObject<HTMLTableElement | null>;
  text: SheetText;
  errors: Readonly<Record<string, string>>;
  cursor: GridCursor;
}

const band = (from: string | undefined, to: string, unit: string) =>
  to === '' ? `From ${from || '?'} to … ${unit}` : `${from || '?'} – ${to} ${unit}`;
const price = (text: string) => (/^[\d,.]+$/.test(text) ? `$${text}` : text);

/**
 * Rows of distance, columns of weight; each cell has a rate per cwt and a minimum. Wide tables scroll in their frame.
 */
export function SheetGrid({ table, text, errors, cursor }: SheetGridProps) {
  const { milesFrom, milesTo, lbFrom, lbTo, cells } = text;
  const milesOf = (row: number) => band(row === 1 ? milesFrom : milesTo[row - 2], milesTo[row - 1]!, 'mi');
  const lbOf = (weight: number) => band(weight === 0 ? lbFrom : lbTo[weight - 1], lbTo[weight]!, 'lb');
  return (
    <div className="overflow-x-auto rounded-lg border border-gray-200">
      {/* A grid is a table navigated with the arrow keys; HTML has no element for it. */}
      <table
        ref={table}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role
        role="grid"
        aria-label="Rates by distance and weight"
        aria-multiselectable
        className="w-full select-none"
        {...cursor.handlers}
      >
        <thead>
          <tr>
            <th
              scope="col"
              className="sticky left-0 z-10 border-b border-gray-200 bg-gray-50 px-2 text-left font-medium"
            >
              Weight
            </th>
            {lbTo.map((end, weight) => (
              <SheetCell
                key={weight}
                head="col"
                at={{ row: 0, column: weight * 2 + 1 }}
                colSpan={2}
                text={end}
                label={`Weight band ${weight + 1} ends at, lb`}
                error={errors[`0:${weight * 2 + 1}`]}
                cursor={cursor}
              >
                {lbOf(weight)}
              </SheetCell>
            ))}
          </tr>
          <tr className="text-xs text-gray-500">
            <th
              scope="col"
              className="sticky left-0 z-10 border-b border-gray-200 bg-gray-50 px-2 py-1 text-left font-medium"
            >
              Distance
            </th>
            {lbTo.flatMap((_, weight) =>
              ['Per cwt', 'Minimum'].map((name) => (
                <th
                  key={`${weight} ${name}`}
                  scope="col"
                  className="border-b border-gray-200 bg-gray-50 px-2 py-1 text-right font-medium"
                >
                  {name}
                </th>
              )),
            )}
          </tr>
        </thead>
        <tbody>
          {cells.map((line, index) => {
            const row = index + 1;
            return (
              <tr key={row}>
                <SheetCell
                  head="row"
                  at={{ row, column: 0 }}
                  text={milesTo[index]!}
                  label={`Distance band ${row} ends at, miles`}
                  error={errors[`${row}:0`]}
                  cursor={cursor}
                >
                  {milesOf(row)}
                </SheetCell>
                {line.map((value, place) => {
                  const column = place + 1;
                  const isRate = column % 2 === 1;
                  return (
                    <SheetCell
                      key={column}
                      at={{ row, column }}
                      text={value}
                      label={`${isRate ? 'Rate per cwt' : 'Minimum'}, ${milesOf(row)}, ${lbOf(weightOf(column))}`}
                      error={errors[`${row}:${column}`]}
                      cursor={cursor}
                    >
                      <span className={cx(!isRate && 'text-gray-500')}>{value === '' ? '—' : price(value)}</span>
                    </SheetCell>
                  );
                })}
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}
