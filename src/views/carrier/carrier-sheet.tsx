import { useApolloClient } from '@apollo/client/react';
import { type CarrierSheetFragment, SetCarrierSheetDocument } from '#src/generated/graphql/graphql.ts';
import { useNotify } from '#src/views/ui/notify-context.ts';
import { problemOf } from '#src/views/ui/problem.ts';
import { PricingSheetEditor } from './pricing-sheet/pricing-sheet-editor.tsx';
import type { SavedSheet, SaveSheet } from './pricing-sheet/sheet.ts';

interface CarrierSheetProps {
  carrier: CarrierSheetFragment;
  /** Loads the carrier again; resolves to its current sheet. */
  readAgain: () => Promise<CarrierSheetFragment>;
}

const savedOf = ({ pricingSheet, priceRatio, version }: CarrierSheetFragment): SavedSheet => ({
  data: pricingSheet,
  priceRatio,
  version,
});

/** The carrier's rates and the brokerage's ratio, as agents negotiate them with it. */
export default function CarrierSheet({ carrier, readAgain }: CarrierSheetProps) {
  const client = useApolloClient();
  const notify = useNotify();

  const save: SaveSheet = async ({ data, priceRatio }, version) => {
    const rows = data.map(({ milesFrom, milesTo, lbFrom, lbTo, ratePerCwt, minimum }) => ({
      milesFrom,
      milesTo,
      lbFrom,
      lbTo,
      ratePerCwt,
      minimum,
    }));
    try {
      const answer = await client.mutate({
        mutation: SetCarrierSheetDocument,
        variables: { id: carrier.id, priceRatio, data: rows, version },
      });
      notify.done(`Pricing sheet of ${carrier.legalName} saved`);
      return { saved: savedOf(answer.data!.setCarrierSheet) };
    } catch (failure) {
      if (problemOf(failure).status !== 409) throw failure;
      return { conflict: savedOf(await readAgain()) };
    }
  };
  return <PricingSheetEditor carrierId={carrier.id} sheet={savedOf(carrier)} mayEditRatio onSave={save} />;
}
