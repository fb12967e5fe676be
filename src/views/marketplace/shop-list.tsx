import { ShoppingBagIcon } from '@heroicons/react/24/outline';
import { Link } from 'wouter';
import { hasShopFilter, type ShopFilters } from '#src/machines/marketplace/shop-filters.ts';
import { hrefs } from '#src/views/hrefs.ts';
import { Button } from '#src/views/ui/button.tsx';
import { cx } from '#src/views/ui/class-names.ts';
import { EmptyState } from '#src/views/ui/empty-state.tsx';
import { FailedState } from '#src/views/ui/failed-state.tsx';
import { Bone, Loading } from '#src/views/ui/skeleton.tsx';
import { CART_LIMIT, cart, useBought, useCart } from './cart.ts';
import { ShopRow } from './shop-row.tsx';
import type { useShop } from './use-shop.ts';

interface ShopListProps {
  shop: ReturnType<typeof useShop>;
  filters: ShopFilters;
  onClear: () => void;
}

/** The leads for sale; each shows its price and how often it can still be bought. */
export function ShopList({ shop, filters, onClear }: ShopListProps) {
  const { leads, isCurrent, failed, failure, more } = shop;
  const chosen = useCart();
  const bought = useBought();
  const off = chosen.length >= CART_LIMIT ? `A cart has room for ${CART_LIMIT} leads.` : undefined;
  if (failed) {
    return (
      <FailedState title="The leads could not be loaded" onRetry={shop.reload}>
        {failure}
      </FailedState>
    );
  }
  if (!leads) return <ShopListSkeleton />;
  if (leads.length === 0 && isCurrent) {
    const isFiltered = hasShopFilter(filters);
    return (
      <EmptyState
        icon={<ShoppingBagIcon />}
        title={isFiltered ? 'No leads match these filters' : 'No lead is for sale right now'}
        action={isFiltered && <Button onClick={onClear}>Clear filters</Button>}
      >
        New ones come in every day. <ByMail filters={filters} />
      </EmptyState>
    );
  }
  return (
    <>
      <AddAll leads={leads} chosen={chosen} bought={bought} />
      <ul aria-label="Leads for sale" aria-busy={!isCurrent || undefined} className={cx(!isCurrent && 'opacity-60')}>
        {leads.map((lead) => {
          const isInCart = chosen.includes(lead.id);
          const isBought = bought.has(lead.id);
          return (
            <ShopRow
              key={lead.id}
              lead={lead}
              isInCart={isInCart}
              isBought={isBought}
              off={off}
              onToggle={() => (isInCart ? cart.remove(lead.id) : cart.add(lead.id))}
            />
          );
        })}
      </ul>
      {more && (
        <div className="grid place-items-center py-4">
          <Button busy={more.busy} onClick={more.load}>
            {more.failed ? 'Couldn’t load more. Try again' : 'Show more leads'}
          </Button>
        </div>
      )}
      <p className="px-4 py-4 text-gray-600 sm:px-6">
        Looking for something else? <ByMail filters={filters} />
      </p>
    </>
  );
}

/** Adds everything shown, as far as the cart has room. */
function AddAll({
  leads,
  chosen,
  bought,
}: {
  leads: readonly { id: string }[];
  chosen: readonly string[];
  bought: ReadonlySet<string>;
}) {
  const offered = leads.map(({ id }) => id).filter((id) => !bought.has(id));
  const missing = offered.filter((id) => !chosen.includes(id));
  const room = CART_LIMIT - chosen.length;
  const isAll = missing.length === 0;
  const count = isAll ? offered.length : Math.min(missing.length, room);
  return (
    <div className="border-b border-gray-100 px-4 py-2.5 sm:px-6">
      <Button
        size="sm"
        disabled={count === 0}
        title={room === 0 && !isAll ? `A cart has room for ${CART_LIMIT} leads.` : undefined}
        onClick={() => (isAll ? cart.remove(...offered) : cart.add(...missing.slice(0, room)))}
      >
        {isAll
          ? `Remove all ${count} from cart`
          : count === offered.length
            ? `Add all ${count} shown`
            : `Add ${count} more`}
      </Button>
    </div>
  );
}

function ByMail({ filters }: { filters: ShopFilters }) {
  return (
    <Link
      href={hrefs.market.subscribe({ states: filters.states.join(','), cities: filters.cities.join(',') })}
      className="link"
    >
      Get new leads by email
    </Link>
  );
}

export function ShopListSkeleton() {
  return (
    <Loading label="Loading the leads…">
      {Array.from({ length: 10 }, (_, index) => (
        <div key={index} className="flex items-center gap-x-4 border-b border-gray-100 px-4 py-2.5 sm:px-6">
          <div className="min-w-0 flex-1 space-y-2.5">
            <Bone className="h-3.5" style={{ width: '70%' }} />
            <Bone className="h-3.5" style={{ width: '45%' }} />
          </div>
          <Bone className="h-7 w-20" />
        </div>
      ))}
    </Loading>
  );
}
