import type { Static } from 'typebox';
import type { ShopLeadRowFragment, ShopPlacesQuery } from '#src/generated/graphql/graphql.ts';
import type { ShopLead, ShopPage, ShopPlaces } from '#src/api/marketplace/shop.schemas.ts';
import { type ShopFilters, shopQuery } from '#src/machines/marketplace/shop-filters.ts';

/** The generated types reduced to what a view reads; the data does not go into a cache. */
type Plain<T> = T extends readonly (infer Each)[]
  ? Plain<Each>[]
  : T extends object
    ? { [Key in keyof T as Exclude<Key, '__typename' | ' $fragmentName'>]: Plain<T[Key]> }
    : T;

export type FirstLead = Plain<ShopLeadRowFragment>;

/** What the shop shows, in the shape that the browser requests from the gateway. */
export interface ShopAnswer {
  leads: FirstLead[];
  next: string | null;
  total: number;
  places: Plain<ShopPlacesQuery['shopPlaces']['states']>;
}

/** Beyond this, a page without a first paint is better for search engines and people than waiting. */
const PATIENCE_MS = 1500;

/**
 * Queries the REST API, which may run elsewhere, on the visitor's behalf. Null if it does not respond in time, or not
 * with leads: the page also works without a first paint.
 */
export async function askShop(
  restUrl: string,
  headers: Record<string, string>,
  filters: ShopFilters,
): Promise<ShopAnswer | null> {
  const ask = async <T>(path: string, values: Record<string, string | number | undefined>): Promise<T> => {
    const set = Object.entries(values).filter((entry): entry is [string, string | number] => entry[1] !== undefined);
    const query = new URLSearchParams(set.map(([name, value]) => [name, String(value)]));
    const response = await fetch(`${restUrl.replace(/\/$/, '')}/api/frontend/shop-lead/${path}?${query}`, {
      headers,
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
    if (!response.ok) throw new Error(`the shop answered ${response.status}`);
    return (await response.json()) as T;
  };
  try {
    const [page, { states }] = await Promise.all([
      ask<Static<typeof ShopPage>>('', {
        sort: filters.sort,
        ...shopQuery({ ...filters, view: undefined }),
      }),
      ask<Static<typeof ShopPlaces>>('states-cities', {
        states: filters.states.join(',') || undefined,
      }),
    ]);
    return { leads: page.items.map(leadOf), next: page.next, total: page.total, places: states };
  } catch {
    return null;
  }
}

/** In the gateway's spelling. */
export function leadOf({
  weight_lb,
  move_date,
  is_flexible,
  received_at,
  shares_left,
  has_phone,
  has_email,
  has_comment,
  phone_verified,
  email_verified,
  size,
  ...same
}: Static<typeof ShopLead>): FirstLead {
  return {
    ...same,
    size: size.replaceAll('-', '_') as FirstLead['size'],
    weightLb: weight_lb,
    moveDate: move_date,
    isFlexible: is_flexible,
    receivedAt: received_at,
    sharesLeft: shares_left,
    hasPhone: has_phone,
    hasEmail: has_email,
    hasComment: has_comment,
    phoneVerified: phone_verified,
    emailVerified: email_verified,
  };
}
