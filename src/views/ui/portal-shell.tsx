import { Bars3Icon } from '@heroicons/react/24/outline';
import { type CSSProperties, type ReactNode, useEffect, useState } from 'react';
import { useLocation } from 'wouter';
import type { Brand } from './brand-logo.tsx';
import { IconButton } from './button.tsx';
import { cx } from './class-names.ts';
import type { MenuEntry } from './menu.tsx';
import { type Person, PersonMenu } from './person-menu.tsx';
import { SearchButton } from './search-button.tsx';
import { ShortcutScope } from './shortcut-scope.tsx';
import { type NavGroup, SideNav } from './side-nav.tsx';
import { useKept } from './use-kept.ts';
import { useOffline } from './use-offline.ts';
import { ScreenBoundary } from './screen-boundary.tsx';
import { OfflineBar } from './offline-bar.tsx';
import { lazy, LazyBoundary } from './lazy.tsx';

// Never opened on a laptop, so it is loaded on demand.
const Sheet = lazy(() => import('./sheet.tsx').then((module) => ({ default: module.Sheet })));

/** The main content of the page. */
const CONTENT_ID = 'content';

interface PortalShellProps {
  /** Names the navigation: "Agent portal". */
  name: string;
  brand?: Brand | null | undefined;
  nav: readonly NavGroup[];
  person: Person;
  personMenu: readonly MenuEntry[];
  /** Notifications, next to the person. */
  bell?: ReactNode;
  /** The most common action here: "New lead". */
  primary?: ReactNode;
  /** Opens the search; Ctrl+K does the same. */
  onSearch?: () => void;
  searchPlaceholder?: string;
  /** The offline message, if the portal has a more specific one. */
  offline?: string | null;
  children: ReactNode;
}

/** The frame of a portal: navigation with counts, search, and the signed-in person. */
export function PortalShell({
  name,
  brand,
  nav,
  person,
  personMenu,
  primary,
  bell,
  onSearch,
  searchPlaceholder,
  offline,
  children,
}: PortalShellProps) {
  const [collapsed, setCollapsed] = useKept('shell:collapsed', false);
  const [sheetAt, setSheetAt] = useState<string | null>(null);
  const [path] = useLocation();
  const isOffline = useOffline();
  useEffect(() => {
    // Whoever has used this document before comes from its sign-in form, which is gone, and the focus with it.
    if (navigator.userActivation?.hasBeenActive && document.activeElement === document.body)
      document.getElementById(CONTENT_ID)?.focus({ preventScroll: true });
  }, []);
  // Navigating closes the drawer.
  const sheetOpen = sheetAt === path;
  return (
    <ShortcutScope>
      <div
        // What stays on top while the page scrolls: the bar, and below it the warning that there is no connection.
        className="flex min-h-dvh bg-white [--top:3rem] pointer-coarse:[--top:3.5rem]"
        style={{ '--bar': offline || isOffline ? 'calc(var(--top) + 2rem)' : 'var(--top)' } as CSSProperties}
      >
        <a href={`#${CONTENT_ID}`} className="btn btn-primary fixed top-2 left-2 z-50 not-focus:sr-only">
          Skip to content
        </a>
        <aside
          className={cx(
            'sticky top-0 hidden h-dvh shrink-0 border-r border-gray-200 bg-gray-50 lg:block',
            collapsed ? 'w-14' : 'w-58',
          )}
        >
          <SideNav
            name={name}
            brand={brand}
            groups={nav}
            collapsed={collapsed}
            onCollapse={() => setCollapsed(!collapsed)}
          />
        </aside>
        <div className="flex min-w-0 flex-1 flex-col">
          <header className="sticky top-0 z-20 h-(--top) border-b border-gray-200 bg-white">
            {/* As wide as the content below, so that their edges align; see useFullWidth. */}
            <div className="mx-auto flex h-full max-w-page items-center gap-2 px-2 sm:px-4 lg:px-6">
              <IconButton
                label="Navigation"
                icon={<Bars3Icon className="size-5!" />}
                className="lg:hidden"
                onClick={() => setSheetAt(path)}
              />
              <div className="min-w-0 flex-1">
                {onSearch && <SearchButton placeholder={searchPlaceholder} onOpen={onSearch} />}
              </div>
              {primary}
              {bell && <LazyBoundary fallback={<span className="btn btn-ghost btn-icon" />}>{bell}</LazyBoundary>}
              <PersonMenu person={person} items={personMenu} />
            </div>
          </header>
          <OfflineBar instead={offline} />
          <main
            id={CONTENT_ID}
            tabIndex={-1}
            className="mx-auto w-full max-w-page flex-1 scroll-mt-(--bar) px-4 py-5 outline-none sm:px-6"
          >
            <ScreenBoundary resetKey={path}>{children}</ScreenBoundary>
          </main>
        </div>
      </div>
      {sheetAt !== null && (
        <LazyBoundary>
          <Sheet open={sheetOpen} onClose={() => setSheetAt(null)} title={name} side="left">
            <SideNav name={name} groups={nav} inSheet />
          </Sheet>
        </LazyBoundary>
      )}
    </ShortcutScope>
  );
}
