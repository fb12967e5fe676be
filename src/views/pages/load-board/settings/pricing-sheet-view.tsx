import { useApolloClient, useQuery } from '@apollo/client/react';
import { OwnPricingSheetDocument, SavePricingSheetDocument } from '#src/generated/graphql/graphql.ts';
import { PricingSheetEditor } from '#src/views/carrier/pricing-sheet/pricing-sheet-editor.tsx';
import type { SaveSheet } from '#src/views/carrier/pricing-sheet/sheet.ts';
import { FailedState } from '#src/views/ui/failed-state.tsx';
import { useLive } from '#src/views/ui/live-context.ts';
import { useNotify } from '#src/views/ui/notify-context.ts';
import { problemOf } from '#src/views/ui/problem.ts';
import { Loading, TextBones } from '#src/views/ui/skeleton.tsx';

/** The carrier's own rates, from which each load gets its suggested bid. */
export default function PricingSheetView() {
  const client = useApolloClient();
  const notify = useNotify();
  const { data, error, refetch } = useQuery(OwnPricingSheetDocument, { fetchPolicy: 'cache-and-network' });
  useLive('carrier', () => void refetch().catch(() => {}));

  const onSave: SaveSheet = async ({ data: rows }, version) => {
    try {
      const { data: answer } = await client.mutate({
        mutation: SavePricingSheetDocument,
        variables: { data: [...rows], version },
      });
      notify.done('Pricing sheet saved');
      return { saved: answer!.savePricingSheet };
    } catch (failure) {
      if (problemOf(failure).status !== 409) throw failure;
      const { data: now } = await client.query({ query: OwnPricingSheetDocument, fetchPolicy: 'network-only' });
      return { conflict: now!.pricingSheet };
    }
  };

  if (data)
    return <PricingSheetEditor carrierId="own" sheet={data.pricingSheet} mayEditRatio={false} onSave={onSave} />;
  if (error) {
    return (
      <FailedState title="Your pricing sheet could not be loaded" onRetry={() => void refetch().catch(() => {})}>
        Check your connection, then try again.
      </FailedState>
    );
  }
  return (
    <Loading label="Loading your pricing sheet…">
      <TextBones lines={12} />
    </Loading>
  );
}
