import { useState } from 'react';
import type { ReactNode } from 'react';
import { BankDialog } from './bank-dialog.tsx';
import { ProviderRefusal, askSandbox, intentOf } from './sandbox-api.ts';
import type { CardIntent } from './card-entry.tsx';

interface Bank {
  /** Lets the bank ask about a payment. @throws ProviderRefusal where it was not agreed to */
  askAboutPayment: (intent: CardIntent) => Promise<void>;
  /** The sandbox's bank asks in the page. True where the person agrees. */
  ask: () => Promise<boolean>;
  dialog: ReactNode;
}

/** The bank that wants to know whether it is really its customer who pays. */
export function useBank(): Bank {
  const [answer, setAnswer] = useState<((agreed: boolean) => void) | null>(null);
  const ask = () => new Promise<boolean>((resolve) => setAnswer(() => resolve));

  async function askAboutPayment({ provider, publishableKey, clientSecret }: CardIntent) {
    if (provider === 'stripe')
      return (await import('./stripe-elements.ts')).confirmWithStripe(publishableKey, clientSecret);
    const outcome = (await ask()) ? 'agreed' : 'refused';
    const { last_payment_error: error } = await askSandbox(
      publishableKey,
      `payment_intents/${intentOf(clientSecret)}/authenticate`,
      { client_secret: clientSecret, outcome },
    );
    if (error) throw new ProviderRefusal(error.message);
  }

  const dialog = (
    <BankDialog
      open={answer !== null}
      onAnswer={(agreed) => {
        answer?.(agreed);
        setAnswer(null);
      }}
    />
  );
  return { ask, askAboutPayment, dialog };
}
