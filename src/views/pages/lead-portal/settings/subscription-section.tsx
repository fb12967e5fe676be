import { useQuery } from '@apollo/client/react';
import { SubscriptionOfferDocument } from '#src/generated/graphql/graphql.ts';
import { Section } from '#src/views/ui/card.tsx';
import { showDate } from '#src/views/ui/dates.ts';
import { FailedState } from '#src/views/ui/failed-state.tsx';
import { Bone, Loading } from '#src/views/ui/skeleton.tsx';

/** Where the subscription of the business stands. */
export function SubscriptionSection() {
  const { data, error, refetch } = useQuery(SubscriptionOfferDocument, { fetchPolicy: 'cache-and-network' });
  const offer = data?.subscriptionOffer;
  return (
    <Section title="Subscription">
      {error && !offer && <FailedState title="The subscription could not be loaded" onRetry={() => void refetch()} />}
      {!error && !offer && (
        <Loading label="Loading the subscription…">
          <Bone className="h-5 w-60" />
        </Loading>
      )}
      {offer?.status === 'trialing' && offer.trialEndsAt && <p>Your free trial runs until {showDate(offer.trialEndsAt.slice(0, 10))}.</p>}
      {offer?.status === 'active' && <p>Your subscription is active.</p>}
      {offer?.status === 'inactive' && <p>Your free trial is over. Paying for the time after it is not open yet; write to us to go on.</p>}
    </Section>
  );
}
