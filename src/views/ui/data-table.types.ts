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
  /** Where it goes when the row becomes a card: the first line's two ends, a line of its own, or nowhere on a phone. */
  card?: 'start' | 'end' | 'line' | 'hidden';
  /** What a card writes before it, where the value alone would not say what it is. */
  cardLabel?: string;
}

export interface Sort {
  column: string;
  direction: 'asc' | 'desc';
}

export interface DataTableProps<Row> {
  /** What is listed, for screen readers: "New leads". */
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowId: (row: Row) => string;
  /** The row that is pointed at; null once it is left. */
  onPoint?: ((id: string | null) => void) | undefined;
  /** Where a row leads; its first cell is the link, the whole row can be clicked. */
  href?: (row: Row) => string;
  /** Rows that need a person today stand out. */
  needsAttention?: (row: Row) => boolean;
  /** Shown at the end of a row on hover and focus; on a phone always. */
  rowActions?: (row: Row) => ReactNode;
  /** From `useSelection`; without it there are no check boxes. */
  selection?: Selection;
  /** A touch on a row selects it, and a phone shows the check boxes, which it hides otherwise. */
  isSelecting?: boolean;
  /** What a check box selects: the name of a row. */
  rowName?: (row: Row) => string;
  /** Buttons for what is selected. */
  bulkActions?: ReactNode;
  sort?: Sort | null;
  onSort?: (sort: Sort) => void;
  /** All of them, where that is known. */
  total?: number;
  /** There is another page; asked for when the end comes near. */
  more?: { load: () => void; busy: boolean; failed?: boolean } | null;
}

/** In rem: what all columns need at least, with the gaps and edges of a row. */
export function neededWidth(columns: readonly Column<never>[], selectable: boolean, hasActions: boolean): number {
  const least = columns.map(({ width }) => Number(/([\d.]+)rem/.exec(width)?.[1] ?? 0));
  const gaps = columns.length - 1 + (selectable ? 1 : 0);
  return (
    least.reduce((sum, one) => sum + one, 0) + gaps + (selectable ? 1.5 : 0) + EDGE + (hasActions ? ACTIONS : EDGE)
  );
}

/** In rem, as the classes of GRID and ACTIONS_EDGE have them. */
const EDGE = 1.5;
const ACTIONS = 4;
export const ACTIONS_EDGE = 'pr-16 sm:pr-16';

/** The tracks of header, rows and bones: they must agree. */
export function tracks(columns: readonly Column<never>[], selectable: boolean): string {
  return [selectable && '1.5rem', ...columns.map(({ width }) => width)].filter(Boolean).join(' ');
}

export const ROW_HEIGHT = 48;

export const GRID = 'rows:grid rows:grid-cols-(--tracks) rows:items-center rows:gap-x-4 px-4 sm:px-6';
