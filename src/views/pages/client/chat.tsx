import { useActorRef } from '@xstate/react';
import { use } from 'react';
import { lightboxMachine } from '#src/machines/lightbox/lightbox.machine.ts';
import { ClientChatView } from '#src/views/chat/client/client-chat.tsx';
import { useClientChat } from '#src/views/chat/client/use-client-chat.ts';
import { Lightbox } from '#src/views/lightbox/lightbox.tsx';
import { ChatLayout } from '#src/views/ui/chat-layout.tsx';
import { FailedState } from '#src/views/ui/failed-state.tsx';
import { LiveContext } from '#src/views/ui/live-context.ts';
import { Bone, Loading, TextBones } from '#src/views/ui/skeleton.tsx';
import { useTitle } from '#src/views/ui/use-title.ts';
import type { ClientScreenProps } from './client.tsx';
import { DeadLink } from './dead-link.tsx';

/** A client's chat, accessed by the link alone. */
export default function Chat({ params }: ClientScreenProps) {
  const link = params.uuid ?? '';
  return <ChatOfLink key={link} link={link} />;
}

function ChatOfLink({ link }: { link: string }) {
  useTitle('Chat about your move');
  const at = useClientChat(link);
  const live = use(LiveContext);
  const lightbox = useActorRef(lightboxMachine, { input: undefined });
  const { state } = at;
  if (state.is === 'dead') return <DeadLink noun="chat" detail={state.detail} />;
  if (state.is !== 'there') {
    return (
      <ChatLayout header={<Bone className="h-5 w-44" />}>
        <div className="mx-auto w-full max-w-3xl flex-1 px-4 py-6">
          {state.is === 'failed' ? (
            <FailedState title="The chat could not be loaded" onRetry={at.reload}>
              {state.why}
            </FailedState>
          ) : (
            <Loading>
              <TextBones lines={4} />
            </Loading>
          )}
        </div>
      </ChatLayout>
    );
  }
  const photos = state.chat.messages.flatMap((message) => message.photos);
  return (
    <>
      {/* Nobody writes in a closed chat; live updates start again when it is reopened. */}
      <LiveContext value={state.chat.stage === 'closed' ? null : live}>
        <ClientChatView
          link={link}
          chat={state.chat}
          at={at}
          onPhoto={({ id }) =>
            lightbox.send({
              type: 'lightbox.opened',
              count: photos.length,
              index: photos.findIndex((photo) => photo.id === id),
            })
          }
        />
      </LiveContext>
      <Lightbox
        actor={lightbox}
        pictures={photos.map(({ url, previewUrl, name }) => ({ url, thumbnailUrl: previewUrl, name }))}
      />
    </>
  );
}
