import { CallLink } from '#src/views/ui/call-link.tsx';
import type { ClientChat } from './use-client-chat.ts';

/** "Call (555) 010-0100", as a link. */
export const CallUs = ({ chat: { brokerage } }: { chat: ClientChat }) => (
  <CallLink phone={brokerage.phone} before="Call " />
);
