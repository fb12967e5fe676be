import type { Account, Application } from '#tests/platform/application.ts';
import { PASSWORD, call, signedIn } from '#tests/platform/application.ts';

/** The billing calls as a mover's screen makes them, plus the actions of the bank and of the clock. */
export const FRESH = {
  business: { subscription: 'inactive', used_trial: false, card_added: false, trial_ends_at: null },
};

export const newMover = (application: Application, name = 'Mia Mover') =>
  signedIn(application, 'mover', name, {}, FRESH);

export interface Billing {
  status: string;
  standing: string;
  id: string | null;
  actions: { event: string; may: boolean; unmet: string[] }[];
  [name: string]: unknown;
}
export interface Card {
  id: string;
  last4: string;
  is_default: boolean;
}

export function billingOf(application: Application) {
  const path = (rest: string) => `user/${rest}`;
  const ask = <T = Record<string, unknown>>(
    method: string,
    rest: string,
    { token }: Pick<Account, 'token'>,
    body?: unknown,
  ) => call<T>(application, method, path(rest), { token, ...(body === undefined ? {} : { body }) });

  /** What a card form sends to the sandbox, with the publishable key and without a session. */
  async function atBank(key: string, at: string, form: Record<string, string>) {
    const response = await fetch(`${application.url}/dev/payments/v1/${at}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}` },
      body: new URLSearchParams(form),
    });
    return (await response.json()) as { id: string; status: string; error?: { message: string } };
  }

  return {
    ask,
    atBank,
    state: async (who: Account) => (await ask<Billing>('GET', 'subscription/subscription', who)).body,
    cards: async (who: Account) => (await ask<Card[]>('GET', 'payment/methods', who)).body,
    history: async (who: Account) =>
      (
        await ask<{ items: { amount: number; status: string; number: string; receipt_url: string }[] }>(
          'GET',
          'payment/history',
          who,
        )
      ).body.items,
    start: (who: Account, body: unknown = {}) =>
      ask<{ status: string; client_secret: string | null; detail: string }>('POST', 'subscription/', who, body),
    /** Adds a card through the whole form, and confirms if the bank asks. */
    async addCard(who: Account, number = '4242424242424242') {
      const { body: setup } = await ask<{ client_secret: string; publishable_key: string }>(
        'POST',
        'subscription/payment/method',
        who,
        {},
      );
      const [intent] = setup.client_secret.split('_secret_') as [string];
      const method = await atBank(setup.publishable_key, 'payment_methods', {
        type: 'card',
        'card[number]': number,
        'card[exp_month]': '4',
        'card[exp_year]': '2040',
      });
      const secret = { client_secret: setup.client_secret };
      const confirmed = await atBank(setup.publishable_key, `setup_intents/${intent}/confirm`, {
        ...secret,
        payment_method: method.id,
      });
      if (confirmed.status === 'requires_action')
        await atBank(setup.publishable_key, `setup_intents/${intent}/authenticate`, { ...secret, outcome: 'agreed' });
      return { intent, answer: await ask<Card[]>('POST', 'payment/card/attach', who, { setup_intent: intent }) };
    },
    /** Answers the bank's question about a payment, as the browser does. */
    async answerBank(clientSecret: string, outcome: 'agreed' | 'refused') {
      const key = application.parts.payments.publishableKey;
      return atBank(key, `payment_intents/${clientSecret.split('_secret_')[0]}/authenticate`, {
        client_secret: clientSecret,
        outcome,
      });
    },
    /** Access tokens expire when a test moves the clock. */
    async again(who: Account) {
      const { body } = await call<{ access_token: string }>(application, 'POST', 'user/token', {
        body: new URLSearchParams({ username: who.email, password: PASSWORD }),
      });
      who.token = body.access_token;
    },
  };
}
