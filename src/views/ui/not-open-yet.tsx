import type { ReactNode } from 'react';
import { hrefs } from '#src/views/hrefs.ts';
import { LinkButton } from './button.tsx';

interface NotOpenYetProps {
  /** What to do instead, or why nothing is missed. */
  children: ReactNode;
  action?: ReactNode;
}

/** A page that has its address, but not yet its content. */
export function NotOpenYet({ children, action }: NotOpenYetProps) {
  return (
    <>
      <p className="font-medium">This page is not open yet.</p>
      <p className="mt-1 mb-6 text-gray-600">{children}</p>
      {action ?? <LinkButton href={hrefs.start()}>Go to the start page</LinkButton>}
    </>
  );
}
