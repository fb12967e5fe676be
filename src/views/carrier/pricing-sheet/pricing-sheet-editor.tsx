import type { SaveAnswer, SavedSheet, Sheet } from './sheet.ts';

export interface PricingSheetEditorProps {
  /** Whose it is: what is typed and not saved is kept under it. */
  carrierId: string;
  /** As it is on record; a newer one may come in at any time. */
  sheet: SavedSheet;
  /** Agents set the ratio; a carrier only reads it. */
  mayEditRatio: boolean;
  /** Saves over that version, and on a refusal for a version that is not the newest answers what is on record. */
  onSave: (sheet: Sheet, version: number) => Promise<SaveAnswer>;
}

/** A carrier's rates as a grid: rows of distance, columns of weight. */
export function PricingSheetEditor({ sheet }: PricingSheetEditorProps) {
  return <p>{sheet.data.length}</p>;
}
