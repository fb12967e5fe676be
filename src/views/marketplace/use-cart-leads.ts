import { useEffect } from 'react';
import { ShopCartDocument } from '#src/generated/graphql/graphql.ts';
import { useAnswer } from '#src/views/ui/use-answer.ts';
import { useCart } from './cart.ts';
import type { ShopLead } from './use-shop.ts';

export interface CartLead {
  id: string;
  /** Null once it is no longer for sale. */
  lead: ShopLead | null;
}

/** The current offers for the leads in the cart; reloaded whenever someone returns to the page. */
export function useCartLeads() {
  const ids = useCart();
  const { data, failed, failure, reload } = useAnswer(ShopCartDocument, { ids: [...ids] });
  useEffect(() => {
    const look = () => !document.hidden && reload();
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
    // It is a new function each time, with the same effect.
    // oxlint-disable-next-line react/exhaustive-deps
  }, []);
  const found = new Map(data?.shopLeadsById.map(({ id, gone, lead }) => [id, gone ? null : (lead as ShopLead | null)]));
  const leads: CartLead[] = ids.flatMap((id) => (found.has(id) ? [{ id, lead: found.get(id)! }] : []));
  return {
    ids,
    leads,
    isThere: ids.every((id) => found.has(id)),
    failed: failed && !ids.every((id) => found.has(id)),
    failure,
    reload,
    /** US cents, of those still available. */
    total: leads.reduce((sum, { lead }) => sum + (lead?.price ?? 0), 0),
  };
}

export type CartLeads = ReturnType<typeof useCartLeads>;
