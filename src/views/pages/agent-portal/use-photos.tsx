import { useActorRef } from '@xstate/react';
import type { ReactNode } from 'react';
import { lightboxMachine } from '#src/machines/lightbox/lightbox.machine.ts';
import { Lightbox } from '#src/views/lightbox/lightbox.tsx';
import type { ChatMessage, ChatPhoto } from '#src/views/chat/chat-types.ts';

/** All photos of a conversation, to view one after the other. */
export function usePhotos(messages: readonly ChatMessage[]): {
  onPhoto: (photo: ChatPhoto) => void;
  lightbox: ReactNode;
} {
  const actor = useActorRef(lightboxMachine);
  const photos = messages.flatMap((message) => message.photos);
  return {
    onPhoto: ({ id }) =>
      actor.send({
        type: 'lightbox.opened',
        index: photos.findIndex((photo) => photo.id === id),
        count: photos.length,
      }),
    lightbox: (
      <Lightbox
        actor={actor}
        pictures={photos.map(({ name, previewUrl }) => ({ name, url: previewUrl, thumbnailUrl: previewUrl }))}
      />
    ),
  };
}
