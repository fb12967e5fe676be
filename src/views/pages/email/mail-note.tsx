import type { ReactNode } from 'react';
import { EmailSubscribeLayout } from '#src/views/ui/email-subscribe-layout.tsx';
import { useTitle } from '#src/views/ui/use-title.ts';

interface MailNoteProps {
  title: string;
  children: ReactNode;
  /** How to continue. */
  action: ReactNode;
}

const focus = (node: HTMLElement | null) => node?.focus();

/** The result. It replaces the previous content, and takes the focus. */
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
