import type { CardKey, CheckoutPurchase, PurchaseAnswer } from '#src/machines/marketplace/checkout.machine.ts';
import { checkoutMachine } from '#src/machines/marketplace/checkout.machine.ts';
import { OPEN_STATES, purchaseLifecycle } from '#src/machines/marketplace/purchase.lifecycle.ts';
import type { PurchaseState } from '#src/machines/marketplace/purchase.lifecycle.ts';
import { flowModel } from './flow-model.ts';
import { stepFrom } from './path-model.ts';
import { purchase as lifecycle } from './purchase.model.ts';

/** A purchase as the server shows it: the lifecycle determines what the buyer may do. */
const purchase = (state: PurchaseState): CheckoutPurchase => ({
  state,
  total: 1200,
  actions: ['payment.begun', 'reservation.released'].map((event) => {
    const verdict = purchaseLifecycle.judge(state, lifecycle.facts as never, { type: event, by: 'visitor' } as never);
    return { event, may: verdict.may, unmet: verdict.may ? [] : verdict.unmet };
  }),
});
const card: CardKey = { provider: 'sandbox', publishableKey: 'pk', clientSecret: 'secret' };
const there = (state: PurchaseState): PurchaseAnswer => ({ is: 'there', purchase: purchase(state) });

/** The states that a purchase can reach from a state, according to its lifecycle. */
function onwardFrom(state: PurchaseState): Set<PurchaseState> {
  const states = new Set([state]);
  for (const one of states)
    for (const name of Object.keys(lifecycle.events))
      states.add((stepFrom(lifecycle, one, name)?.to ?? one) as PurchaseState);
  return states;
}
const ONWARD = new Map<PurchaseState, ReadonlySet<PurchaseState>>();
const leadsTo = (from: PurchaseState, to: PurchaseState): boolean => {
  if (!ONWARD.has(from)) ONWARD.set(from, onwardFrom(from));
  return ONWARD.get(from)!.has(to);
};

/** The states that the flow distinguishes: a refund in progress counts as paid, and refunded as revealed. */
const HEARD = {
  paying: { does: 'says that nothing was paid yet', output: there('paying') },
  authenticating: { does: 'says that the bank asks the buyer', output: there('authenticating') },
  failed: { does: 'says that the bank refused', output: there('failed') },
  paid: { does: 'says that it is paid', output: there('paid') },
  revealed: { does: 'says that the contacts are revealed', output: there('revealed') },
  expired: { does: 'says that the reservation is over', output: there('expired') },
  refused: {
    does: 'says that it does not work now',
    output: { is: 'refused', detail: 'There are no payments now.' } satisfies PurchaseAnswer as PurchaseAnswer,
  },
};
const READ = {
  ...HEARD,
  // Without a card form it is not reloaded by itself.
  reserved: { does: 'says that the leads are reserved', output: there('reserved'), only: ['restore'] },
  gone: {
    does: 'says that there is no such purchase',
    output: { is: 'gone' } satisfies PurchaseAnswer as PurchaseAnswer,
  },
};
const STATES: Record<PurchaseState, string> = {
  reserved: 'reserved',
  paying: 'to be paid',
  authenticating: 'the bank asks',
  failed: 'refused by the bank',
  paid: 'paid',
  revealed: 'contacts revealed',
  expired: 'expired',
  refunding: 'being refunded',
  refunded: 'refunded',
};
const noAnswer = { 'no answer': { does: 'does not answer', error: 'no answer' } };

export const checkout = flowModel({
  id: 'checkout',
  title: 'Way of a buyer from the cart to the contacts',
  machine: checkoutMachine,
  person: 'visitor',
  openings: {
    'market opened': { does: 'opens the market', input: { token: null } },
    'market opened again': { does: 'opens the market again in the middle of a purchase', input: { token: 'token' } },
  },
  names: {
    deciding: 'Deciding',
    restoring: 'Reading the purchase of before',
    unreachable: 'Server not reached',
    cart: 'Cart',
    reserving: 'Being reserved',
    'held.looking': 'Looking what comes next',
    'held.idle': 'Purchase',
    'held.opening': 'Card form being opened',
    'held.checking': 'Payment being checked',
    'held.reading': 'Purchase being read again',
    'held.releasing': 'Leads being let go',
    'held.returning': 'Leads being let go for another email address',
  },
  aspects: ({ context, value }) =>
    typeof value === 'string'
      ? []
      : [context.purchase ? STATES[context.purchase.state] : 'not read', ...(context.card ? ['card form open'] : [])],
  events: {
    'reserve.asked': {
      does: 'reserves the leads in the cart',
      with: { leadIds: ['lead'], prices: [1200], email: 'vic@mail.example', credit: null, key: 'key' },
    },
    'restore.retried': 'tries again',
    'card-form.asked': 'asks for the card form',
    'card.confirmed': 'pays with the card',
    'card.refused': 'pays with a card that the bank refuses',
    'purchase.doubted': { does: 'ends the time that is shown', by: 'clock' },
    'release.asked': 'lets the leads go',
    'address.asked': 'wants another email address',
    'purchase.left': 'leaves the purchase',
    'panel.closed': 'closes the panel',
  },
  answers: {
    reserve: {
      done: {
        reserved: {
          does: 'reserves the leads',
          output: { is: 'reserved', token: 'token', purchase: purchase('reserved') },
        },
        refused: {
          does: 'says that a lead is gone',
          output: { is: 'refused', detail: 'A lead is gone.', gone: ['lead'], fields: {}, changed: [] },
        },
      },
      error: noAnswer,
    },
    read: { done: READ, error: noAnswer },
    open: {
      done: {
        'a card form': { does: 'opens the card form', output: { is: 'open', card, purchase: purchase('paying') } },
        'a card form, the bank asked before': {
          does: 'opens the card form, to which the bank has a question',
          output: { is: 'open', card, purchase: purchase('authenticating') },
        },
        'nothing to pay': {
          does: 'says that nothing is left to pay',
          output: { is: 'open', card: null, purchase: purchase('paid') },
        },
        refused: {
          does: 'says that there are no payments now',
          output: { is: 'refused', detail: 'There are no payments now.' },
        },
      },
      error: noAnswer,
    },
    check: { done: HEARD, error: noAnswer },
    release: { done: HEARD, error: noAnswer },
  },
  delays: {
    'a while passes': { type: 'xstate.after.aWhile.checkout.held.idle', does: 'lets a while pass' },
    'a long while passes': { type: 'xstate.after.aLongWhile.checkout.held.idle', does: 'lets a long while pass' },
  },
  world: (snapshot, event) => {
    const { purchase: held, card: form } = snapshot.context;
    // Without a form, there is no card to confirm, and no remaining time is shown unless it is running.
    if (event.type.startsWith('card.') && (!form || !held || !(OPEN_STATES as readonly string[]).includes(held.state)))
      return null;
    // An open purchase is paid or released, and a payment in progress is waited for: the screen does not offer to leave
    // it.
    if (event.type === 'purchase.left' && held && [...OPEN_STATES, 'paid', 'refunding'].includes(held.state))
      return null;
    if (event.type === 'purchase.doubted' && !(OPEN_STATES as readonly string[]).includes(held?.state ?? ''))
      return null;
    const said =
      'output' in event ? (event.output as { purchase?: CheckoutPurchase } | undefined)?.purchase : undefined;
    return held && said && !leadsTo(held.state, said.state) ? null : snapshot;
  },
});
