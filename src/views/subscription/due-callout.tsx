import { useApolloClient } from '@apollo/client/react';
import { useEffect, useEffectEvent } from 'react';
import { PaySubscriptionDocument } from '#src/generated/graphql/graphql.ts';
import { showMoney } from '#src/machines/amount/amounts.ts';
import { cardName } from '#src/machines/subscription/card-name.ts';
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
  const { busy, problem, write, dismiss } = useWrite({ inline: 'all' });
  const { card, refusal } = plan;
  // What was said of another card is no longer true.
  const cardChanged = useEffectEvent(dismiss);
  useEffect(() => cardChanged(), [card?.id]);

  const pay = () =>
    write({
      async send() {
        const { data } = await client.mutate({
          mutation: PaySubscriptionDocument,
          variables: { amount: plan.amountDue, card: card?.id ?? null },
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
          refusal ??
          (plan.standing === 'incomplete'
            ? `Your first payment of ${amount} is missing`
            : `Your payment of ${amount} did not go through`)
        }
        action={
          actionOf(plan, 'payment.asked')?.may ? (
            <Button variant="primary" size="sm" busy={busy !== null} onClick={() => void pay()}>
              Pay now
            </Button>
          ) : undefined
        }
      >
        {problem && problem !== refusal && (
          <p role="alert" className="text-red-700">
            {problem}
          </p>
        )}
        <p>
          {hasTime
            ? `You keep your leads until ${showDay(plan.payUntil!)}. Pay ${amount} to keep them longer.`
            : `Names and contacts ${plan.standing === 'incomplete' ? 'open' : 'reopen'} as soon as you pay ${amount}.`}
          {card && ` Pay with your ${cardName(card)}${refusal ? ', or add another card' : ''}.`}
        </p>
      </Callout>
      {bank.dialog}
    </>
  );
}
