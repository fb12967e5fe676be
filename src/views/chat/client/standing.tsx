import { Link } from 'wouter';
import { hrefs } from '#src/views/hrefs.ts';
import { Callout } from '#src/views/ui/callout.tsx';
import { CallUs } from './call-us.tsx';
import type { ClientChat } from './use-client-chat.ts';

/** From here on, the client sees how many messages are left for the day. */
const FEW = 5;

/** Why nothing can be written now, shown instead of the input; null if it can. */
export function whyClosed(chat: ClientChat) {
  if (chat.stage === 'closed') {
    return (
      <Callout color="blue" title="This chat is closed">
        You can still read the conversation here. Any questions? <CallUs chat={chat} />.
      </Callout>
    );
  }
  if (chat.messagesLeft > 0) return null;
  return (
    <Callout color="amber" title="That is all for today">
      You’ve reached today’s message limit. Write again tomorrow; until then, you can still change your move’s details.
      Is it urgent? <CallUs chat={chat} />.
    </Callout>
  );
}

/** Who answers, if it is not the assistant, and any problem. */
export function Standing({ chat, isOffline }: { chat: ClientChat; isOffline: boolean }) {
  return (
    <div role="status" className="space-y-2 not-empty:mb-4">
      {isOffline && (
        <Callout color="amber" title="You are offline">
          Keep writing; we’ll send it when you’re back online.
        </Callout>
      )}
      {chat.stage !== 'closed' && chat.owner === 'handing_over' && (
        <Callout color="blue" title="An agent has been notified">
          Someone will reply here as soon as they’re free. You can keep writing.
        </Callout>
      )}
      {chat.stage !== 'closed' && chat.owner === 'agent' && !isOffline && (
        <p className="text-sm text-gray-600">
          <span className="font-medium text-gray-900">{chat.agentName ?? 'An agent'}</span> of {chat.brokerage.name} is
          answering you.
        </p>
      )}
    </div>
  );
}

/** Whom the client is writing to, shown at the input. */
export function FinePrint({ chat }: { chat: ClientChat }) {
  return (
    <p className="mt-2 text-xs text-gray-500">
      {chat.messagesLeft > 0 &&
        chat.messagesLeft <= FEW &&
        chat.stage !== 'closed' &&
        `${chat.messagesLeft === 1 ? 'One message' : `${chat.messagesLeft} messages`} left today. `}
      {chat.owner === 'assistant'
        ? 'You’re chatting with an AI assistant. It can make mistakes; our agents can read this chat.'
        : 'Agents and an AI assistant read what you write.'}{' '}
      <Link href={hrefs.privacyPolicy()} target="_blank" className="link whitespace-nowrap">
        Privacy policy
      </Link>
    </p>
  );
}
