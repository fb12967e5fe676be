import { type ClipboardEvent, type KeyboardEvent, type RefObject, useLayoutEffect, useRef, useState } from 'react';
import {
  type At,
  clipboardOf,
  keyOf,
  rangeOf,
  readClipboard,
  sizeOf,
  type SheetText,
  textAt,
} from '#src/machines/carrier/sheet-text.ts';
import type { SheetEditor } from './use-sheet-editor.ts';

/** The direction of each arrow key, in rows and columns. */
const arrows: Record<string, readonly [down: number, right: number]> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};

const clamp = (value: number, most: number) => Math.min(Math.max(value, 0), most);

/** The current cell, the selection, and the edit in progress: keys and clipboard work as in a spreadsheet. */
export function useGridCursor(
  table: RefObject<HTMLTableElement | null>,
  text: SheetText,
  editor: SheetEditor,
  isLocked: boolean,
) {
  const size = sizeOf(text);
  const [wanted, setAt] = useState<At>({ row: 1, column: 1 });
  const [corner, setCorner] = useState<At | null>(null);
  const [typed, setTyped] = useState<string | null>(null);
  const takesFocus = useRef(false);
  const isLeaving = useRef(false);

  /** Inside the table, never in its empty corner; weight limits are on the first of their two columns. */
  function inside({ row, column }: At): At {
    const at = { row: clamp(row, size.row), column: clamp(column, size.column) };
    if (at.row > 0) return at;
    return at.column === 0 ? { row: 1, column: 0 } : { row: 0, column: at.column - ((at.column + 1) % 2) };
  }
  const at = inside(wanted);
  const chosen = new Set(
    rangeOf(at, corner ? inside(corner) : at)
      .flat()
      .map(keyOf),
  );

  useLayoutEffect(() => {
    if (!takesFocus.current || typed !== null) return;
    takesFocus.current = false;
    table.current?.querySelector<HTMLElement>(`[data-at="${keyOf(at)}"]`)?.focus();
  });

  /** The cell may not exist yet, when a band is being added. */
  function go(to: At, extend = false): void {
    takesFocus.current = true;
    isLeaving.current = false;
    setTyped(null);
    if (extend) setCorner(to);
    else {
      setAt(to);
      setCorner(null);
    }
  }
  function write(from: At, block: readonly (readonly string[])[]): void {
    if (!isLocked) editor.send({ type: 'cells.written', at: from, block });
  }
  function edit(start: string): void {
    if (isLocked) return;
    setCorner(null);
    setTyped(start);
  }
  function commit(): void {
    if (typed === null) return;
    if (typed.trim() !== textAt(text, at)) write(at, [[typed]]);
    setTyped(null);
  }
  function clear(): void {
    const range = rangeOf(at, corner ? inside(corner) : at);
    write(
      range[0]![0]!,
      range.map((line) => line.map(() => '')),
    );
  }
  /** The next cell in reading order; null past the last one. */
  function beside(back: boolean): At | null {
    const step = at.row === 0 ? 2 : 1;
    const column = at.column + (back ? -step : step);
    if (column >= (at.row === 0 ? 1 : 0) && column <= size.column) return { row: at.row, column };
    const row = at.row + (back ? -1 : 1);
    return row < 0 || row > size.row ? null : { row, column: back ? size.column : 0 };
  }

  function onKeyDown(event: KeyboardEvent): void {
    const { key, shiftKey, altKey } = event;
    const isCommand = event.ctrlKey || event.metaKey;
    const arrow = arrows[key];
    const take = () => event.preventDefault();
    if (typed !== null) {
      if (key === 'Escape') {
        take();
        takesFocus.current = true;
        setTyped(null);
      } else if (key === 'Enter' || key === 'Tab' || arrow?.[0]) {
        const down = key === 'Enter' ? (shiftKey ? -1 : 1) : (arrow?.[0] ?? 0);
        const to = key === 'Tab' ? beside(shiftKey) : inside({ row: at.row + down, column: at.column });
        commit();
        takesFocus.current = true;
        if (to) {
          take();
          go(to);
        }
      }
      return;
    }
    if (isCommand && ['z', 'y'].includes(key.toLowerCase())) {
      take();
      editor.send({ type: key.toLowerCase() === 'y' || shiftKey ? 'step.redone' : 'step.undone' });
    } else if (isCommand && key.toLowerCase() === 'a') {
      take();
      setAt({ row: 1, column: 1 });
      setCorner(size);
    } else if (arrow) {
      take();
      const from = shiftKey && corner ? inside(corner) : at;
      const far = isCommand ? Math.max(size.row, size.column) : 1;
      const sideways = from.row === 0 ? 2 : 1;
      go(inside({ row: from.row + arrow[0] * far, column: from.column + arrow[1] * far * sideways }), shiftKey);
    } else if (key === 'Home' || key === 'End') {
      take();
      go({ row: at.row, column: key === 'Home' ? 0 : size.column }, shiftKey);
    } else if (key === 'Tab' && !isLeaving.current) {
      const to = beside(shiftKey);
      if (to) {
        take();
        go(to);
      }
    } else if (key === 'Escape') {
      isLeaving.current = true;
      setCorner(null);
    } else if (key === 'Enter' || key === 'F2') {
      take();
      edit(textAt(text, at));
    } else if (key === 'Delete' || key === 'Backspace') {
      take();
      clear();
    } else if (key.length === 1 && !isCommand && !altKey) {
      take();
      edit(key);
    }
  }

  /** While a cell is being edited, its own clipboard works, unless more than one cell is pasted. */
  function onPaste(event: ClipboardEvent): void {
    const pasted = event.clipboardData.getData('text/plain');
    if (pasted === '' || (typed !== null && !/[\t\n]/.test(pasted.trimEnd()))) return;
    event.preventDefault();
    setTyped(null);
    const block = readClipboard(pasted);
    // A single value fills the whole selection.
    const range = rangeOf(at, corner ? inside(corner) : at);
    const isFill = block.length === 1 && block[0]!.length === 1;
    write(
      isFill
        ? range[0]![0]!
        : inside({
            row: Math.min(at.row, corner?.row ?? at.row),
            column: Math.min(at.column, corner?.column ?? at.column),
          }),
      isFill ? range.map((line) => line.map(() => block[0]![0]!)) : block,
    );
    takesFocus.current = true;
  }
  function onCopy(event: ClipboardEvent): void {
    if (typed !== null) return;
    event.preventDefault();
    event.clipboardData.setData('text/plain', clipboardOf(text, at, corner ? inside(corner) : at));
    if (event.type === 'cut') clear();
  }

  return { at, chosen, typed, setTyped, go, edit, commit, handlers: { onKeyDown, onPaste, onCopy, onCut: onCopy } };
}

export type GridCursor = ReturnType<typeof useGridCursor>;
