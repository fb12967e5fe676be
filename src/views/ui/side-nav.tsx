import { ChevronDoubleLeftIcon, ChevronDoubleRightIcon } from '@heroicons/react/24/outline';
import { type ComponentType, type ReactNode } from 'react';
import { Link } from 'wouter';
import { type Brand, BrandLogo } from './brand-logo.tsx';
import { cx } from './class-names.ts';
import { PageLink } from './page-link.tsx';
import { useNextPath } from './use-next-path.ts';
import { Count } from './tabs.tsx';
import { Wordmark } from './wordmark.tsx';
import { LazyBoundary } from './lazy.tsx';

export interface NavItem {
  label: string;
  href: string;
  /** 16 px. */
  icon: ReactNode;
  count?: number | null;
  /** Something there waits for the person. */
  attention?: boolean;
  /** Shows how much waits there, if that loads later than the frame. */
  badge?: ComponentType<{ collapsed: boolean }>;
  /** Paths that belong to this entry without starting with its own path. */
  owns?: readonly string[];
}

export interface NavGroup {
  label?: string;
  items: readonly NavItem[];
}

interface SideNavProps {
  name: string;
  /** Whose portal it is; without a logo, the product's is shown. */
  brand?: Brand | null | undefined;
  groups: readonly NavGroup[];
  collapsed?: boolean;
  onCollapse?: () => void;
  inSheet?: boolean;
}

/** Pixels. */
const WIDE_LOGO = { width: 190, height: 32 };
const NARROW_LOGO = { width: 40, height: 32 };

export function SideNav({ name, brand, groups, collapsed = false, onCollapse, inSheet = false }: SideNavProps) {
  const path = useNextPath();
  return (
    <div className="flex h-full flex-col">
      {!inSheet && (
        <Link href="/" className={cx('flex h-12 items-center', collapsed ? 'justify-center' : 'px-4')}>
          {brand?.logo ? (
            <BrandLogo logo={brand.logo} name={brand.name} box={collapsed ? NARROW_LOGO : WIDE_LOGO} />
          ) : (
            <Wordmark short={collapsed} />
          )}
        </Link>
      )}
      <nav aria-label={name} className={cx('min-h-0 flex-1 overflow-y-auto', !inSheet && 'px-2 py-1')}>
        {groups.map(({ label, items }, index) => (
          <div key={label ?? index} className="not-first:mt-4">
            {label && (
              <p className={cx('px-2 pb-1 text-xs font-medium text-gray-500', collapsed && 'sr-only')}>{label}</p>
            )}
            <ul className="space-y-px">
              {items.map((item) => (
                <li key={item.href}>
                  <NavLink item={item} path={path} collapsed={collapsed} />
                </li>
              ))}
            </ul>
          </div>
        ))}
      </nav>
      {onCollapse && (
        <button
          type="button"
          aria-label={collapsed ? 'Expand sidebar' : 'Collapse sidebar'}
          aria-expanded={!collapsed}
          className={cx(
            'm-2 flex h-8 items-center gap-2 rounded-md px-2 text-gray-500 hover:bg-gray-100 hover:text-gray-900',
            collapsed && 'justify-center',
          )}
          onClick={onCollapse}
        >
          {collapsed ? <ChevronDoubleRightIcon className="size-4" /> : <ChevronDoubleLeftIcon className="size-4" />}
          {!collapsed && 'Collapse'}
        </button>
      )}
    </div>
  );
}

function NavLink({ item, path, collapsed }: { item: NavItem; path: string; collapsed: boolean }) {
  const { label, href, icon, count, attention, badge: Badge, owns = [] } = item;
  const own = href.split('?', 1)[0]!;
  const current = [own, ...owns].some((start) => path === start || path.startsWith(`${start}/`));
  return (
    <PageLink
      href={href}
      aria-current={current ? 'page' : undefined}
      title={collapsed ? label : undefined}
      className={cx(
        'relative flex h-8 items-center gap-2 rounded-md px-2 font-medium text-gray-600 -outline-offset-2 hover:bg-gray-100 hover:text-gray-900 aria-[current]:bg-gray-200/70 aria-[current]:text-gray-900 pointer-coarse:h-11',
        collapsed && 'justify-center',
      )}
    >
      <span className="size-4 shrink-0 text-gray-500">{icon}</span>
      <span className={cx('min-w-0 flex-1 truncate', collapsed && 'sr-only')}>{label}</span>
      {attention && (
        <span className={cx('size-1.5 rounded-full bg-amber-500', collapsed && 'absolute top-1 right-1')} aria-hidden />
      )}
      {attention && <span className="sr-only">needs attention</span>}
      {typeof count === 'number' && !collapsed && <Count value={count} />}
      <LazyBoundary>{Badge && <Badge collapsed={collapsed} />}</LazyBoundary>
    </PageLink>
  );
}
