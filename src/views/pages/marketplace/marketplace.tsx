import { type ComponentType } from 'react';
import type { ScreenOf } from '#src/machines/session/routes.ts';
import type { PortalProps } from '#src/views/routes.ts';
import { MarketplaceLayout } from '#src/views/ui/marketplace-layout.tsx';
import { ShopPage } from './shop-page.tsx';
import { lazy, LazyBoundary } from '#src/views/ui/lazy.tsx';

const OrdersPage = lazy(() => import('./orders-page.tsx'));
const DetailsPage = lazy(() => import('./details-page.tsx'));

const screens: Record<ScreenOf<'marketplace'>, ComponentType> = {
  marketplace: ShopPage,
  details: () => (
    <LazyBoundary fallback={<EmptyPage />}>
      <DetailsPage />
    </LazyBoundary>
  ),
  orders: () => (
    <LazyBoundary fallback={<EmptyPage />}>
      <OrdersPage />
    </LazyBoundary>
  ),
};

/** A placeholder for the next page that does not replace server-rendered content (views/ui/revealed.ts). */
function EmptyPage() {
  return (
    <MarketplaceLayout>
      <div data-splash />
    </MarketplaceLayout>
  );
}

export default function Marketplace({ screen }: PortalProps<'marketplace'>) {
  const Screen = screens[screen];
  return <Screen />;
}
