import { BoughtLeadsDocument } from '#src/generated/graphql/graphql.ts';
import { hrefs } from '#src/views/hrefs.ts';
import { BoughtLeads, BoughtLeadsSkeleton } from '#src/views/marketplace/bought-leads.tsx';
import { LinkButton } from '#src/views/ui/button.tsx';
import { EmptyState } from '#src/views/ui/empty-state.tsx';
import { FailedState } from '#src/views/ui/failed-state.tsx';
import { MarketplaceLayout } from '#src/views/ui/marketplace-layout.tsx';
import { useLink } from '#src/views/ui/use-link.ts';
import { useTitle } from '#src/views/ui/use-title.ts';
import { useToken } from '#src/views/ui/use-token.ts';

/** Opened by the link of a purchase: the contacts. */
export default function DetailsPage() {
  useTitle('Your leads');
  const token = useToken();
  const { state, reload } = useLink(BoughtLeadsDocument, token);
  return (
    <MarketplaceLayout>
      {state.is === 'loading' && <BoughtLeadsSkeleton />}
      {state.is === 'failed' && (
        <FailedState title="Your leads could not be loaded" onRetry={reload}>
          {state.why}
        </FailedState>
      )}
      {state.is === 'dead' && (
        <EmptyState
          isPage
          title="This link doesn’t open any leads"
          action={
            <div className="flex flex-wrap justify-center gap-2">
              <LinkButton href={hrefs.market.orders()}>Your orders and credit</LinkButton>
              <LinkButton href={hrefs.market.leads()}>See the leads for sale</LinkButton>
            </div>
          }
        >
          {state.detail ?? 'Part of it may be missing, or the purchase was refunded. Open the link in our email again.'}
        </EmptyState>
      )}
      {state.is === 'there' && <BoughtLeads token={token} bought={state.data.boughtLeads} onChanged={reload} />}
    </MarketplaceLayout>
  );
}
