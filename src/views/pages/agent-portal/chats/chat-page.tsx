import { MakeLeadOfChatDocument } from '#src/generated/graphql/graphql.ts';
import { missingForLead } from '#src/machines/chat/chat-details.ts';
import { AgentPanel } from '#src/views/chat/agent/agent-panel.tsx';
import { type ChatAtHand, useAgentChat } from '#src/views/chat/agent/use-agent-chat.ts';
import { hrefs } from '#src/views/hrefs.ts';
import { useUser } from '#src/views/session/session-context.ts';
import { Button, LinkButton } from '#src/views/ui/button.tsx';
import { Callout } from '#src/views/ui/callout.tsx';
import { FailedState } from '#src/views/ui/failed-state.tsx';
import { NoAccess } from '#src/views/ui/no-access.tsx';
import { useNotify } from '#src/views/ui/notify-context.ts';
import { useWrite } from '#src/views/ui/use-write.ts';
import { PageHeader } from '#src/views/ui/page-header.tsx';
import { problemOf } from '#src/views/ui/problem.ts';
import { useTitle } from '#src/views/ui/use-title.ts';
import { ChatSkeleton } from '../chat-skeleton.tsx';
import { usePhotos } from '../use-photos.tsx';

/** One conversation by itself: with someone who is not a lead yet, or one of several of a lead. */
export function ChatPage({ id }: { id: string }) {
  const at = useAgentChat(id);
  const { chat, error, reload } = at;
  const name = chat?.details.name ?? chat?.details.email ?? 'New client';
  useTitle(chat ? `${name} · Chat` : 'Chat');
  if (error) {
    if (problemOf(error).status === 404) {
      return (
        <NoAccess title="Chat not found" action={<LinkButton href={hrefs.agent.chats()}>Go to chats</LinkButton>}>
          The link may be outdated or mistyped.
        </NoAccess>
      );
    }
    return <FailedState title="The chat could not be loaded" onRetry={reload} />;
  }
  if (!chat) return <ChatSkeleton isPage />;
  return <Shown at={{ ...at, chat }} name={name} />;
}

function Shown({ at, name }: { at: ChatAtHand; name: string }) {
  const { chat } = at;
  const { id: agentId } = useUser();
  const { onPhoto, lightbox } = usePhotos(chat.messages);
  const { origin, destination } = chat.details;
  const places = [origin, destination].map((place) => (place ? `${place.city}, ${place.state}` : '…'));
  return (
    <>
      <PageHeader
        breadcrumb={[{ label: 'Chats', href: hrefs.agent.chats() }]}
        title={name}
        below={origin || destination ? places.join(' → ') : 'Route not known yet'}
        primary={
          chat.leadId ? <LinkButton href={hrefs.agent.lead(chat.leadId, 'chat')}>Open the lead</LinkButton> : null
        }
      />
      <AgentPanel at={at} agentId={agentId} onPhoto={onPhoto} beside={!chat.leadId && <MakeLead at={at} />} />
      {lightbox}
    </>
  );
}

/** A lead can be created before the client has confirmed, as soon as the client and the route are known. */
function MakeLead({ at: { chat, write: send } }: { at: ChatAtHand }) {
  const notify = useNotify();
  const { busy, write } = useWrite();
  const missing = missingForLead(chat.details);
  const make = () =>
    write({
      send: () => send(MakeLeadOfChatDocument, { id: chat.id }, crypto.randomUUID()),
      done: () => notify.done('Lead created', { description: 'It’s in “New” with the chat’s details and photos.' }),
      failed: 'Couldn’t create the lead. Try again.',
    });
  return (
    <Callout
      color="blue"
      title="This chat has no lead yet"
      action={
        missing.length === 0 && (
          <Button size="sm" busy={busy !== null} onClick={() => void make()}>
            Create lead
          </Button>
        )
      }
    >
      {missing.length === 0
        ? 'A lead is created when the client confirms. You can create it now.'
        : `You can create one once you know: ${missing.join(', ')}.`}
    </Callout>
  );
}
