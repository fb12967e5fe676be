import { useQuery } from '@apollo/client/react';
import { RateScheduleDocument } from '#src/generated/graphql/graphql.ts';
import { Button } from '#src/views/ui/button.tsx';
import { Money } from '#src/views/ui/money.tsx';
import { Bone } from '#src/views/ui/skeleton.tsx';

/**
 * The price of the load by the carrier's own pricing sheet, with the calculation. Optional: bidding works without it.
 */
export function SuggestedBid({ leadId, onUse }: { leadId: string; onUse: (cents: number) => void }) {
  const { data, error } = useQuery(RateScheduleDocument, { variables: { leadId } });
  if (error && !data) return null;
  if (!data) return <Bone className="h-14" />;
  const { price, steps } = data.rateSchedule;
  return (
    <div className="flex items-start gap-3 rounded-md bg-gray-50 px-3 py-2.5">
      <div className="min-w-0 flex-1">
        <p className="font-medium">
          {price === null ? (
            'Your pricing sheet has no price for this load'
          ) : (
            <>
              Your pricing sheet says <Money cents={price} />
            </>
          )}
        </p>
        <ul className="mt-0.5 text-xs text-gray-600">
          {steps.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ul>
      </div>
      {price !== null && (
        <Button size="sm" onClick={() => onUse(price)}>
          Use it
        </Button>
      )}
    </div>
  );
}
