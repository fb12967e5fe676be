import { showWhole } from '#src/machines/amount/amounts.ts';
import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { PageLink } from './page-link.tsx';
import { useNextPath } from './use-next-path.ts';

export interface Tab {
  label: string;
  href: string;
  count?: number | null;
  /** Highlighted next to the name. */
  badge?: ReactNode;
  /** For tabs that differ only in the query of one path. */
  isCurrent?: boolean;
}

/** Tabs are links: they can be opened in a new window, and the URL identifies the current one. */
export function Tabs({ label, tabs }: { label: string; tabs: readonly Tab[] }) {
  const path = useNextPath();
  const list = useRef<HTMLElement>(null);
  const current = tabs.find(({ href, isCurrent = href.split('?', 1)[0] === path }) => isCurrent)?.href;
  // On a phone the current tab may be off-screen, and counts that load later may push it there again. Scrolls only the
  // row, never the page.
  useLayoutEffect(() => {
    const row = list.current;
    const tab = row?.querySelector<HTMLElement>('[aria-current]');
    if (!row || !tab) return;
    const center = () => (row.scrollLeft = tab.offsetLeft - (row.clientWidth - tab.offsetWidth) / 2);
    // It also reports the first width, before painting; reading it here would force a layout of its own.
    const observer = new ResizeObserver(center);
    observer.observe(row.firstElementChild!);
    return () => observer.disconnect();
  }, [current]);
  return (
    <nav
      ref={list}
      aria-label={label}
      className="relative -mx-4 overflow-x-auto border-b border-gray-200 px-4 [scrollbar-width:none] sm:mx-0 sm:px-0"
    >
      <ul className="flex w-max min-w-full gap-5">
        {tabs.map(({ label: name, href, count, badge, isCurrent = href.split('?', 1)[0] === path }) => (
          <li key={href}>
            <PageLink
              href={href}
              aria-current={isCurrent ? 'page' : undefined}
              className="-mb-px flex h-10 items-center gap-1.5 border-b-2 border-transparent font-medium whitespace-nowrap text-gray-600 -outline-offset-2 hover:text-gray-900 aria-[current]:border-primary-600 aria-[current]:text-gray-900"
            >
              {name}
              {typeof count === 'number' && <Count value={count} />}
              {badge}
            </PageLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** A muted number next to a name. */
export function Count({ value }: { value: number }) {
  return <span className="text-xs font-normal text-gray-500 tabular-nums">{showWhole(value)}</span>;
}
