import { ChatLayout } from '#src/views/ui/chat-layout.tsx';
import { NotOpenYet } from '#src/views/ui/not-open-yet.tsx';
import { useTitle } from '#src/views/ui/use-title.ts';
import { Wordmark } from '#src/views/ui/wordmark.tsx';

export default function Chat() {
  useTitle('Chat');
  return (
    <ChatLayout header={<Wordmark />}>
      <h1 className="mb-4 text-lg font-semibold tracking-tight">Chat about your move</h1>
      <NotOpenYet>Call us, or answer the mail that brought you here.</NotOpenYet>
    </ChatLayout>
  );
}
