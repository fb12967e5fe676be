import { ChatBubbleLeftRightIcon } from '@heroicons/react/20/solid';
import { EmptyState } from '#src/views/ui/empty-state.tsx';

/** Until clients can chat, the tab says so. */
export default function ChatView() {
  return (
    <EmptyState icon={<ChatBubbleLeftRightIcon />} title="The chat is not set up yet">
      Reach the client by phone or e-mail; both are on the info page.
    </EmptyState>
  );
}
