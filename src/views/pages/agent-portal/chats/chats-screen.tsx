import type { ScreenProps } from '../screen.ts';
import { ChatPage } from './chat-page.tsx';
import { ChatsPage } from './chats-page.tsx';

/** The chats, or one of them. */
export default function ChatsScreen({ params: { id } }: ScreenProps) {
  return id ? <ChatPage key={id} id={id} /> : <ChatsPage />;
}
