import type { Stripe, StripeElements } from '@stripe/stripe-js';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { Callout } from '#src/views/ui/callout.tsx';
import { intoView } from '#src/views/ui/draw-then-focus.ts';
import { useWrite } from '#src/views/ui/use-write.ts';
import { CardActions } from './card-actions.tsx';
import type { CardEntryProps } from './card-entry.tsx';
import { NoConnection, connected } from './connection.ts';
import { ProviderRefusal, intentOf, isPayment } from './sandbox-api.ts';
import { stripeOf } from './stripe-elements.ts';

class StillLoading extends Error {}

/** Stripe's card form: the fields are in Stripe's own frames, so the card number is never on our page. */
export default function StripeCard({
  intent: { publishableKey, clientSecret },
  confirm,
  mayCharge,
  keep,
  onRefused,
  onCancel,
  takesFocus = false,
}: CardEntryProps) {
  const frame = useRef<HTMLDivElement>(null);
  const ready = useRef<{ stripe: Stripe; elements: StripeElements } | null>(null);
  const [unavailable, setUnavailable] = useState<string | null>(null);
  const { busy, problem, write } = useWrite({ inline: 'all' });

  useEffect(() => {
    let isGone = false;
    let unmount = () => {};
    stripeOf(publishableKey).then(
      (stripe) => {
        if (isGone || !frame.current) return;
        const elements = stripe.elements({ clientSecret, appearance: { theme: 'stripe' } });
        // A wallet uses a different number for the same card, so a second trial would go undetected.
        const wallet = isPayment(clientSecret) ? 'auto' : 'never';
        const element = elements.create('payment', {
          layout: 'tabs',
          wallets: { applePay: wallet, googlePay: wallet },
        });
        if (takesFocus) element.once('ready', () => element.focus());
        element.mount(frame.current);
        unmount = () => element.destroy();
        ready.current = { stripe, elements };
      },
      (error: unknown) =>
        !isGone &&
        setUnavailable(error instanceof Error ? error.message : 'The payment provider could not be reached.'),
    );
    return () => {
      isGone = true;
      unmount();
    };
  }, [publishableKey, clientSecret, takesFocus]);

  /** Null if the card may no longer be charged. @throws ProviderRefusal, NoConnection */
  async function enter(): Promise<string | null> {
    const what = { isPayment: isPayment(clientSecret) };
    if (!ready.current) {
      if (navigator.onLine) throw new StillLoading('The card form is still loading. Try again in a moment.');
      throw new NoConnection({ ...what, isCertain: true });
    }
    const { stripe, elements } = ready.current;
    if (mayCharge) {
      // First, because a wallet opens its sheet only right after the button was pressed.
      const { error } = await connected({ ...what, isCertain: true }, async () => await elements.submit());
      if (error) throw new ProviderRefusal(error.message ?? 'The card was refused.');
      if (!(await mayCharge())) return null;
    }
    const options = { elements, redirect: 'if_required', confirmParams: { return_url: location.href } } as const;
    const { error } = await connected(
      { ...what, isCertain: false },
      async () => await (what.isPayment ? stripe.confirmPayment(options) : stripe.confirmSetup(options)),
    );
    // Stripe.js reports a lost connection as a result.
    if (error?.type === 'api_connection_error') throw new NoConnection({ ...what, isCertain: false });
    if (error) throw new ProviderRefusal(error.message ?? 'The card was refused.');
    return intentOf(clientSecret);
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    setUnavailable(null);
    void write({
      async send() {
        const entered = await enter();
        if (entered) await keep(entered);
      },
      failed: isPayment(clientSecret)
        ? 'The payment didn’t go through. Try again.'
        : 'Couldn’t save the card. Try again.',
      reasonOf: (error) =>
        error instanceof ProviderRefusal || error instanceof NoConnection || error instanceof StillLoading
          ? error.message
          : null,
      refused(error) {
        // If the provider may have received it, load its status.
        if (error instanceof ProviderRefusal || (error instanceof NoConnection && !error.isCertain)) onRefused?.();
      },
    });
  }

  const said = problem ?? unavailable;
  return (
    <form className="max-w-160 space-y-4" onSubmit={submit}>
      {said && <Callout ref={intoView} color="red" title={said} className="scroll-m-4" />}
      <div ref={frame} className="min-h-40" />
      <CardActions confirm={confirm} busy={busy !== null} onCancel={onCancel} />
    </form>
  );
}
