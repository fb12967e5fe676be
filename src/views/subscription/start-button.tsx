import { useApolloClient } from '@apollo/client/react';
import { useEffect, useEffectEvent, useState } from 'react';
import { StartSubscriptionDocument } from '#src/generated/graphql/graphql.ts';
import { Button } from '#src/views/ui/button.tsx';
import { Callout } from '#src/views/ui/callout.tsx';
import { Dialog } from '#src/views/ui/dialog.tsx';
import { priceChange } from '#src/views/ui/price-change.ts';
import { useWrite } from '#src/views/ui/use-write.ts';
import { CardForm } from './card-form.tsx';
import { Charge } from './charge.tsx';
import { StartConfirm } from './start-confirm.tsx';
import { ProviderRefusal } from '#src/views/ui/payment/sandbox-api.ts';
import { useBank } from '#src/views/ui/payment/use-bank.tsx';
import { actionOf } from './use-plan.ts';
import type { Plan } from './use-plan.ts';

interface StartButtonProps {
  plan: Plan;
  /** The code of a coupon that is included in `plan` and redeemed with the start. */
  coupon?: string | null;
  /** Called first; false if something else has to be settled before, such as a coupon that was not checked. */
  mayBegin?: () => boolean;
  /** Whether it worked; even a declined first payment changes the plan. */
  onTried: (isStarted: boolean) => void;
}

/** Starts the trial, or a paid subscription: shows what will be charged first, and asks for a card if there is none. */
export function StartButton({ plan, coupon = null, mayBegin = () => true, onTried }: StartButtonProps) {
  const client = useApolloClient();
  const bank = useBank();
  const { busy: name, problem, write, dismiss } = useWrite({ inline: 'all' });
  // What was said of another card is no longer true.
  const cardChanged = useEffectEvent(dismiss);
  useEffect(() => cardChanged(), [plan.card?.id]);
  const busy = name !== null;
  const [cardOpen, setCardOpen] = useState(false);
  const [confirmOpen, setConfirmOpen] = useState(false);
  const refusal = problem ?? plan.refusal;
  const trial = actionOf(plan, 'trial.started')?.may ?? false;
  const paid = actionOf(plan, 'subscription.started');
  // The first payment has begun, and there is nothing to start anymore: the bank may be asking about it.
  if ((!trial && !paid) || plan.payments === 'off') return bank.dialog;

  /** @param card the card on file that was shown to the mover; null if it was entered just now, or none is charged */
  const start = (card: string | null = null) =>
    write({
      async send() {
        const { data } = await client.mutate({
          mutation: StartSubscriptionDocument,
          variables: { coupon, price: plan.priceWithCoupon, trial, card },
        });
        const { clientSecret } = data!.startSubscription;
        setConfirmOpen(false);
        if (clientSecret)
          await bank.askAboutPayment({ provider: plan.payments, publishableKey: plan.publishableKey, clientSecret });
      },
      failed: 'Couldn’t start the subscription. Try again.',
      reasonOf: (error) => (error instanceof ProviderRefusal ? error.message : priceChange(error)),
    }).then((isStarted) => {
      setConfirmOpen(false);
      onTried(isStarted);
    });

  const begin = () => {
    if (!mayBegin()) return;
    if (trial) void start();
    else if (plan.hasCard) setConfirmOpen(true);
    else setCardOpen(true);
  };
  return (
    <>
      {refusal && <Callout color="red" title={refusal} className="w-full" />}
      <Button variant="primary" busy={busy} onClick={begin}>
        {trial
          ? `Start ${plan.trialDays}-day free trial`
          : plan.standing === 'trialing'
            ? 'Subscribe now'
            : 'Subscribe'}
      </Button>
      <Dialog open={cardOpen} onClose={() => setCardOpen(false)} title="Subscribe">
        <div className="space-y-4">
          <Charge plan={plan} />
          <CardForm
            confirm="Subscribe"
            onCancel={() => setCardOpen(false)}
            onKept={async () => {
              setCardOpen(false);
              await start();
            }}
          />
        </div>
      </Dialog>
      {confirmOpen && (
        <StartConfirm
          plan={plan}
          busy={busy}
          onClose={() => setConfirmOpen(false)}
          onConfirm={(card) => void start(card)}
        />
      )}
      {bank.dialog}
    </>
  );
}
