import { Dialog, DialogPanel } from '@headlessui/react';
import { ChevronLeftIcon, ChevronRightIcon, XMarkIcon } from '@heroicons/react/24/outline';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import type { ActorRefFrom } from 'xstate';
import { useSelector } from '@xstate/react';
import type { lightboxMachine } from '#src/machines/lightbox/lightbox.machine.ts';
import { useModal } from '#src/views/ui/use-modal.ts';

export interface Picture {
  url: string;
  /** What the picture shows, or its file name. */
  name: string;
  thumbnailUrl?: string;
}

interface LightboxProps {
  /** From `useActorRef(lightboxMachine)`; open it with the `lightbox.opened` event. */
  actor: ActorRefFrom<typeof lightboxMachine>;
  pictures: readonly Picture[];
}

const ROUND =
  'grid size-10 place-items-center rounded-full bg-gray-900/60 text-white outline-offset-0 outline-white! hover:bg-gray-700';

/** Full-window pictures. Escape or the button closes; the arrow keys wrap around at both ends. */
export function Lightbox({ actor, pictures }: LightboxProps) {
  const open = useSelector(actor, (snapshot) => snapshot.matches('open'));
  const index = useSelector(actor, (snapshot) => snapshot.context.index);
  const strip = useRef<HTMLUListElement>(null);
  const picture = pictures[index];

  const end = () => actor.send({ type: 'lightbox.closed' });
  const { isOpen, panel, close } = useModal({ open: open && picture !== undefined, onClose: end });

  useEffect(() => {
    strip.current?.children[index]?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, [index]);

  function keys(event: KeyboardEvent) {
    if (event.key === 'ArrowRight') actor.send({ type: 'picture.next' });
    if (event.key === 'ArrowLeft') actor.send({ type: 'picture.previous' });
  }

  if (!picture) return null;
  return (
    <Dialog open={isOpen} onClose={close} className="relative z-40" onKeyDown={keys} aria-label="Pictures">
      <DialogPanel ref={panel} className="fixed inset-0 flex flex-col bg-gray-900">
        <div className="flex items-center justify-between gap-4 p-3 text-white">
          <p aria-live="polite" className="min-w-0 truncate">
            {picture.name} <span className="text-gray-300 tabular-nums">{`${index + 1} of ${pictures.length}`}</span>
          </p>
          <button type="button" aria-label="Close" className={ROUND} onClick={end}>
            <XMarkIcon className="size-5" />
          </button>
        </div>
        <div className="relative min-h-0 flex-1">
          <img src={picture.url} alt={picture.name} className="absolute inset-0 size-full object-contain px-3" />
          {pictures.length > 1 && (
            <div className="absolute inset-x-3 top-1/2 flex -translate-y-1/2 justify-between">
              <button
                type="button"
                aria-label="Previous picture"
                className={ROUND}
                onClick={() => actor.send({ type: 'picture.previous' })}
              >
                <ChevronLeftIcon className="size-5" />
              </button>
              <button
                type="button"
                aria-label="Next picture"
                className={ROUND}
                onClick={() => actor.send({ type: 'picture.next' })}
              >
                <ChevronRightIcon className="size-5" />
              </button>
            </div>
          )}
        </div>
        <ul ref={strip} className="flex gap-2 overflow-x-auto p-3 sm:justify-center">
          {pictures.map(({ url, name, thumbnailUrl }, at) => (
            <li key={url} className="shrink-0">
              <button
                type="button"
                aria-label={name}
                aria-current={at === index ? 'true' : undefined}
                className="block rounded-md opacity-60 outline-white! aria-[current]:opacity-100 aria-[current]:ring-2 aria-[current]:ring-white"
                onClick={() => actor.send({ type: 'picture.chosen', index: at })}
              >
                <img src={thumbnailUrl ?? url} alt="" className="size-14 rounded-md object-cover" />
              </button>
            </li>
          ))}
        </ul>
      </DialogPanel>
    </Dialog>
  );
}
