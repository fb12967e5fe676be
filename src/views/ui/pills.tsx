import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { cx } from './class-names.ts';
import { Count } from './tabs.tsx';

/** Alternative views of the same data, as links: the URL identifies the current one. */
export function Pills({ children }: { children: ReactNode }) {
  return <div className="inline-flex flex-wrap rounded-full bg-gray-100 p-0.5">{children}</div>;
}

interface PillLinkProps {
  href: string;
  label: string;
  count?: number;
  isCurrent: boolean;
}

export function PillLink({ href, label, count, isCurrent }: PillLinkProps) {
  return (
    <Link
      href={href}
      aria-current={isCurrent ? 'true' : undefined}
      className={cx(
        'flex h-6 items-center gap-1.5 rounded-full px-2.5 font-medium pointer-coarse:h-9',
        isCurrent ? 'bg-white text-gray-900 ring-1 ring-gray-200' : 'text-gray-600 hover:text-gray-900',
      )}
    >
      {label}
      {count !== undefined && <Count value={count} />}
    </Link>
  );
}
