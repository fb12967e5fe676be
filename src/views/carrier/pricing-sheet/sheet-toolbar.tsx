import { ArrowUturnLeftIcon, ArrowUturnRightIcon, TrashIcon, PlusIcon } from '@heroicons/react/24/outline';
import { SHEET_LIMITS } from '#src/machines/carrier/pricing-sheet.ts';
import { type Axis, type SheetText, weightOf } from '#src/machines/carrier/sheet-text.ts';
import { Button, IconButton } from '#src/views/ui/button.tsx';
import type { GridCursor } from './use-grid-cursor.ts';
import type { SheetEditor } from './use-sheet-editor.ts';

interface SheetToolbarProps {
  text: SheetText;
  editor: SheetEditor;
  cursor: GridCursor;
  mayUndo: boolean;
  mayRedo: boolean;
}

/** Adds a band after the selected one, and removes the selected one. */
export function SheetToolbar({ text, editor, cursor, mayUndo, mayRedo }: SheetToolbarProps) {
  const { at } = cursor;
  const bands: { axis: Axis; name: string; index: number; count: number }[] = [
    {
      axis: 'miles',
      name: 'distance',
      index: at.row === 0 ? text.milesTo.length - 1 : at.row - 1,
      count: text.milesTo.length,
    },
    {
      axis: 'lb',
      name: 'weight',
      index: at.column === 0 ? text.lbTo.length - 1 : weightOf(at.column),
      count: text.lbTo.length,
    },
  ];
  function add(axis: Axis, index: number): void {
    editor.send({ type: 'band.added', axis, after: index });
    // Moves on to the first missing value: the limit of the new band.
    cursor.go(axis === 'miles' ? { row: index + 2, column: 0 } : { row: 0, column: index * 2 + 3 });
  }
  return (
    <div role="toolbar" aria-label="Sheet" className="flex flex-wrap items-center gap-2">
      {bands.map(({ axis, name, index, count }) => (
        <div key={axis} className="flex items-center gap-1">
          <Button size="sm" icon={<PlusIcon />} disabled={count >= SHEET_LIMITS.bands} onClick={() => add(axis, index)}>
            Add {name} band
          </Button>
          <IconButton
            size="sm"
            variant="secondary"
            label={`Remove ${name} band ${index + 1}`}
            icon={<TrashIcon />}
            onClick={() => editor.send({ type: 'band.removed', axis, index })}
          />
        </div>
      ))}
      <div className="flex gap-2">
        <IconButton
          size="sm"
          label="Undo"
          icon={<ArrowUturnLeftIcon />}
          disabled={!mayUndo}
          onClick={() => editor.send({ type: 'step.undone' })}
        />
        <IconButton
          size="sm"
          label="Redo"
          icon={<ArrowUturnRightIcon />}
          disabled={!mayRedo}
          onClick={() => editor.send({ type: 'step.redone' })}
        />
      </div>
    </div>
  );
}
