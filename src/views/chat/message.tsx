import { CheckIcon } from '@heroicons/react/24/outline';
import { Fragment } from 'react';
import { clockFormat } from '#src/machines/calendar/clock-format.ts';
import { CHAT_DETAILS } from '#src/machines/chat/chat-details.ts';
import { cx } from '#src/views/ui/class-names.ts';
import { OWN_ZONE } from '#src/views/ui/own-zone.ts';
import { exactTime } from '#src/views/ui/relative-time.tsx';
import type { ChatMessage, ChatPhoto } from './chat-types.ts';

interface MessageProps {
  message: ChatMessage;
  /** It is from the viewer's own side, so it is on the right. */
  isOwn: boolean;
  /** The display name of the author: "You". */
  name: string;
  /** Follows a message of the same author: the name is repeated for screen readers only. */
  goesOn: boolean;
  timeZone: string | undefined;
  onPhoto: (photo: ChatPhoto) => void;
}

/** The element id of a message, for links from the details taken from it. */
export const messageId = (sequence: number): string => `message-${sequence}`;

/** One message as written: plain text with its line breaks, never markup. */
export function Message({ message, isOwn, name, goesOn, timeZone, onPhoto }: MessageProps) {
  const { sequence, text, photos, fills, at } = message;
  return (
    <li
      id={messageId(sequence)}
      tabIndex={-1}
      className={cx('flex scroll-mt-16 flex-col', isOwn ? 'items-end' : 'items-start', goesOn ? 'mt-1' : 'mt-4')}
    >
      <p className={cx('text-xs text-gray-500', goesOn ? 'sr-only' : 'mb-1')}>
        {name} · <Clock at={at} timeZone={timeZone} />
      </p>
      {text && <Bubble isOwn={isOwn}>{text}</Bubble>}
      {photos.length > 0 && (
        <ul className={cx('flex flex-wrap gap-2', isOwn && 'justify-end', text && 'mt-1')}>
          {photos.map((photo) => (
            <li key={photo.id}>
              <button
                type="button"
                aria-label={`Open ${photo.name}`}
                className="block overflow-hidden rounded-lg border border-gray-200 bg-gray-100"
                onClick={() => onPhoto(photo)}
              >
                <img
                  src={photo.previewUrl}
                  alt=""
                  loading="lazy"
                  className={cx('aspect-square object-cover', photos.length === 1 ? 'w-44' : 'w-24')}
                />
              </button>
            </li>
          ))}
        </ul>
      )}
      {fills.length > 0 && (
        <p className={cx('mt-1 text-xs text-gray-500', isOwn && 'text-right')} style={{ maxWidth: '85%' }}>
          <CheckIcon className="mr-1.5 inline size-4 text-primary-600" aria-hidden />
          Noted:{' '}
          {fills.map((detail, index) => (
            <Fragment key={detail}>
              {index > 0 && ', '}
              <span className="whitespace-nowrap">{nameOf(detail)}</span>
            </Fragment>
          ))}
        </p>
      )}
    </li>
  );
}

/** A framed block in the conversation. */
export function Bubble({ isOwn, isQuiet = false, children }: { isOwn: boolean; isQuiet?: boolean; children: string }) {
  return (
    <p
      className={cx(
        'rounded-lg border px-3 py-2 whitespace-pre-line wrap-anywhere',
        isOwn ? 'border-primary-200 bg-primary-50' : 'border-gray-200 bg-white',
        isQuiet && 'text-gray-600',
      )}
      style={{ maxWidth: 'min(85%, 36rem)' }}
    >
      {children}
    </p>
  );
}

const clockTime = clockFormat({ hour: 'numeric', minute: '2-digit' });

function Clock({ at, timeZone }: { at: string; timeZone: string | undefined }) {
  return (
    <time
      dateTime={at}
      title={exactTime(at, timeZone)}
      className={cx('whitespace-nowrap', timeZone === undefined && OWN_ZONE)}
    >
      {clockTime(timeZone).format(new Date(at))}
    </time>
  );
}

/** "moving from" */
function nameOf(detail: string): string {
  const name = (CHAT_DETAILS as Record<string, string>)[detail] ?? detail;
  return name[0]!.toLowerCase() + name.slice(1);
}
