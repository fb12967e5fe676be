import { useSyncExternalStore } from 'react';

/** The ids of the leads someone wants to buy. Kept in this browser, and shared by its tabs. */
const KEY = 'market:cart';
/** The maximum for one purchase. */
export const CART_LIMIT = 50;
const CHANGED = 'market:cart-changed';

let read = { text: '', ids: [] as readonly string[] };
/** Without storage, it lasts as long as the page. */
let fallback = '[]';

function textNow(): string {
  try {
    return localStorage.getItem(KEY) ?? '[]';
  } catch {
    return fallback;
  }
}

function idsNow(): readonly string[] {
  const text = textNow();
  if (read.text === text) return read.ids;
  let ids: string[] = [];
  try {
    const kept: unknown = JSON.parse(text);
    if (Array.isArray(kept)) ids = kept.filter((id) => typeof id === 'string').slice(0, CART_LIMIT);
  } catch {
    // Something else was written there: an empty cart.
  }
  read = { text, ids };
  return ids;
}

function keep(ids: readonly string[]): void {
  fallback = JSON.stringify(ids);
  try {
    localStorage.setItem(KEY, fallback);
  } catch {
    // See `fallback`.
  }
  dispatchEvent(new Event(CHANGED));
}

function subscribe(listener: () => void): () => void {
  addEventListener('storage', listener);
  addEventListener(CHANGED, listener);
  return () => {
    removeEventListener('storage', listener);
    removeEventListener(CHANGED, listener);
  };
}

/**
 * The ids of leads bought in this browser, which are not offered to it again. Kept in this browser only; the server
 * identifies the buyer by email address.
 */
const BOUGHT = 'market:bought';
const BOUGHT_LIMIT = 500;
let boughtRead = { text: '', ids: new Set<string>() };

function boughtNow(): ReadonlySet<string> {
  let text = '[]';
  try {
    text = localStorage.getItem(BOUGHT) ?? '[]';
    if (boughtRead.text !== text)
      boughtRead = { text, ids: new Set((JSON.parse(text) as unknown[]).filter((id) => typeof id === 'string')) };
  } catch {
    // No storage, or something else was written there: nothing is known.
    if (boughtRead.text !== text) boughtRead = { text, ids: new Set() };
  }
  return boughtRead.ids;
}

/** Records leads bought here: they leave the cart, and the list shows it. */
function keepBought(ids: readonly string[]): void {
  try {
    localStorage.setItem(BOUGHT, JSON.stringify([...new Set([...boughtNow(), ...ids])].slice(-BOUGHT_LIMIT)));
  } catch {
    // The server refuses to sell them twice anyway.
  }
  cart.remove(...ids);
}

export const useBought = (): ReadonlySet<string> => useSyncExternalStore(subscribe, boughtNow);

export const cart = {
  bought: keepBought,
  add: (...ids: readonly string[]) => keep([...new Set([...idsNow(), ...ids])].slice(0, CART_LIMIT)),
  remove: (...gone: readonly string[]) => keep(idsNow().filter((id) => !gone.includes(id))),
};

export function useCart(): readonly string[] {
  return useSyncExternalStore(subscribe, idsNow);
}
