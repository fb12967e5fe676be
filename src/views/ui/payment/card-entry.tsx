import { useEffect } from 'react';
import { Bone, Loading } from '#src/views/ui/skeleton.tsx';
import { takeCardPolicy } from './card-policy.ts';
import { lazy, LazyBoundary } from '../lazy.tsx';

/** The provider's object for a card being entered: a setup intent, or a payment intent to charge it. */
export interface CardIntent {
  provider: 'off' | 'sandbox' | 'stripe';
  publishableKey: string;
  clientSecret: string;
}

export interface CardEntryProps {
  intent: CardIntent;
  /** The label of the button. */
  confirm: string;
  /** Asked right before a card is charged; resolves to false if it must not be. The caller then says why. */
  mayCharge?: (() => Promise<boolean>) | undefined;
  /** Reports to our server that the provider has confirmed the intent. Rejects with the server's message. */
  keep: (intentId: string) => Promise<void>;
  /** The provider refused the card, and the form shows why: a caller with its own state can load it again. */
  onRefused?: (() => void) | undefined;
  onCancel?: (() => void) | undefined;
  /** It replaces the button that opened it, so its first field takes the focus. */
  takesFocus?: boolean | undefined;
}

// Loaded only when a card is entered.
const providers = {
  sandbox: lazy(() => import('./sandbox-card.tsx')),
  stripe: lazy(() => import('./stripe-card.tsx')),
};

/** A placeholder while the card form loads. */
export function CardEntryBones() {
  return (
    <Loading label="Loading the card form…">
      <Bone className="h-40" />
    </Loading>
  );
}

/** For entering a card. Its number goes from the browser to the payment provider, and never to us. */
export function CardEntry(props: CardEntryProps) {
  const { provider } = props.intent;
  useEffect(() => {
    if (provider === 'stripe') takeCardPolicy();
  }, [provider]);
  if (provider === 'off') return <CardEntryBones />;
  const Entry = providers[provider];
  return (
    <LazyBoundary fallback={<CardEntryBones />}>
      <Entry {...props} />
    </LazyBoundary>
  );
}
