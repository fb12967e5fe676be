import { useApolloClient } from '@apollo/client/react';
import { useEffect, useEffectEvent } from 'react';
import { Link } from 'wouter';
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

interface DueCalloutProps {
  plan: Plan;
  /** An assistant can only ask the owner. */
  isMover: boolean;
  /** The page of the cards, where it is another one. */
  cardsHref?: string;
  onPaid: () => void;
}

/** A missing payment, with a way to make it; nothing if none is missing. */
export function DueCallout({ plan, isMover, cardsHref, onPaid }: DueCalloutProps) {
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
  const isFirst = plan.standing === 'incomplete';
  const keptUntil =
    plan.standing === 'past_due' && plan.payUntil && plan.status !== 'inactive' && showDay(plan.payUntil);
  const opens = `Names and contacts ${isFirst ? 'open' : 'reopen'} as soon as`;
  if (!isMover)
    return (
      <Callout
        color="amber"
        title={`Your company’s ${isFirst ? 'first payment is missing' : 'payment did not go through'}`}
      >
        {keptUntil
          ? `You keep your leads until ${keptUntil}. Your company’s owner can pay to keep them longer.`
          : `${opens} your company’s owner pays.`}
      </Callout>
    );
  const otherCard = (words: string) =>
    cardsHref ? (
      <Link href={cardsHref} className="link">
        {words}
      </Link>
    ) : (
      words
    );
  return (
    <>
      <Callout
        color="amber"
        title={
          refusal ??
          (isFirst ? `Your first payment of ${amount} is missing` : `Your payment of ${amount} did not go through`)
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
          {keptUntil
            ? `You keep your leads until ${keptUntil}. Pay ${amount} to keep them longer.`
            : `${opens} you pay ${amount}.`}{' '}
          {card ? (
            <>
              Pay with your {cardName(card)}
              {refusal && <>, or {otherCard('add another card')}</>}.
            </>
          ) : (
            <>To pay, {otherCard('add a card')}.</>
          )}
        </p>
      </Callout>
      {bank.dialog}
    </>
  );
}
