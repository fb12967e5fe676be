import { type ReactNode, useState } from 'react';
import { Dialog } from '#src/views/ui/dialog.tsx';

interface LeadDialogProps {
  title: string;
  onClose: () => void;
  /** Given the place for its buttons, below what scrolls. */
  children: (footer: HTMLElement | null) => ReactNode;
}

/** One dialog from loading to saved: were it changed for another on the way, the page behind would come alive. */
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
