import { ListBulletIcon, MapIcon, ShoppingBagIcon } from '@heroicons/react/24/outline';
import { useState } from 'react';
import { useLocation, useSearch } from 'wouter';
import { ShopPlacesDocument } from '#src/generated/graphql/graphql.ts';
import {
  readShopFilters,
  type ShopFilters,
  shopQuery,
  shopLine,
  shopTitle,
  unfiltered,
} from '#src/machines/marketplace/shop-filters.ts';
import { showCount } from '#src/machines/amount/amounts.ts';
import { hrefs } from '#src/views/hrefs.ts';
import { CartBar } from '#src/views/marketplace/cart-bar.tsx';
import { ShopFilterBar } from '#src/views/marketplace/shop-filter-bar.tsx';
import { ShopList } from '#src/views/marketplace/shop-list.tsx';
import { ShopPlaces } from '#src/views/marketplace/shop-places.tsx';
import { useCartLeads } from '#src/views/marketplace/use-cart-leads.ts';
import { useCheckout } from '#src/views/marketplace/use-checkout.ts';
import { useShop } from '#src/views/marketplace/use-shop.ts';
import { PaymentsClosed } from '#src/views/brokerage/payments-closed.tsx';
import { Button, LinkButton } from '#src/views/ui/button.tsx';
import { MarketplaceLayout } from '#src/views/ui/marketplace-layout.tsx';
import { PageHeader } from '#src/views/ui/page-header.tsx';
import { Bone } from '#src/views/ui/skeleton.tsx';
import { useAnswer } from '#src/views/ui/use-answer.ts';
import { useTitle } from '#src/views/ui/use-title.ts';
import { useWide } from '#src/views/ui/use-wide.ts';
import { lazy, LazyBoundary } from '#src/views/ui/lazy.tsx';

const ShopMap = lazy(() => import('#src/views/marketplace/shop-map.tsx'));
const CartPanel = lazy(() => import('#src/views/marketplace/cart-panel.tsx'));

/** Household moves for sale: a list in sync with a map, and a cart that is always close. */
export function ShopPage() {
  const [, navigate] = useLocation();
  const search = useSearch();
  const filters = readShopFilters(search);
  useTitle(shopTitle(filters));
  const isWide = useWide();
  const isMap = filters.view === 'map';
  const shop = useShop(filters);
  const cart = useCartLeads();
  const checkout = useCheckout();
  const shopPlaces = useAnswer(ShopPlacesDocument, { states: [...filters.states] }).data?.shopPlaces;
  const places = shopPlaces?.states ?? null;
  // An unfinished purchase continues where it was.
  const [isOpen, setOpen] = useState(() => checkout.snapshot.matches('restoring'));
  const href = (part: Partial<ShopFilters>) => hrefs.market.leads(shopQuery({ ...filters, ...part }));
  const change = (part: Partial<ShopFilters>) => navigate(href(part), { replace: true });
  const shownPlaces = places && <ShopPlaces filters={filters} places={places} />;
  return (
    <MarketplaceLayout
      cart={
        <Button
          size="sm"
          icon={<ShoppingBagIcon aria-hidden />}
          aria-label={`Cart, ${showCount(cart.ids.length, 'lead')}`}
          onClick={() => setOpen(true)}
        >
          Cart {cart.ids.length > 0 && <span className="tabular-nums">{cart.ids.length}</span>}
        </Button>
      }
      bar={<CartBar cart={cart} checkout={checkout} onOpen={() => setOpen(true)} />}
    >
      <PageHeader
        title={shopTitle(filters)}
        below={<p role="status">{shop.total === null ? '\u00a0' : shopLine(shop.total)}</p>}
        primary={
          !isWide && (
            <LinkButton
              size="sm"
              href={href({ view: isMap ? undefined : 'map' })}
              icon={isMap ? <ListBulletIcon aria-hidden /> : <MapIcon aria-hidden />}
            >
              {isMap ? 'List' : 'Map'}
            </LinkButton>
          )
        }
      />
      {shopPlaces?.mayBuy === false && (
        <div className="mb-4">
          <PaymentsClosed title="You can’t buy leads online yet" to="buy leads" />
        </div>
      )}
      <ShopFilterBar filters={filters} onChange={change} places={places} />
      <div className="grid gap-x-6 border-t border-gray-200 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <div className="-mx-4 sm:-mx-6">
          {(isWide || !isMap) && <ShopList shop={shop} filters={filters} onClear={() => change(unfiltered(filters))} />}
        </div>
        {(isWide || isMap) && (
          <section aria-label="Map" className="self-start pt-3 lg:sticky" style={{ top: 0 }}>
            <LazyBoundary fallback={<Bone className="aspect-[8/5] w-full" />}>
              <ShopMap filters={filters} onChange={change} />
            </LazyBoundary>
            {shownPlaces}
          </section>
        )}
        {!isWide && !isMap && shownPlaces}
      </div>
      {(isOpen || checkout.snapshot.matches('held')) && (
        <LazyBoundary>
          <CartPanel
            open={isOpen}
            cart={cart}
            checkout={checkout}
            onClose={() => {
              setOpen(false);
              checkout.send({ type: 'panel.closed' });
              // What was sold meanwhile is no longer listed.
              shop.reload();
              cart.reload();
            }}
          />
        </LazyBoundary>
      )}
    </MarketplaceLayout>
  );
}
