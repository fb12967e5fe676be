import { useActorRef, useSelector } from '@xstate/react';
import { useState } from 'react';
import { fromPromise } from 'xstate';
import {
  CheckoutStateDocument,
  CheckPurchaseDocument,
  type CheckoutPurchaseFragment,
  PayPurchaseDocument,
  ReleasePurchaseDocument,
  ReserveLeadsDocument,
} from '#src/generated/graphql/graphql.ts';
import {
  checkoutMachine,
  type OpenAnswer,
  type PurchaseAnswer,
  type Reservation,
  type ReserveAnswer,
} from '#src/machines/marketplace/checkout.machine.ts';
import { OPEN_STATES } from '#src/machines/marketplace/purchase.lifecycle.ts';
import { ask } from '#src/views/ui/ask.ts';
import { dropDraft, keepDraft, readDraft } from '#src/views/ui/draft-storage.ts';
import { problemOf } from '#src/views/ui/problem.ts';
import { cart } from './cart.ts';

export type CheckoutPurchase = CheckoutPurchaseFragment;

/** The token gives access to paid contacts: it is kept in the tab rather than the browser, which may be shared. */
const PLACE = ['market:checkout', 1, 'tab'] as const;

/**
 * While a reservation runs, every tab of the browser has its token, as it has the cart: whoever closed the tab would
 * otherwise be locked out by their own reservation.
 */
const RUNNING = 'market:reservation';
/** The token that this tab has read or kept: it does not forget the reservation of another one. */
let ours: string | null = null;

function runningToken(): string | null {
  try {
    const kept = JSON.parse(localStorage.getItem(RUNNING) ?? 'null') as (Token & { until: string }) | null;
    if (kept === null) return null;
    if (Date.parse(kept.until) > Date.now()) return kept.token;
    localStorage.removeItem(RUNNING);
  } catch {
    // No storage, or something else was written there.
  }
  return null;
}

function keepRunning(token: string | null, purchase: CheckoutPurchase | null): void {
  const isOpen = purchase !== null && OPEN_STATES.some((state) => state === purchase.state);
  try {
    if (token && isOpen) localStorage.setItem(RUNNING, JSON.stringify({ token, until: purchase.reservedUntil }));
    else if (runningToken() === (token ?? ours)) localStorage.removeItem(RUNNING);
  } catch {
    // Without storage, only this tab has it.
  }
  ours = token;
}

function keptToken(): string | null {
  ours = readDraft<Token>(...PLACE)?.token ?? runningToken();
  return ours;
}

const purchaseOf = (purchase: unknown) => purchase as CheckoutPurchase;

/** A message of the server that can be shown; for anything else, it is unknown what happened. */
function refusalOf(error: unknown): string {
  const { status, detail } = problemOf(error);
  // 503 has its own message: payments are unavailable here, or the provider does not respond.
  if (detail !== null && status !== null && (status < 500 || status === 503) && status !== 429) return detail;
  throw error;
}

async function reserve({ leadIds, prices, email, credit, key }: Reservation & { key: string }): Promise<ReserveAnswer> {
  try {
    const { reserveLeads } = await ask(
      ReserveLeadsDocument,
      { leadIds: [...leadIds], prices: [...prices], email, credit },
      { key },
    );
    return { is: 'reserved', token: reserveLeads.token, purchase: purchaseOf(reserveLeads.purchase) };
  } catch (error) {
    const { fields, changed } = problemOf(error);
    const running = await reservedElsewhere(leadIds).catch(() => null);
    if (running) return running;
    const gone = Object.keys(fields).flatMap(
      (name) => leadIds[Number(/(?:leads_ids|leadIds)\/(\d+)$/.exec(name)?.[1])] ?? [],
    );
    return {
      is: 'refused',
      detail: refusalOf(error),
      gone,
      fields,
      changed: changed.flatMap(({ field, seen }) =>
        typeof seen === 'number' && field.startsWith('prices/')
          ? [{ id: leadIds[Number(field.split('/')[1])]!, seen }]
          : [],
      ),
    };
  }
}

/** The running reservation of another tab, if it holds one of these leads: the buyer continues with it. */
async function reservedElsewhere(leadIds: readonly string[]): Promise<ReserveAnswer | null> {
  const token = runningToken();
  if (!token) return null;
  const purchase = purchaseOf((await ask(CheckoutStateDocument, { token })).purchase);
  const isOpen = OPEN_STATES.some((state) => state === purchase.state);
  return isOpen && purchase.items.some(({ id }) => leadIds.includes(id)) ? { is: 'reserved', token, purchase } : null;
}

/** A request about an existing purchase. */
async function about(call: () => Promise<unknown>): Promise<PurchaseAnswer> {
  try {
    return { is: 'there', purchase: purchaseOf(await call()) };
  } catch (error) {
    if (problemOf(error).status === 404) return { is: 'gone' };
    return { is: 'refused', detail: refusalOf(error) };
  }
}

async function open(token: string, total: number): Promise<OpenAnswer> {
  try {
    const { payPurchase } = await ask(PayPurchaseDocument, { token, total }, { key: crypto.randomUUID() });
    const { clientSecret, publishableKey, provider } = payPurchase;
    const purchase = purchaseOf(payPurchase.purchase);
    return { is: 'open', purchase, card: clientSecret === null ? null : { clientSecret, publishableKey, provider } };
  } catch (error) {
    return { is: 'refused', detail: refusalOf(error) };
  }
}

interface Token {
  token: string;
}

const machine = checkoutMachine.provide({
  actors: {
    reserve: fromPromise(({ input }) => reserve(input)),
    // Canceled when the buyer goes on meanwhile; a write is not, because nobody would know its outcome.
    read: fromPromise<PurchaseAnswer, Token>(({ input, signal }) =>
      about(async () => (await ask(CheckoutStateDocument, input, { signal })).purchase),
    ),
    open: fromPromise<OpenAnswer, Token & { total: number }>(({ input }) => open(input.token, input.total)),
    check: fromPromise<PurchaseAnswer, Token>(({ input }) =>
      about(async () => (await ask(CheckPurchaseDocument, input)).checkPurchase),
    ),
    release: fromPromise<PurchaseAnswer, Token>(({ input }) =>
      about(async () => (await ask(ReleasePurchaseDocument, input)).releasePurchase),
    ),
  },
  actions: {
    remember: ({ context }, token) => {
      if (token === null) dropDraft(PLACE[0], PLACE[2]);
      else keepDraft(PLACE[0], PLACE[1], { token }, PLACE[2]);
      keepRunning(token, context.purchase as CheckoutPurchase | null);
    },
    emptyCart: ({ context }) => {
      const purchase = context.purchase as CheckoutPurchase | null;
      if (purchase?.detailsToken) cart.bought(purchase.items.map(({ id }) => id));
    },
  },
});

/** The path from the cart to the contacts, resumed where it was when the page was left. */
export function useCheckout() {
  const [token] = useState(keptToken);
  const actor = useActorRef(machine, { input: { token } });
  const snapshot = useSelector(actor, (now) => now);
  return { send: actor.send, snapshot, purchase: snapshot.context.purchase as CheckoutPurchase | null };
}

export type Checkout = ReturnType<typeof useCheckout>;

/** The lifecycle's verdict on an action of the buyer; null if the action does not exist now. */
export const actionOf = ({ actions }: Pick<CheckoutPurchase, 'actions'>, event: string) =>
  actions.find((action) => action.event === event) ?? null;
