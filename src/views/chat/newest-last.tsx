import { ArrowDownIcon } from '@heroicons/react/24/outline';
import { type ReactNode, type RefObject, useState } from 'react';
import { Button } from '#src/views/ui/button.tsx';

interface NewestLastProps {
  /** The last message of someone else; when it changes out of view, a button leads to it. */
  newest: string | undefined;
  /** For scrolling to the end from outside: `scroller.current?.scrollTo({ top: 0 })`. */
  scroller: RefObject<HTMLDivElement | null>;
  children: ReactNode;
}

const NEAR_PX = 80;

/**
 * A column that is read from its end. Laid out bottom-up, it starts at the end and stays there while content is added
 * or a keyboard opens; loading earlier content moves nothing. `scrollTop` is 0 at the end and negative above it.
 */
export function NewestLast({ newest, scroller, children }: NewestLastProps) {
  const [isAway, setIsAway] = useState(false);
  const [seen, setSeen] = useState(newest);
  if (!isAway && seen !== newest) setSeen(newest);

  return (
    <div className="relative flex min-h-0 flex-1 flex-col">
      <div
        ref={scroller}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls with the keys
        tabIndex={0}
        role="region"
        aria-label="Messages"
        className="flex min-h-0 flex-1 overflow-y-auto -outline-offset-2"
        style={{ flexDirection: 'column-reverse' }}
        onScroll={(event) => setIsAway(event.currentTarget.scrollTop < -NEAR_PX)}
      >
        <div className="w-full">{children}</div>
      </div>
      {isAway && seen !== newest && (
        <div className="pointer-events-none absolute inset-x-0 bottom-3 flex justify-center">
          <Button
            size="sm"
            icon={<ArrowDownIcon />}
            className="pointer-events-auto shadow-float"
            onClick={() => scroller.current?.scrollTo({ top: 0 })}
          >
            New messages
          </Button>
        </div>
      )}
    </div>
  );
}
