import { purchaseLifecycle } from '#src/machines/marketplace/purchase.lifecycle.ts';
import { replay } from '#src/machines/replay.ts';
import type { PurchaseState } from '#src/machines/marketplace/purchase.lifecycle.ts';
import { call } from '#tests/platform/application.ts';
import type { Application } from '#tests/platform/application.ts';

export const GOOD_CARD = '4242424242424242';
export const REFUSED_CARD = '4000000000000002';
export const ASKING_CARD = '4000002760003184';

export interface Purchase {
  reference: string;
  state: PurchaseState;
  email: string;
  total: number;
  reserved_until: string;
  items: { id: string; price: number; gone: boolean }[];
  actions: { event: string; may: boolean; unmet: string[] }[];
  details_token: string | null;
  receipt_url: string | null;
  refusal: string | null;
}

export interface Refusal {
  detail: string;
  state?: string;
  errors?: { field: string; message: string }[];
}

let buyers = 0;

/** A guest who buys: the calls that the shop's screen makes, and the bank's part in them. */
export function buyerOf(application: Application, email = `buyer-${(buyers += 1)}@buyer.example`) {
  let token = '';
  let secret = '';
  const at = (path: string) => `shop-lead/purchase/${token}${path}`;

  /** What a card form sends to the sandbox, with the publishable key and without a session. */
  async function atBank(path: string, form: Record<string, string>) {
    const response = await fetch(`${application.url}/dev/payments/v1/${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${application.parts.payments.publishableKey}` },
      body: new URLSearchParams(form),
    });
    return (await response.json()) as { id: string; status: string; error?: { message: string } };
  }
  const atIntent = (path: string, form: Record<string, string>) =>
    atBank(`payment_intents/${secret.split('_secret_')[0]}/${path}`, { client_secret: secret, ...form });

  /** The prices in the cart; any price for a lead that is gone. */
  async function pricesOf(ids: string[]): Promise<number[]> {
    if (ids.length === 0) return [1];
    const { body } = await call<{ items?: { id: string; lead: { price: number } | null }[] }>(
      application,
      'GET',
      `shop-lead/lead?ids=${[...new Set(ids)].join(',')}`,
    );
    return ids.map((id) => body.items?.find((item) => item.id === id)?.lead?.price ?? 1);
  }

  return {
    email,
    pricesOf,
    get token() {
      return token;
    },
    get intentId() {
      return secret.split('_secret_')[0]!;
    },
    async reserve(ids: string[], options: { body?: object; key?: string } = {}) {
      const answer = await call<{ token: string; purchase: Purchase } & Refusal>(
        application,
        'POST',
        'shop-lead/purchase',
        {
          body: { leads_ids: ids, prices: await pricesOf(ids), email, ...options.body },
          ...(options.key ? { headers: { 'idempotency-key': options.key } } : {}),
        },
      );
      if (answer.status === 201) token = answer.body.token;
      return answer;
    },
    read: () => call<Purchase>(application, 'GET', at('')),
    async pay(total?: number) {
      const seen = total ?? (await call<Purchase>(application, 'GET', at(''))).body.total ?? 1;
      const answer = await call<
        { client_secret: string | null; publishable_key: string; provider: string; purchase: Purchase } & Refusal
      >(application, 'POST', at('/pay'), { body: { total: seen } });
      if (answer.body.client_secret) secret = answer.body.client_secret;
      return answer;
    },
    /** Submits the card form; the bank may refuse, or ask for confirmation. */
    async card(number = GOOD_CARD) {
      const method = await atBank('payment_methods', {
        type: 'card',
        'card[number]': number,
        'card[exp_month]': '4',
        'card[exp_year]': '2040',
      });
      return atIntent('confirm', { payment_method: method.id });
    },
    answerBank: (outcome: 'agreed' | 'refused') => atIntent('authenticate', { outcome }),
    check: () => call<Purchase & Refusal>(application, 'POST', at('/check'), { body: {} }),
    release: () => call<Purchase & Refusal>(application, 'DELETE', at('')),
    /** All steps up to the contacts. */
    async buy(ids: string[]) {
      await this.reserve(ids);
      await this.pay();
      await this.card();
      return (await this.check()).body;
    },
  };
}

export type Buyer = ReturnType<typeof buyerOf>;

/** The row, after checking that replaying its history through the lifecycle gives the same state. */
export async function replayed(application: Application, reference: string) {
  const row = await application.database.kysely
    .selectFrom('purchase')
    .selectAll()
    .where('reference', '=', reference)
    .executeTakeFirstOrThrow();
  const history = await application.database.kysely
    .selectFrom('history')
    .selectAll()
    .where('record_id', '=', row.id)
    .orderBy('sequence')
    .execute();
  const state = replay(purchaseLifecycle, history);
  if (state !== row.state || history.length !== row.history_length)
    throw new Error(`${reference} is ${row.state}, its history says ${state}.`);
  return { row, events: history.map(({ event }) => event) };
}
