import { LockClosedIcon } from '@heroicons/react/24/outline';
import type { ReactNode } from 'react';
import { EmptyState } from './empty-state.tsx';

/** Something that exists but is not accessible to this person, or no longer exists. */
export function NoAccess({
  title = 'You can’t view this',
  children,
  action,
}: {
  title?: string | undefined;
  children?: ReactNode;
  action?: ReactNode;
}) {
  return (
    <EmptyState isPage icon={<LockClosedIcon />} title={title} action={action}>
      {children}
    </EmptyState>
  );
}
