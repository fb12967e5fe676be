import { type ReactNode, useState } from 'react';
import { Dialog } from '#src/views/ui/dialog.tsx';

interface LeadDialogProps {
  title: string;
  onClose: () => void;
  /** Receives the element for its buttons, below the scrolling content. */
  children: (footer: HTMLElement | null) => ReactNode;
}

/** A single dialog from loading to saved: replacing it on the way would briefly reactivate the page behind. */
export function LeadDialog({ title, onClose, children }: LeadDialogProps) {
  const [footer, setFooter] = useState<HTMLElement | null>(null);
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      footer={<div ref={setFooter} className="flex min-h-8 flex-1 flex-wrap items-center justify-end gap-2" />}
    >
      {children(footer)}
    </Dialog>
  );
}
