import { useEffect, useRef } from 'react';
import { Button } from '#src/views/ui/button.tsx';
import { Callout } from '#src/views/ui/callout.tsx';
import type { LeadRow } from '../lead-lifecycle.ts';
import { changesBetween } from './seen.ts';

/** Someone was faster: what the person saw beside what it is now. Nothing is written over. */
export function MoveConflict({ seen, current, onAccept }: { seen: LeadRow; current: unknown; onAccept: () => void }) {
  const changes = changesBetween(seen, current);
  const box = useRef<HTMLDivElement>(null);
  // The form may be scrolled far away from here, and its button is off until this is read.
  useEffect(() => {
    box.current?.scrollIntoView({ block: 'nearest' });
    box.current?.focus();
  }, []);
  return (
    <div ref={box} tabIndex={-1} className="scroll-mt-4 outline-none">
      <Callout color="amber" title="This lead was changed while you worked on it" role="alert">
        {changes.length === 0 ? (
          <p>The change doesn’t affect this form. Nothing was saved yet, and nothing is lost.</p>
        ) : (
          <table className="mt-1 w-full text-left">
            <thead className="text-xs text-gray-600">
              <tr>
                <th className="py-1 pr-3 font-normal">
                  <span className="sr-only">What</span>
                </th>
                <th className="py-1 pr-3 font-normal">You saw</th>
                <th className="py-1 font-normal">It is now</th>
              </tr>
            </thead>
            <tbody>
              {changes.map(({ what, before, now }) => (
                <tr key={what} className="border-t border-amber-200 align-top">
                  <th className="py-1 pr-3 font-normal text-gray-600">{what}</th>
                  <td className="py-1 pr-3 line-through decoration-gray-400">{before}</td>
                  <td className="py-1 font-medium">{now}</td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
        <Button size="sm" className="mt-2" onClick={onAccept}>
          Continue with the current version
        </Button>
      </Callout>
    </div>
  );
}
