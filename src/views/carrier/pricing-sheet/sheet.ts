import type { PricingCellFragment } from '#src/generated/graphql/graphql.ts';

/** A sheet as it travels. */
export interface Sheet {
  data: readonly PricingCellFragment[];
  /** The factor that agents have set. */
  priceRatio: number;
}
export type SavedSheet = Sheet & { version: number };

/** What became of a save: it is on record, or somebody else's change is. Anything else rejects. */
export type SaveAnswer = { saved: SavedSheet } | { conflict: SavedSheet };
