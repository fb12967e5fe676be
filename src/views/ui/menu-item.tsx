import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { cx } from './class-names.ts';

export interface MenuAction {
  label: string;
  icon?: ReactNode;
  onSelect?: () => void;
  /** A page, or a link such as `tel:`. */
  href?: string;
  /** `href` is a file to download. */
  isFile?: boolean;
  /** A second, muted line. */
  note?: string;
  /** Why it is unavailable now. The item remains visible, shows the reason, and does nothing. */
  offBecause?: string | null;
  danger?: boolean;
  shortcut?: string;
}

const ROW =
  'flex w-full items-start gap-2 rounded-md px-2 py-1.5 text-left outline-none hover:bg-gray-100 focus:bg-gray-100 pointer-coarse:py-2.5';

export function MenuItem({ action, onDone }: { action: MenuAction; onDone: () => void }) {
  const { label, icon, onSelect, href, isFile, note, offBecause, danger, shortcut } = action;
  const second = offBecause ?? note;
  const content = (
    <>
      {icon && <span className="mt-0.5 size-4 shrink-0 text-gray-500">{icon}</span>}
      <span className="min-w-0 flex-1">
        {label}
        {second && <span className="block text-xs text-gray-600">{second}</span>}
      </span>
      {shortcut && <kbd className="font-sans text-xs leading-5 text-gray-500">{shortcut}</kbd>}
    </>
  );
  if (href !== undefined && !offBecause) {
    return isFile || /^\w+:/.test(href) ? (
      <a href={href} download={isFile} role="menuitem" tabIndex={-1} className={ROW} onClick={onDone}>
        {content}
      </a>
    ) : (
      <Link href={href} role="menuitem" tabIndex={-1} className={ROW} onClick={onDone}>
        {content}
      </Link>
    );
  }
  return (
    <button
      type="button"
      role="menuitem"
      tabIndex={-1}
      aria-disabled={offBecause ? true : undefined}
      className={cx(ROW, offBecause ? 'text-gray-500' : danger && 'text-red-600')}
      onClick={() => {
        if (offBecause) return;
        onDone();
        onSelect?.();
      }}
    >
      {content}
    </button>
  );
}
