import { useState } from 'react';
import type { ReactNode } from 'react';
import { BankDialog } from './bank-dialog.tsx';
import { ProviderRefusal, askSandbox, intentOf } from './sandbox-api.ts';
import type { CardIntent } from './card-entry.tsx';

interface Bank {
  /** Lets the bank authenticate a payment. @throws ProviderRefusal if the person did not agree */
  askAboutPayment: (intent: CardIntent) => Promise<void>;
  /** The sandbox's bank asks within the page. True if the person agrees. */
  ask: () => Promise<boolean>;
  dialog: ReactNode;
}

/** The bank's check that its own customer is paying. */
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
