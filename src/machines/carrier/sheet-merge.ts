import { type Conflict, isEqual, mergeDraft } from '#src/machines/draft/merge-draft.ts';
import { sizeOf, type SheetText, weightOf } from './sheet-text.ts';

interface MergedSheets {
  text: SheetText;
  /** What both changed; null if the two cannot be compared cell by cell. */
  both: Conflict[] | null;
}

/**
 * Merges edits of a sheet with another version saved meanwhile: each cell is taken from whoever changed it, and `both`
 * lists those changed by both. If bands were added or removed, cells no longer correspond, so all of mine are kept.
 */
export function mergeSheets(base: SheetText, mine: SheetText, theirs: SheetText): MergedSheets {
  if (![mine, theirs].every((one) => isEqual(sizeOf(one), sizeOf(base)))) return { text: mine, both: null };
  const { values, conflicts } = mergeDraft(base, mine, theirs);
  return { text: values, both: conflicts };
}

/** "Up to 500 mi, up to 2,000 lb, minimum" for a path such as `cells.0.1`. */
export function cellName({ milesTo, lbTo }: SheetText, path: string): string {
  const [part, row, column] = path.split('.');
  if (part === 'ratio') return 'Price factor';
  if (part === 'milesFrom' || part === 'lbFrom') return part === 'milesFrom' ? 'Distances from' : 'Weights from';
  if (part !== 'cells') return `${part === 'milesTo' ? 'Distance' : 'Weight'} band ${Number(row) + 1}`;
  const at = Number(column) + 1;
  return `Up to ${milesTo[Number(row)]} mi, up to ${lbTo[weightOf(at)]} lb, ${at % 2 === 1 ? 'rate' : 'minimum'}`;
}
