import type { ReactNode } from 'react';
import type { Selection } from './use-selection.ts';

export interface Column<Row> {
  id: string;
  header: string;
  /** A track of a CSS grid: '8rem', 'minmax(12rem, 2fr)'. */
  width: string;
  cell: (row: Row) => ReactNode;
  align?: 'end';
  sortable?: boolean;
  /** The column's place in a card: either end of the first line, a line of its own, or hidden on a phone. */
  card?: 'start' | 'end' | 'line' | 'hidden';
  /** A label for it in a card, if the value is unclear without one. */
  cardLabel?: string;
}

export interface Sort {
  column: string;
  direction: 'asc' | 'desc';
}

export interface DataTableProps<Row> {
  /** The name of the list for screen readers: "New leads". */
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowId: (row: Row) => string;
  /** Called with the row under the pointer; null when the pointer leaves it. */
  onPoint?: ((id: string | null) => void) | undefined;
  /** The page of a row; its first cell is the link, and the whole row is clickable. */
  href?: (row: Row) => string;
  /** Highlights rows that need a person today. */
  needsAttention?: (row: Row) => boolean;
  /** Shown at the end of a row on hover and focus; always shown on a phone. */
  rowActions?: (row: Row) => ReactNode;
  /** From `useSelection`; without it there are no checkboxes. */
  selection?: Selection;
  /** Tapping a row selects it, and a phone shows the checkboxes, which it otherwise hides. */
  isSelecting?: boolean;
  /** The accessible name of a row's checkbox. */
  rowName?: (row: Row) => string;
  /** Buttons that act on the selection. */
  bulkActions?: ReactNode;
  /** The rows are on their way; the header stays, with the focus of whoever sorts by it. */
  isLoading?: boolean;
  sort?: Sort | null;
  onSort?: (sort: Sort) => void;
  /** The total number of rows, if known. */
  total?: number;
  /** There is another page; loaded when the end comes near. */
  more?: { load: () => void; busy: boolean; failed?: boolean } | null;
}

/** In rem: the minimum width of all columns, with the gaps and edges of a row. */
export function neededWidth(columns: readonly Column<never>[], selectable: boolean, hasActions: boolean): number {
  const least = columns.map(({ width }) => Number(/([\d.]+)rem/.exec(width)?.[1] ?? 0));
  const gaps = columns.length - 1 + (selectable ? 1 : 0);
  return (
    least.reduce((sum, one) => sum + one, 0) + gaps + (selectable ? 1.5 : 0) + EDGE + (hasActions ? ACTIONS : EDGE)
  );
}

/** In rem, matching the classes of GRID and ACTIONS_EDGE. */
const EDGE = 1.5;
const ACTIONS = 4;
export const ACTIONS_EDGE = 'pr-16 sm:pr-16';

/** The grid tracks of header, rows, and skeleton, which must be the same. */
export function tracks(columns: readonly Column<never>[], selectable: boolean): string {
  return [selectable && '1.5rem', ...columns.map(({ width }) => width)].filter(Boolean).join(' ');
}

/** In px, until a row was measured. */
export const ESTIMATED_HEIGHT = { rows: 48, cards: 100 };

export const GRID = 'rows:grid rows:grid-cols-(--tracks) rows:items-center rows:gap-x-4 px-4 sm:px-6';
