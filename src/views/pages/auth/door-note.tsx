import type { ReactNode } from 'react';
import { HeroLayout } from '#src/views/ui/hero-layout.tsx';
import { useTitle } from '#src/views/ui/use-title.ts';

interface DoorNoteProps {
  title: string;
  children: ReactNode;
  /** The one way to continue. */
  action: ReactNode;
}

const focus = (node: HTMLElement | null) => node?.focus();

/**
 * The result of a page before sign-in: it worked, or the link is dead. It replaces the previous content, and takes the
 * focus.
 */
export function DoorNote({ title, children, action }: DoorNoteProps) {
  useTitle(title);
  return (
    <HeroLayout title={title}>
      <div ref={focus} tabIndex={-1} className="-mt-3 mb-6 text-gray-700 outline-none">
        {children}
      </div>
      {action}
    </HeroLayout>
  );
}

const INCOMPLETE = 'Part of the link may be missing. Open the link in our email instead.';

/** `detail` is the server's message, if it has a more specific one. */
export function DeadDoor({ detail, action }: { detail: string | null; action: ReactNode }) {
  return (
    <DoorNote title="This link no longer works" action={action}>
      <p>{detail ?? INCOMPLETE}</p>
    </DoorNote>
  );
}
