import { useApolloClient } from '@apollo/client/react';
import { PaySubscriptionDocument } from '#src/generated/graphql/graphql.ts';
import { showMoney } from '#src/machines/amount/amounts.ts';
import { showDay } from '#src/views/ui/dates.ts';
import { Button } from '#src/views/ui/button.tsx';
import { Callout } from '#src/views/ui/callout.tsx';
import { priceChange } from '#src/views/ui/price-change.ts';
import { useWrite } from '#src/views/ui/use-write.ts';
import { ProviderRefusal } from '#src/views/ui/payment/sandbox-api.ts';
import { useBank } from '#src/views/ui/payment/use-bank.tsx';
import { actionOf, isDue } from './use-plan.ts';
import type { Plan } from './use-plan.ts';

/** A missing payment, with a way to make it; nothing if none is missing. */
export function DueCallout({ plan, onPaid }: { plan: Plan; onPaid: () => void }) {
  const client = useApolloClient();
  const bank = useBank();
  const { busy, problem, write } = useWrite({ inline: 'all' });

  const pay = () =>
    write({
      async send() {
        const { data } = await client.mutate({
          mutation: PaySubscriptionDocument,
          variables: { amount: plan.amountDue },
        });
        const { clientSecret } = data!.paySubscription;
        if (clientSecret)
          await bank.askAboutPayment({ provider: plan.payments, publishableKey: plan.publishableKey, clientSecret });
      },
      done: 'Payment received',
      failed: 'The payment didn’t go through. Try again.',
      reasonOf: (error) => (error instanceof ProviderRefusal ? error.message : priceChange(error)),
    }).then(onPaid);

  if (!isDue(plan)) return null;
  const amount = showMoney(plan.amountDue);
  const hasTime = plan.standing === 'past_due' && plan.payUntil && plan.status !== 'inactive';
  return (
    <>
      <Callout
        color="amber"
        title={
          plan.standing === 'incomplete'
            ? `Your first payment of ${amount} is missing`
            : `Your payment of ${amount} did not go through`
        }
        action={
          actionOf(plan, 'payment.asked')?.may ? (
            <Button variant="primary" size="sm" busy={busy !== null} onClick={() => void pay()}>
              Pay now
            </Button>
          ) : undefined
        }
      >
        {problem ? (
          <p role="alert" className="text-red-700">
            {problem} Pay with another card: add it and make it the default.
          </p>
        ) : (
          <p>
            {hasTime
              ? `You keep your leads until ${showDay(plan.payUntil!)}.`
              : 'Names and contacts reopen as soon as you pay.'}
          </p>
        )}
      </Callout>
      {bank.dialog}
    </>
  );
}
