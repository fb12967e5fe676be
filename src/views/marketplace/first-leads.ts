import { useEffect, useState } from 'react';
import type { ShopLeadsQuery } from '#src/generated/graphql/graphql.ts';
import { type ShopFilters, shopQuery } from '#src/machines/marketplace/shop-filters.ts';

/** What the server embedded in the page with its first paint. */
interface FirstLeads {
  /** The filters of these leads, as the variables of their query. */
  query: object;
  data: ShopLeadsQuery;
}

/** The leads embedded in the page, if the page shows the query they were embedded for; otherwise null. */
export function useFirstLeads(filters: ShopFilters): ShopLeadsQuery | null {
  const [first] = useState(() => read(filters));
  // On a later return, the shop must show its current state.
  useEffect(() => document.getElementById('first-leads')?.remove(), []);
  return first;
}

function read(filters: ShopFilters): ShopLeadsQuery | null {
  try {
    const first = JSON.parse(document.getElementById('first-leads')?.textContent ?? 'null') as FirstLeads | null;
    return first && JSON.stringify(first.query) === JSON.stringify(shopQuery({ ...filters, view: undefined }))
      ? first.data
      : null;
  } catch {
    return null;
  }
}
