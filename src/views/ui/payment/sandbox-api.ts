interface SandboxAnswer {
  id: string;
  status?: string;
  next_action?: object | null;
  error?: { message: string };
  last_payment_error?: { message: string } | null;
  last_setup_error?: { message: string } | null;
}

/** A message from the payment provider that can be shown. */
export class ProviderRefusal extends Error {}

/**
 * A request to the embedded payment sandbox, as a browser would send it: with the publishable key, and without a
 * session.
 *
 * @throws ProviderRefusal in the provider's words
 */
export async function askSandbox(key: string, path: string, form: Record<string, string>): Promise<SandboxAnswer> {
  const response = await fetch(`/dev/payments/v1/${path}`, {
    method: 'POST',
    credentials: 'omit',
    headers: { authorization: `Bearer ${key}` },
    body: new URLSearchParams(form),
  });
  const answer = (await response.json()) as SandboxAnswer;
  if (answer.error) throw new ProviderRefusal(answer.error.message);
  return answer;
}

/** `seti_1_secret_2` is the secret of `seti_1`. */
export const intentOf = (clientSecret: string): string => clientSecret.split('_secret_')[0]!;

/** `pi_1_secret_2` charges a card, `seti_1_secret_2` only saves one. */
export const isPayment = (clientSecret: string): boolean => clientSecret.startsWith('pi_');
