import { useRef } from 'react';
import { keyOf } from '#src/machines/carrier/sheet-text.ts';
import type { SheetText } from '#src/machines/carrier/sheet-text.ts';
import { namedError, SheetErrors } from '#src/views/carrier/pricing-sheet/sheet-errors.tsx';
import { SheetGrid } from '#src/views/carrier/pricing-sheet/sheet-grid.tsx';
import { SheetToolbar } from '#src/views/carrier/pricing-sheet/sheet-toolbar.tsx';
import { useGridCursor } from '#src/views/carrier/pricing-sheet/use-grid-cursor.ts';
import { Button } from '#src/views/ui/button.tsx';
import { useRates } from './use-rates.ts';

interface RatesSectionProps {
  text: SheetText;
  errors: Readonly<Record<string, string>>;
  onChange: (text: SheetText) => void;
}

/** Line haul by distance and weight: the same grid as in carriers' price sheets. */
export function RatesSection({ text: first, errors, onChange }: RatesSectionProps) {
  const { editor, snapshot } = useRates(first, onChange);
  const { text, leftOut } = snapshot.context;
  const table = useRef<HTMLTableElement>(null);
  const cursor = useGridCursor(table, text, editor, false);
  const at = keyOf(cursor.at);
  const here = errors[at] && namedError(at, errors[at], text);
  if (text.cells.length === 0 || text.lbTo.length === 0)
    return <Button onClick={() => editor.send({ type: 'sheet.started' })}>Add rates by weight</Button>;
  return (
    <div className="space-y-2">
      <SheetToolbar
        text={text}
        editor={editor}
        cursor={cursor}
        mayUndo={snapshot.can({ type: 'step.undone' })}
        mayRedo={snapshot.can({ type: 'step.redone' })}
      />
      <SheetGrid table={table} text={text} errors={errors} cursor={cursor} />
      <p id="sheet-cell-error" role="status" className={here ? 'text-red-600' : 'text-gray-600'}>
        {here ??
          (leftOut > 0
            ? `${leftOut} of the pasted cells did not fit. Add bands for them and paste again.`
            : 'Type to replace, Enter to edit. Copy and paste work with a spreadsheet. Esc, then Tab leaves the table.')}
      </p>
      <SheetErrors text={text} errors={errors} onGo={cursor.go} />
    </div>
  );
}
