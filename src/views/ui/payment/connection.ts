import { ProviderRefusal } from './sandbox-api.ts';

/**
 * The provider could not be reached. `isCertain`: it cannot have received the card, so nothing was charged or saved.
 */
export class NoConnection extends Error {
  readonly isCertain: boolean;

  constructor(what: { isPayment: boolean; isCertain: boolean }) {
    const certainly = what.isPayment ? 'Nothing was charged.' : 'Nothing was saved.';
    const perhaps = what.isPayment
      ? 'If the payment went through, it is shown here; nothing is charged twice.'
      : 'Nothing is saved twice.';
    super(`You’re offline. ${what.isCertain ? certainly : perhaps} Check your internet connection, then try again.`);
    this.isCertain = what.isCertain;
  }
}

/**
 * Runs a request to the payment provider and reports a missing response as a lost connection. @throws NoConnection,
 * ProviderRefusal
 */
export async function connected<T>(
  what: { isPayment: boolean; isCertain: boolean },
  call: () => Promise<T>,
): Promise<T> {
  if (!navigator.onLine) throw new NoConnection({ ...what, isCertain: true });
  try {
    return await call();
  } catch (error) {
    if (error instanceof ProviderRefusal) throw error;
    throw new NoConnection(what);
  }
}
