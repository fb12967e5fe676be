import type { ComponentProps, MouseEvent } from 'react';
import { Link } from 'wouter';
import { ahead } from './shown-page.tsx';

/**
 * A link whose click is answered before the page behind it is rendered (see `ShownPage`). The second click of a double
 * click may still meet it, and must not open the same page again.
 */
export function PageLink({ href, onClick, ...props }: ComponentProps<'a'> & { href: string }) {
  return (
    <Link
      {...ahead}
      {...props}
      href={href}
      onClick={(event: MouseEvent<HTMLAnchorElement>) => {
        if (event.detail > 1) event.preventDefault();
        else onClick?.(event);
      }}
    />
  );
}
