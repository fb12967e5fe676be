import { useEffect } from 'react';
import { Bone, Loading } from '#src/views/ui/skeleton.tsx';
import { takeCardPolicy } from './card-policy.ts';
import { lazy, LazyBoundary } from '../lazy.tsx';

/** What the provider keeps about a card that is being entered: a setup intent, or a payment intent to be charged. */
export interface CardIntent {
  provider: 'off' | 'sandbox' | 'stripe';
  publishableKey: string;
  clientSecret: string;
}

export interface CardEntryProps {
  intent: CardIntent;
  /** What the button says. */
  confirm: string;
  /** The provider has confirmed the intent: it is told to us, too. Rejects with what the server says. */
  keep: (intentId: string) => Promise<void>;
  /** The provider refused the card, and the form says why: who keeps a state of its own may ask for it anew. */
  onRefused?: (() => void) | undefined;
  onCancel?: (() => void) | undefined;
  /** It takes the place of the button that asked for it, so its first field takes the focus. */
  takesFocus?: boolean | undefined;
}

// Only who enters a card loads what takes it.
const providers = {
  sandbox: lazy(() => import('./sandbox-card.tsx')),
  stripe: lazy(() => import('./stripe-card.tsx')),
};

/** In the place of the card form while it is fetched. */
export function CardEntryBones() {
  return (
    <Loading label="Loading the card form…">
      <Bone className="h-40" />
    </Loading>
  );
}

/** Enters a card. Its number goes from the browser to the payment provider, and never to us. */
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
