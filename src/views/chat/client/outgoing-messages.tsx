import type { Outgoing } from '#src/machines/chat/outbox.machine.ts';
import { Button } from '#src/views/ui/button.tsx';
import { Bubble } from '../message.tsx';
import { LocalPicture } from './local-picture.tsx';
import type { Outbox } from './use-outbox.ts';

/** Messages being sent: shown immediately in their final place, with progress and available actions. */
export function OutgoingMessages({ outbox }: { outbox: Outbox }) {
  const first = outbox.queue.find(({ id, problem }) => id === null && problem === null);
  return (
    <ul aria-label="Not sent yet">
      {outbox.queue.map((message) => (
        <OutgoingMessage key={message.key} message={message} outbox={outbox} isFirst={message === first} />
      ))}
    </ul>
  );
}

function OutgoingMessage({ message, outbox, isFirst }: { message: Outgoing; outbox: Outbox; isFirst: boolean }) {
  const { key, text, photos, problem, id } = message;
  const isWaiting = isFirst && outbox.isWaiting;
  const percent = Math.round(outbox.progress * 100);
  const says =
    problem ??
    (id !== null
      ? 'Sent'
      : isWaiting
        ? 'No connection. We’ll send it when you’re back online.'
        : isFirst
          ? photos.length > 0
            ? `Sending… ${percent}%`
            : 'Sending…'
          : 'Waiting to send');
  return (
    <li className="mt-4 flex flex-col items-end">
      {text && (
        <Bubble isOwn isQuiet>
          {text}
        </Bubble>
      )}
      {photos.length > 0 && (
        <ul className="mt-1 flex flex-wrap justify-end gap-2">
          {photos.map((photo) => (
            <li key={photo.name + photo.size} className="overflow-hidden rounded-lg border border-gray-200 bg-gray-100">
              <LocalPicture file={photo} className="aspect-square w-24 object-cover opacity-60" />
            </li>
          ))}
        </ul>
      )}
      {isFirst && photos.length > 0 && !isWaiting && (
        <progress
          aria-label="Sending"
          value={percent}
          max={100}
          className="mt-1.5 block h-1 w-44 overflow-hidden rounded-full [&::-moz-progress-bar]:bg-primary-600 [&::-webkit-progress-bar]:bg-gray-200 [&::-webkit-progress-value]:bg-primary-600"
        />
      )}
      <div className="mt-1 flex flex-wrap items-center justify-end gap-x-3 text-sm">
        <p
          role={problem ? 'alert' : 'status'}
          className={problem ? 'text-right text-red-600' : 'text-right text-gray-600'}
        >
          {says}
        </p>
        {(problem || isWaiting) && (
          <Button variant="ghost" size="sm" onClick={() => outbox.retry(key)}>
            Try again
          </Button>
        )}
        {id === null && (problem || isWaiting || photos.length > 0 || !isFirst) && (
          <Button variant="ghost" size="sm" onClick={() => outbox.drop(key)}>
            {problem ? 'Remove' : 'Cancel'}
          </Button>
        )}
      </div>
    </li>
  );
}
