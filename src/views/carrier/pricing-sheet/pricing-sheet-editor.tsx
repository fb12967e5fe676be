import { useRef, useState } from 'react';
import { isChanged } from '#src/machines/carrier/sheet-editor.machine.ts';
import { hasBlanks, keyOf, readSheet, sampledCells, startedSheet } from '#src/machines/carrier/sheet-text.ts';
import { Button } from '#src/views/ui/button.tsx';
import { Callout } from '#src/views/ui/callout.tsx';
import { Section } from '#src/views/ui/card.tsx';
import { problemOf } from '#src/views/ui/problem.ts';
import { SheetBounds } from './sheet-bounds.tsx';
import { goToConflict, SheetConflict } from './sheet-conflict.tsx';
import { goToError, namedError, SheetErrors } from './sheet-errors.tsx';
import { SheetGrid } from './sheet-grid.tsx';
import { SheetPreview } from './sheet-preview.tsx';
import { SheetToolbar } from './sheet-toolbar.tsx';
import { useGridCursor } from './use-grid-cursor.ts';
import type { SavedSheet, SaveSheet } from './sheet.ts';
import { hasDraft, useSheetEditor } from './use-sheet-editor.ts';

export interface PricingSheetEditorProps {
  /** The owner of the sheet; unsaved edits are stored under this id. */
  carrierId: string;
  /** The saved sheet; a newer one may arrive at any time. */
  sheet: SavedSheet;
  /** Agents set the ratio; a carrier can only see it. */
  mayEditRatio: boolean;
  /** Saves over that version; resolves to the saved sheet if that one is newer. Anything else rejects. */
  onSave: SaveSheet;
}

/** A carrier's rates. A newer sheet from elsewhere is shown immediately, unless there are unsaved edits. */
export function PricingSheetEditor(props: PricingSheetEditorProps) {
  const { carrierId, sheet } = props;
  const [shown, show] = useState({ version: sheet.version, times: 0 });
  if (sheet.version > shown.version && !hasDraft(carrierId)) show({ version: sheet.version, times: shown.times + 1 });
  const onSave: SaveSheet = async (changed, version) => {
    const answer = await props.onSave(changed, version);
    // The editor already has what was returned: remounting it would discard its undo history.
    const { version: known } = 'saved' in answer ? answer.saved : answer.conflict;
    show((before) => ({ ...before, version: Math.max(before.version, known) }));
    return answer;
  };
  return <Editor key={shown.times} {...props} onSave={onSave} />;
}

function Editor({ carrierId, sheet: onRecord, mayEditRatio, onSave }: PricingSheetEditorProps) {
  const [wasKept] = useState(() => hasDraft(carrierId));
  const { editor, snapshot } = useSheetEditor(carrierId, onRecord, onSave);
  const { text, past, theirs, problem, leftOut, isChecked } = snapshot.context;
  const isLocked = !snapshot.can({ type: 'sheet.started' });
  const conflict = useRef<HTMLDivElement>(null);
  const table = useRef<HTMLTableElement>(null);
  const cursor = useGridCursor(table, text, editor, isLocked);
  const sheet = readSheet(text);
  // Missing values are reported on an attempt to save; invalid ones immediately.
  const errors = isChecked
    ? sheet.errors
    : Object.fromEntries(Object.entries(sheet.errors).filter(([key]) => !isBlank(key)));
  const isUnsaved = isChanged(snapshot.context);
  const at = keyOf(cursor.at);
  const here = errors[at] && namedError(at, errors[at], text);

  /** One step that can be undone; it saves nothing. */
  const fill = (given = text) =>
    editor.send({ type: 'cells.written', at: { row: 1, column: 1 }, block: sampledCells(given) });

  /** If there are errors, goes to them instead. */
  function save(): void {
    editor.send({ type: 'sheet.saved' });
    const [first] = Object.keys(sheet.errors);
    if (first !== undefined) goToError(first, cursor.go);
  }

  function isBlank(key: string): boolean {
    const [row, column] = key.split(':').map(Number);
    if (column === undefined) return false;
    return (
      (row === 0
        ? text.lbTo[(column - 1) / 2]
        : column === 0
          ? text.milesTo[row! - 1]
          : text.cells[row! - 1]![column - 1]) === ''
    );
  }

  return (
    <div className="space-y-6">
      {theirs && <SheetConflict context={snapshot.context} editor={editor} box={conflict} />}
      {problem !== null && snapshot.can({ type: 'sheet.saved' }) && snapshot.matches('failed') && (
        <Callout color="red" role="alert" title="Couldn’t save the sheet">
          {problemOf(problem).detail ?? 'Your changes are kept. Check your connection, then save again.'}
        </Callout>
      )}
      {wasKept && isUnsaved && !theirs && past.length === 0 && (
        <Callout color="blue" title="Your unsaved changes are back">
          They were kept in this browser. Save or discard them.
        </Callout>
      )}
      {text.cells.length === 0 || text.lbTo.length === 0 ? (
        <Section
          title="No rates yet"
          description="A pricing sheet suggests a bid for each load. Start with common distance and weight bands and adjust them."
        >
          <div className="flex flex-wrap gap-2">
            <Button
              variant="primary"
              disabled={isLocked}
              onClick={() => {
                editor.send({ type: 'sheet.started' });
                fill(startedSheet(text.ratio));
              }}
            >
              Start with sample rates
            </Button>
            <Button disabled={isLocked} onClick={() => editor.send({ type: 'sheet.started' })}>
              Start a blank sheet
            </Button>
            {past.length > 0 && <Button onClick={() => editor.send({ type: 'step.undone' })}>Undo</Button>}
          </div>
        </Section>
      ) : (
        <>
          <SheetBounds text={text} errors={errors} editor={editor} mayEditRatio={mayEditRatio} isLocked={isLocked} />
          <div className="space-y-2">
            <SheetToolbar
              text={text}
              editor={editor}
              cursor={cursor}
              mayUndo={snapshot.can({ type: 'step.undone' })}
              mayRedo={snapshot.can({ type: 'step.redone' })}
            />
            {hasBlanks(text) && (
              <p className="flex flex-wrap items-center gap-2 text-gray-600">
                <Button size="sm" disabled={isLocked} onClick={() => fill()}>
                  Fill blanks with sample rates
                </Button>
                Typical rates to adjust. Nothing is saved until you save the sheet.
              </p>
            )}
            <SheetGrid table={table} text={text} errors={errors} cursor={cursor} />
            <p id="sheet-cell-error" role="status" className={here ? 'text-red-600' : 'text-gray-600'}>
              {here ??
                (leftOut > 0
                  ? `${leftOut} of the pasted cells did not fit. Add bands for them and paste again.`
                  : 'Type to replace, Enter to edit. Copy and paste work with a spreadsheet. Esc, then Tab leaves the table.')}
            </p>
            <SheetErrors text={text} errors={errors} onGo={cursor.go} />
          </div>
          <Section title="Try it" description="What a move would cost at these rates.">
            <SheetPreview sheet={sheet} />
          </Section>
        </>
      )}
      <div className="flex flex-wrap items-center gap-2">
        <Button
          variant="primary"
          busy={snapshot.hasTag('busy')}
          disabled={!isUnsaved || theirs !== null}
          onClick={save}
        >
          Save sheet
        </Button>
        {isUnsaved && (
          <Button
            variant="ghost"
            disabled={!snapshot.can({ type: 'changes.discarded' })}
            onClick={() => editor.send({ type: 'changes.discarded' })}
          >
            Discard changes
          </Button>
        )}
        {theirs ? (
          <>
            <p className="text-amber-700">The sheet was changed elsewhere.</p>
            <Button size="sm" onClick={() => goToConflict(conflict)}>
              Choose what to keep
            </Button>
          </>
        ) : (
          isUnsaved && <p className="text-gray-600">Not saved yet. Kept in this browser.</p>
        )}
      </div>
    </div>
  );
}
