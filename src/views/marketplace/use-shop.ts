import { useState } from 'react';
import {
  type ShopFilter,
  ShopLeadsDocument,
  type ShopLeadRowFragment,
  type ShopLeadsQuery,
} from '#src/generated/graphql/graphql.ts';
import type { ShopFilters } from '#src/machines/marketplace/shop-filters.ts';
import { ask } from '#src/views/ui/ask.ts';
import { useAnswer } from '#src/views/ui/use-answer.ts';
import { useFirstLeads } from './first-leads.ts';

export type ShopLead = ShopLeadRowFragment;

/** The filters as the gateway expects them. */
export function filterOf({ sizes, sort: _sort, view: _view, ...same }: ShopFilters): ShopFilter {
  const given = {
    ...same,
    sizes: sizes.map((size) => size.replaceAll('-', '_')),
  };
  return Object.fromEntries(
    Object.entries(given).filter(([, value]) => (Array.isArray(value) ? value.length > 0 : value !== undefined)),
  );
}

interface More {
  question: string;
  leads: readonly ShopLead[];
  next: string | null;
  going: 'no' | 'busy' | 'failed';
}

/** The leads for sale, page by page. */
export function useShop(filters: ShopFilters) {
  const variables = { filter: filterOf(filters), sort: filters.sort };
  const first = useFirstLeads(filters);
  const { data, isCurrent, failed, failure, reload } = useAnswer<ShopLeadsQuery, typeof variables & { after?: string }>(
    ShopLeadsDocument,
    variables,
    first,
  );
  const question = JSON.stringify(variables);
  const page = data?.shopLeads;
  // The leads of another filter are not an answer to the one that was refused.
  const isMissing = failed && !(page && isCurrent);
  const [more, setMore] = useState<More | null>(null);
  const following = more?.question === question && isCurrent ? more : null;
  const next = following ? following.next : (page?.next ?? null);

  async function load(): Promise<void> {
    const leads = following?.leads ?? [];
    setMore({ question, leads, next, going: 'busy' });
    try {
      const { shopLeads } = await ask(ShopLeadsDocument, { ...variables, after: next! });
      setMore((now) =>
        now?.question === question
          ? { question, leads: [...leads, ...shopLeads.items], next: shopLeads.next, going: 'no' }
          : now,
      );
    } catch {
      setMore((now) => (now?.question === question ? { ...now, going: 'failed' } : now));
    }
  }

  return {
    leads: page ? [...page.items, ...(following?.leads ?? [])] : null,
    total: isMissing ? null : (page?.total ?? null),
    isCurrent,
    failed: isMissing,
    failure,
    more:
      next && isCurrent
        ? { load: () => void load(), busy: following?.going === 'busy', failed: following?.going === 'failed' }
        : null,
    reload() {
      setMore(null);
      reload();
    },
  };
}
