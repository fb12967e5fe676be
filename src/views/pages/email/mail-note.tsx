import type { ReactNode } from 'react';
import { EmailSubscribeLayout } from '#src/views/ui/email-subscribe-layout.tsx';
import { useTitle } from '#src/views/ui/use-title.ts';

interface MailNoteProps {
  title: string;
  children: ReactNode;
  /** The ways on. */
  action: ReactNode;
}

const focus = (node: HTMLElement | null) => node?.focus();

/** What came of it. It takes the place, and the focus, of what was there. */
export function MailNote({ title, children, action }: MailNoteProps) {
  useTitle(title);
  return (
    <EmailSubscribeLayout title={title}>
      <div ref={focus} tabIndex={-1} className="-mt-3 mb-6 space-y-3 text-gray-700 wrap-anywhere outline-none">
        {children}
      </div>
      <div className="flex flex-wrap gap-2">{action}</div>
    </EmailSubscribeLayout>
  );
}
