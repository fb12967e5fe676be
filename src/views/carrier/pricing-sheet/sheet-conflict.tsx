import { useState } from 'react';
import type { SavedSheet } from '#src/machines/carrier/sheet-editor.machine.ts';
import { clipboardOf, sizeOf, textOf } from '#src/machines/carrier/sheet-text.ts';
import { Button } from '#src/views/ui/button.tsx';
import { Callout } from '#src/views/ui/callout.tsx';
import type { SheetEditor } from './use-sheet-editor.ts';

/** Someone else saved meanwhile: theirs can be looked at, and the person decides which of the two stays. */
export function SheetConflict({ theirs, editor }: { theirs: SavedSheet; editor: SheetEditor }) {
  const [isShown, show] = useState(false);
  const text = textOf(theirs.data, theirs.priceRatio);
  const lines = clipboardOf(text, { row: 1, column: 0 }, sizeOf(text)).split('\n');
  return (
    <Callout color="amber" role="alert" title="The sheet was changed elsewhere">
      <p>Your changes are below and not saved yet. You can undo switching to the saved version.</p>
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
  );
}
