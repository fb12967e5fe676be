import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { hrefs } from '#src/views/hrefs.ts';
import { cx } from './class-names.ts';
import { DefaultLayout } from './default-layout.tsx';

interface MarketplaceLayoutProps {
  /** The selected leads, with the link to buy them. */
  cart?: ReactNode;
  /** Sticks to the bottom of the window. */
  bar?: ReactNode;
  children: ReactNode;
}

/** The layout of the shop: its leads and the cart are always one step away. */
export function MarketplaceLayout({ cart, bar, children }: MarketplaceLayoutProps) {
  return (
    <DefaultLayout
      // Guests have no other start: the product's own asks them to sign in.
      home={hrefs.market.leads()}
      bar={bar}
      aside={
        <div className="flex items-center gap-4">
          <nav aria-label="Marketplace" className="flex gap-4">
            <Link
              href={hrefs.market.leads()}
              className={cx(
                'rounded-sm font-medium text-gray-600 hover:text-gray-900',
                cart !== undefined && 'max-sm:hidden',
              )}
            >
              Leads
            </Link>
            <Link href={hrefs.market.orders()} className="rounded-sm font-medium text-gray-600 hover:text-gray-900">
              Orders
            </Link>
          </nav>
          {cart}
        </div>
      }
    >
      {children}
    </DefaultLayout>
  );
}
