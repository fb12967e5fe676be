import { ChevronRightIcon, EllipsisHorizontalIcon } from '@heroicons/react/24/outline';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { cx } from './class-names.ts';
import { Menu, type MenuEntry } from './menu.tsx';

interface PageHeaderProps {
  title: ReactNode;
  /** The path to this page, without the page itself. */
  breadcrumb?: readonly { label: string; href: string }[];
  /** Beside the breadcrumb: links to the previous and next page. */
  along?: ReactNode;
  /** Beside the title: a state, or a badge. */
  beside?: ReactNode;
  /** Below the title: route and dates, for example. */
  below?: ReactNode;
  /** The one next step. */
  primary?: ReactNode;
  /** The other steps; unavailable ones show why. */
  more?: readonly MenuEntry[];
}

export function PageHeader({ title, breadcrumb, along, beside, below, primary, more }: PageHeaderProps) {
  return (
    <header className="flex flex-wrap items-start gap-x-4 gap-y-3 pb-4">
      {/* Beside a title alone, there is room for the actions even on a phone. */}
      <div className={cx('min-w-0 grow', Boolean(below) && 'basis-48')}>
        <div className="flex items-center justify-between gap-2">
          {breadcrumb && (
            <nav aria-label="Breadcrumb">
              <ol className="mb-1 flex items-center gap-1 text-gray-500">
                {breadcrumb.map(({ label, href }, index) => (
                  <li key={href} className="flex items-center gap-1">
                    {index > 0 && <ChevronRightIcon className="size-4 text-gray-400" aria-hidden />}
                    <Link href={href} className="rounded-sm hover:text-gray-900">
                      {label}
                    </Link>
                  </li>
                ))}
              </ol>
            </nav>
          )}
          {along}
        </div>
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <h1 className="min-w-0 text-lg font-semibold tracking-tight wrap-anywhere">{title}</h1>
          {beside}
        </div>
        {below && <div className="mt-1 text-gray-600">{below}</div>}
      </div>
      {(primary || more) && (
        <div className="flex flex-wrap items-center gap-2">
          {primary}
          {more && more.length > 0 && (
            <Menu label="More actions" items={more} className="btn btn-icon">
              <EllipsisHorizontalIcon />
            </Menu>
          )}
        </div>
      )}
    </header>
  );
}
