import { type RefObject, useEffect, useState } from 'react';
import { mergedSheet, type SheetEditorContext } from '#src/machines/carrier/sheet-editor.machine.ts';
import { cellName } from '#src/machines/carrier/sheet-merge.ts';
import { clipboardOf, sizeOf, textOf } from '#src/machines/carrier/sheet-text.ts';
import { Button } from '#src/views/ui/button.tsx';
import { Callout } from '#src/views/ui/callout.tsx';
import type { SheetEditor } from './use-sheet-editor.ts';

/** Up to this many cells are listed individually. */
const MOST = 8;

interface SheetConflictProps {
  context: SheetEditorContext;
  editor: SheetEditor;
  /** The conflict notice, for the button below the sheet that leads to it. */
  box: RefObject<HTMLDivElement | null>;
}

/** Scrolls to the notice, which may be screens away from the sheet's buttons. */
export function goToConflict(box: RefObject<HTMLDivElement | null>): void {
  box.current?.scrollIntoView({ block: 'nearest' });
  box.current?.focus();
}

/** Someone else saved meanwhile: the person applies their changes to that sheet, or takes it as it is. */
export function SheetConflict({ context, editor, box }: SheetConflictProps) {
  const theirs = context.theirs!;
  const { both } = mergedSheet(context);
  const [isShown, show] = useState(false);
  useEffect(() => {
    // Whoever pressed "Save sheet" has lost the focus with the button. Whoever is typing keeps it.
    const { activeElement } = document;
    if (!activeElement || activeElement.matches('body, :disabled')) goToConflict(box);
  }, [box]);
  const text = textOf(theirs.data, theirs.priceRatio);
  const lines = clipboardOf(text, { row: 1, column: 0 }, sizeOf(text)).split('\n');
  return (
    <div ref={box} tabIndex={-1} className="scroll-mt-20 outline-none">
      <Callout color="amber" role="alert" title="The sheet was changed elsewhere">
        <p>
          Your changes are below and not saved yet.{' '}
          {both === null
            ? 'Bands were added or removed: keeping yours replaces the saved version.'
            : both.length > 0
              ? 'You both changed:'
              : 'They don’t touch what was changed elsewhere; both can stay.'}
        </p>
        {both !== null && both.length > 0 && (
          <ul className="mt-1 list-disc pl-5">
            {both.slice(0, MOST).map(({ path, mine, theirs: other }) => (
              <li key={path}>
                {cellName(context.text, path)}: yours {String(mine) || 'empty'}, saved {String(other) || 'empty'}
              </li>
            ))}
            {both.length > MOST && <li>{both.length - MOST} more</li>}
          </ul>
        )}
        <div className="mt-3 flex flex-wrap gap-2">
          <Button size="sm" onClick={() => editor.send({ type: 'mine.kept' })}>
            Keep my changes
          </Button>
          <Button size="sm" onClick={() => editor.send({ type: 'theirs.taken' })}>
            Use saved version
          </Button>
          <Button size="sm" variant="ghost" aria-expanded={isShown} onClick={() => show(!isShown)}>
            {isShown ? 'Hide saved version' : 'View saved version'}
          </Button>
        </div>
        {isShown && (
          <div className="mt-3 overflow-x-auto">
            <table aria-label="Saved version">
              <thead>
                <tr>
                  <th className="px-2 text-left font-medium">Up to mi</th>
                  {text.lbTo.map((end) => (
                    <th key={end} colSpan={2} className="px-2 text-right font-medium whitespace-nowrap">
                      Up to {end} lb
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {lines.map((line) => (
                  <tr key={line}>
                    {line.split('\t').map((cell, index) => (
                      <td key={index} className={index === 0 ? 'px-2 font-medium' : 'px-2 text-right'}>
                        {cell || '—'}
                      </td>
                    ))}
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        )}
      </Callout>
    </div>
  );
}
