import { useEffect, useState } from 'react';
import type { ShopLeadsQuery } from '#src/generated/graphql/graphql.ts';
import { type ShopFilters, shopQuery } from '#src/machines/marketplace/shop-filters.ts';

/** What the server has put into the page with its first paint. */
interface FirstLeads {
  /** The filters that it answers, as the values of their query. */
  query: object;
  data: ShopLeadsQuery;
}

/** The leads that came with the page, where it shows what they were put there for; else null. */
export function useFirstLeads(filters: ShopFilters): ShopLeadsQuery | null {
  const [first] = useState(() => read(filters));
  // Who comes back to the shop later wants to see how it is then.
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
