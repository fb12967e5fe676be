import { type ReactNode, useId } from 'react';
import { cx } from './class-names.ts';
import { useFragment } from './use-fragment.ts';

interface CardProps {
  title?: ReactNode;
  /** At the right of the title: one or two small buttons. */
  actions?: ReactNode;
  children: ReactNode;
  /** Lists and tables reach the edge. */
  flush?: boolean;
  className?: string;
}

/** A part of a page with a name, inside a hairline. */
export function Card({ title, actions, children, flush = false, className }: CardProps) {
  const id = useId();
  return (
    <section
      aria-labelledby={title ? id : undefined}
      className={cx('min-w-0 rounded-lg border border-gray-200 bg-white', className)}
    >
      {title && (
        <header className="flex min-h-11 flex-wrap items-center gap-2 border-b border-gray-200 py-1.5 pr-2 pl-4">
          <h2 id={id} className="min-w-0 flex-auto truncate font-semibold">
            {title}
          </h2>
          {actions && <div className="flex flex-wrap items-center gap-2">{actions}</div>}
        </header>
      )}
      <div className={flush ? undefined : 'p-4'}>{children}</div>
    </section>
  );
}

/** The same without the hairline, for forms and pages of text. A link whose fragment it is leads to it. */
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
