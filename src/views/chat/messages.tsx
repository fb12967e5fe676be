import type { ReactNode } from 'react';
import { Button } from '#src/views/ui/button.tsx';
import { NearEnd } from '#src/views/ui/near-end.tsx';
import { OWN_ZONE } from '#src/views/ui/own-zone.ts';
import type { ChatMessage, ChatPhoto } from './chat-types.ts';
import { Message } from './message.tsx';
import { clockFormat } from '#src/machines/calendar/clock-format.ts';
import { DAY, MINUTE } from '#src/machines/calendar/durations.ts';

/** Messages before the first one that is loaded. */
export interface Earlier {
  has: boolean;
  state: 'ready' | 'loading' | 'failed';
  load: () => void;
}

interface MessagesProps {
  messages: readonly ChatMessage[];
  /** Who views it: their own side is on the right. */
  viewer: 'client' | 'agent';
  /** Defaults to the viewer's own. */
  timeZone?: string;
  earlier: Earlier;
  onPhoto: (photo: ChatPhoto) => void;
  /** After the last message: typing indicators, and messages being sent. */
  children?: ReactNode;
}

const GOES_ON_MS = 5 * MINUTE;

/** The messages, oldest first, with date separators. New ones are announced when the screen reader is idle. */
export function Messages({ messages, viewer, timeZone, earlier, onPhoto, children }: MessagesProps) {
  const first = messages[0]?.sequence;
  return (
    <>
      {earlier.has && <EarlierMessages key={first} earlier={earlier} />}
      <div role="log" aria-label="Conversation" aria-busy={earlier.state === 'loading'}>
        <ol>
          {messages.map((message, index) => {
            const before = messages[index - 1];
            const day = dayOf(message.at, timeZone);
            const isNewDay = before === undefined || dayOf(before.at, timeZone) !== day;
            return [
              isNewDay && (
                <li key={day} className="mt-4 text-center text-xs text-gray-500">
                  <time dateTime={message.at} className={timeZone === undefined ? OWN_ZONE : ''}>
                    {day}
                  </time>
                </li>
              ),
              <Message
                key={message.id}
                message={message}
                isOwn={(message.author === 'client') === (viewer === 'client')}
                name={nameFor(viewer, message)}
                goesOn={
                  !isNewDay &&
                  sameAuthor(before, message) &&
                  Date.parse(message.at) - Date.parse(before.at) < GOES_ON_MS
                }
                timeZone={timeZone}
                onPhoto={onPhoto}
              />,
            ];
          })}
        </ol>
      </div>
      {children}
    </>
  );
}

function EarlierMessages({ earlier: { state, load } }: { earlier: Earlier }) {
  return (
    <div className="pb-2 text-center">
      {state === 'ready' && <NearEnd onNear={load} />}
      <Button size="sm" busy={state === 'loading'} onClick={load}>
        {state === 'failed' ? 'Earlier messages could not be loaded. Try again' : 'Show earlier messages'}
      </Button>
    </div>
  );
}

const sameAuthor = (one: ChatMessage, other: ChatMessage): boolean =>
  one.author === other.author && one.authorName === other.authorName;

function nameFor(viewer: MessagesProps['viewer'], { author, authorName }: ChatMessage): string {
  if (author === 'assistant') return 'AI assistant';
  return viewer === 'client' && author === 'client' ? 'You' : authorName;
}

const longDay = clockFormat({ weekday: 'long', month: 'long', day: 'numeric', year: 'numeric' });

function dayOf(at: string, timeZone: string | undefined): string {
  const show = (instant: number) => longDay(timeZone).format(instant);
  const day = show(Date.parse(at));
  if (day === show(Date.now())) return 'Today';
  return day === show(Date.now() - DAY) ? 'Yesterday' : day;
}
