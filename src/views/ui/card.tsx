import { ChevronRightIcon } from '@heroicons/react/24/outline';
import { type ReactNode, useId, useState } from 'react';
import { cx } from './class-names.ts';
import { useFragment } from './use-fragment.ts';

interface CardProps {
  title?: ReactNode;
  /** To the right of the title: one or two small buttons. */
  actions?: ReactNode;
  children: ReactNode;
  /** Content such as lists and tables extends to the edge. */
  flush?: boolean;
  /** Nothing is left to do here: it starts collapsed to its title, which expands it. */
  isDone?: boolean;
  className?: string;
}

/** A named part of a page, with a thin border. */
export function Card({ title, actions, children, flush = false, isDone = false, className }: CardProps) {
  const id = useId();
  const [isFolded, setFolded] = useState(isDone);
  const isHidden = isDone && isFolded;
  return (
    <section
      aria-labelledby={title ? id : undefined}
      className={cx('min-w-0 rounded-lg border border-gray-200 bg-white', className)}
    >
      {title && (
        <header
          className={cx(
            'flex min-h-11 flex-wrap items-center gap-2 py-1.5 pr-2 pl-4',
            !isHidden && 'border-b border-gray-200',
          )}
        >
          <h2 id={id} className="min-w-0 flex-auto truncate font-semibold">
            {isDone ? (
              <button
                type="button"
                aria-expanded={!isFolded}
                className="flex min-h-8 items-center gap-1.5 pointer-coarse:min-h-11"
                onClick={() => setFolded(!isFolded)}
              >
                <ChevronRightIcon className={cx('size-3.5', !isFolded && 'rotate-90')} aria-hidden />
                {title}
              </button>
            ) : (
              title
            )}
          </h2>
          {actions && <div className="flex flex-wrap items-center gap-2">{actions}</div>}
        </header>
      )}
      {/* Hidden, not unmounted, so that a dialog it opened stays. */}
      <div hidden={isHidden} className={flush ? undefined : 'p-4'}>
        {children}
      </div>
    </section>
  );
}

/** The same without the border, for forms and text pages. Links can target it by fragment. */
export function Section({
  title,
  description,
  fragment,
  children,
}: {
  title: ReactNode;
  description?: ReactNode;
  fragment?: string;
  children: ReactNode;
}) {
  const id = useId();
  const section = useFragment(fragment);
  return (
    <section
      ref={section}
      tabIndex={fragment ? -1 : undefined}
      aria-labelledby={id}
      className="scroll-mt-20 border-t border-gray-200 py-6 outline-none first:border-0 first:pt-0"
    >
      <h2 id={id} className="text-base font-semibold">
        {title}
      </h2>
      {description && <p className="mt-0.5 text-gray-600">{description}</p>}
      <div className="mt-4">{children}</div>
    </section>
  );
}
