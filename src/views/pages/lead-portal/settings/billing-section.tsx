import { PaymentsClosed } from '#src/views/brokerage/payments-closed.tsx';
import { BILLING } from '#src/views/hrefs.ts';
import { actionOf, usePlan } from '#src/views/subscription/use-plan.ts';
import { Section } from '#src/views/ui/card.tsx';
import { FailedState } from '#src/views/ui/failed-state.tsx';
import { Bone, Loading } from '#src/views/ui/skeleton.tsx';
import { lazy, LazyBoundary } from '#src/views/ui/lazy.tsx';

const PlanCard = lazy(() =>
  import('#src/views/subscription/plan-card.tsx').then((module) => ({ default: module.PlanCard })),
);
const CardList = lazy(() =>
  import('#src/views/subscription/card-list.tsx').then((module) => ({ default: module.CardList })),
);
const PaymentHistory = lazy(() =>
  import('#src/views/subscription/payment-history.tsx').then((module) => ({ default: module.PaymentHistory })),
);

/** The subscription, its cards, and its payments: for the mover only. */
export function BillingSection({ onChanged }: { onChanged: () => void }) {
  const { plan, failed, readAgain } = usePlan();
  const changed = () => {
    void readAgain().catch(() => {});
    onChanged();
  };
  const waiting = (
    <Loading label="Loading the subscription…">
      <Bone className="h-40 max-w-160" />
    </Loading>
  );
  return (
    <>
      <Section title="Billing" fragment={BILLING} description="One subscription for you and your assistants.">
        {failed && <FailedState title="The subscription could not be loaded" onRetry={() => void readAgain()} />}
        {!plan && !failed && waiting}
        {plan && (
          <LazyBoundary fallback={waiting}>
            <PlanCard plan={plan} onChanged={changed} />
            {plan.payments === 'off' && (
              <div className="mt-4 max-w-160">
                <PaymentsClosed title="You can’t subscribe online yet" to="subscribe" />
              </div>
            )}
          </LazyBoundary>
        )}
      </Section>
      <Section title="Cards" description="The default card is charged each month.">
        <LazyBoundary fallback={waiting}>
          <CardList canRemove={plan !== null && actionOf(plan, 'card.removed')?.may === true} onChanged={changed} />
        </LazyBoundary>
      </Section>
      <Section title="Payments">
        <LazyBoundary fallback={waiting}>
          <PaymentHistory />
        </LazyBoundary>
      </Section>
    </>
  );
}
