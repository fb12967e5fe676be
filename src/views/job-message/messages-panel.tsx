import { ChatBubbleLeftRightIcon } from '@heroicons/react/24/outline';
import { type ReactNode, useState } from 'react';
import { Badge } from '#src/views/ui/badge.tsx';
import { Button } from '#src/views/ui/button.tsx';
import { LazyBoundary } from '#src/views/ui/lazy.tsx';
import { TextBones } from '#src/views/ui/skeleton.tsx';

/** Collapsed, it shows the number of new messages; expanding it marks them as read. */
export function MessagesPanel({ unread, verb, children }: { unread: number; verb: string; children: ReactNode }) {
  const [isOpen, setOpen] = useState(false);
  if (isOpen) return <LazyBoundary fallback={<TextBones lines={4} />}>{children}</LazyBoundary>;
  return (
    <Button className="w-full" icon={<ChatBubbleLeftRightIcon />} onClick={() => setOpen(true)}>
      {verb}
      {unread > 0 && <Badge tone="green">{unread} new</Badge>}
    </Button>
  );
}
