import type { PricingCellFragment } from '#src/generated/graphql/graphql.ts';
import type * as editor from '#src/machines/carrier/sheet-editor.machine.ts';

/** A sheet as it is transferred. */
export interface Sheet {
  data: readonly Omit<PricingCellFragment, ' $fragmentName' | '__typename'>[];
  /** The factor set by agents. */
  priceRatio: number;
}
export type SavedSheet = Sheet & { version: number };

/** The result of a save: it was saved, or someone else's change was. Anything else rejects. */
export type SaveAnswer = { saved: SavedSheet } | { conflict: SavedSheet };
export type SaveSheet = (sheet: Sheet, version: number) => Promise<SaveAnswer>;

/** For the editor, which spells rows as the rules for sheets do. */
export const forEditor = ({ data, priceRatio, version }: SavedSheet): editor.SavedSheet => ({
  data: data.map(({ milesFrom, milesTo, lbFrom, lbTo, ratePerCwt, minimum }) => ({
    miles_from: milesFrom,
    miles_to: milesTo,
    lb_from: lbFrom,
    lb_to: lbTo,
    rate_per_cwt: ratePerCwt,
    minimum,
  })),
  priceRatio,
  version,
});

export const fromEditor = ({ data, priceRatio }: Omit<editor.SavedSheet, 'version'>): Sheet => ({
  data: data.map(({ miles_from, miles_to, lb_from, lb_to, rate_per_cwt, minimum }) => ({
    milesFrom: miles_from,
    milesTo: miles_to,
    lbFrom: lb_from,
    lbTo: lb_to,
    ratePerCwt: rate_per_cwt,
    minimum,
  })),
  priceRatio,
});
