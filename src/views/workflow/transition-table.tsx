import { useState } from 'react';
import type { WorkflowQuery } from '#src/generated/graphql/graphql.ts';
import { showWhole } from '#src/machines/amount/amounts.ts';
import { Button } from '#src/views/ui/button.tsx';
import { Card } from '#src/views/ui/card.tsx';
import { eventName, usePlaceName } from './place-names.ts';

const PAGE = 12;

/** The numbers on the diagram's lines: every transition that was taken in the period. */
export function TransitionTable({ transitions }: Pick<WorkflowQuery['workflow'], 'transitions'>) {
  const nameOf = usePlaceName();
  const [all, setAll] = useState(false);
  const rows = transitions.toSorted((a, b) => b.count - a.count);
  return (
    <Card title="Transitions taken" flush>
      {transitions.length === 0 && <p className="p-4 text-gray-600">Nothing happened in this period.</p>}
      {transitions.length > 0 && (
        <table className="w-full">
          <thead className="border-b border-gray-200">
            <tr className="text-xs font-medium text-gray-500">
              <th scope="col" className="py-2 pr-2 pl-4 text-left font-medium">
                From, and what happened
              </th>
              <th scope="col" className="py-2 pr-4 pl-2 text-right font-medium">
                Times
              </th>
            </tr>
          </thead>
          <tbody className="divide-y divide-gray-100">
            {rows.slice(0, all ? undefined : PAGE).map(({ event, from, to, count }) => (
              <tr key={`${event} ${from} ${to}`}>
                <th scope="row" className="py-2 pr-2 pl-4 text-left font-normal">
                  <span className="text-gray-600">{nameOf(from)} · </span>
                  <span className="font-medium">{eventName(event)}</span>
                  {to !== from && <span className="text-gray-600"> → {nameOf(to)}</span>}
                </th>
                <td className="py-2 pr-4 pl-2 text-right tabular-nums">{showWhole(count)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {!all && rows.length > PAGE && (
        <div className="border-t border-gray-100 p-2">
          <Button size="sm" variant="ghost" onClick={() => setAll(true)}>
            Show all {rows.length} transitions
          </Button>
        </div>
      )}
    </Card>
  );
}
