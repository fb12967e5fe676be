import type { ReactNode } from 'react';
import { type At, keyOf } from '#src/machines/carrier/sheet-text.ts';
import { cx } from '#src/views/ui/class-names.ts';
import type { GridCursor } from './use-grid-cursor.ts';

interface SheetCellProps {
  at: At;
  /** The value as it is edited. */
  text: string;
  /** The value as it is displayed; defaults to the text. */
  children?: ReactNode;
  /** The accessible name of the input. */
  label: string;
  error: string | undefined;
  cursor: GridCursor;
  colSpan?: number;
  /** The limit of a band, rather than a price. */
  head?: 'row' | 'col';
}

/** The person has just started editing here. */
const takeFocus = (input: HTMLInputElement | null) => input?.focus();

/** One cell: a press selects it, typing replaces its value, a double press or a tap edits it. */
export function SheetCell({ at, text, children, label, error, cursor, colSpan, head }: SheetCellProps) {
  const Cell = head ? 'th' : 'td';
  const key = keyOf(at);
  const isHere = keyOf(cursor.at) === key;
  const isEdited = isHere && cursor.typed !== null;
  return (
    <Cell
      role={head === 'row' ? 'rowheader' : head === 'col' ? 'columnheader' : 'gridcell'}
      data-at={key}
      colSpan={colSpan}
      tabIndex={isHere && !isEdited ? 0 : -1}
      aria-selected={cursor.chosen.has(key)}
      aria-invalid={error !== undefined || undefined}
      aria-describedby={error !== undefined && isHere ? 'sheet-cell-error' : undefined}
      title={error}
      className={cx(
        'h-10 border-b border-gray-200 px-2 -outline-offset-2 whitespace-nowrap',
        head === 'row' ? 'sticky left-0 z-10 text-left font-medium' : 'text-right',
        head === 'col' && 'font-medium',
        isHere && !isEdited && 'ring-2 ring-primary-600 ring-inset',
        error !== undefined
          ? 'bg-red-50 text-red-700'
          : cursor.chosen.has(key)
            ? 'bg-primary-50'
            : head
              ? 'bg-gray-50'
              : 'bg-white',
      )}
      onPointerDown={(event) => {
        if (isEdited || event.button !== 0 || event.pointerType === 'touch') return;
        cursor.commit();
        cursor.go(at, event.shiftKey);
      }}
      onMouseDown={(event) => {
        // The focus stays at the corner where the selection starts.
        if (event.shiftKey && !isEdited) event.preventDefault();
      }}
      onFocus={(event) => {
        if (event.target === event.currentTarget && !isHere) cursor.go(at);
      }}
      onPointerEnter={(event) => {
        if (event.buttons === 1 && event.pointerType === 'mouse' && cursor.typed === null) cursor.go(at, true);
      }}
      onClick={(event) => {
        if ((event.nativeEvent as PointerEvent).pointerType !== 'touch' || isEdited) return;
        cursor.commit();
        cursor.go(at);
        cursor.edit(text);
      }}
      onDoubleClick={() => {
        if (!isEdited) cursor.edit(text);
      }}
    >
      {isEdited ? (
        <input
          ref={takeFocus}
          aria-label={label}
          aria-invalid={error !== undefined}
          inputMode="decimal"
          autoComplete="off"
          className="control text-right"
          style={{ width: '6.5rem' }}
          value={cursor.typed!}
          onChange={(event) => cursor.setTyped(event.currentTarget.value)}
          onFocus={(event) => {
            // Typing replaces the existing value; an edit started by typing continues.
            if (cursor.typed === text) event.currentTarget.select();
          }}
          onBlur={cursor.commit}
        />
      ) : (
        (children ?? text)
      )}
    </Cell>
  );
}
