import { showPhone } from '#src/views/ui/phone.ts';
import type { ClientChat } from './use-client-chat.ts';

/** "Call (555) 010-0100", as a link. */
export function CallUs({ chat: { brokerage } }: { chat: ClientChat }) {
  return (
    <a href={`tel:${brokerage.phone.replaceAll(/[^\d+]/g, '')}`} className="link whitespace-nowrap">
      Call {showPhone(brokerage.phone)}
    </a>
  );
}
