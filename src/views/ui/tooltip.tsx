import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef } from 'react';
import { place } from './placement.ts';

/** A few words about the hovered or focused element. Never the only place for essential information. */
export function Tooltip({ content, children }: { content: ReactNode; children: ReactNode }) {
  const id = useId();
  const anchor = useRef<HTMLSpanElement>(null);
  const box = useRef<HTMLSpanElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  // Describes the focusable element, not the span around it.
  useEffect(() => {
    anchor.current?.querySelector('a, button, input, [tabindex]')?.setAttribute('aria-describedby', id);
  }, [id]);

  function show(delay: number) {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      if (!anchor.current || !box.current?.isConnected) return;
      box.current.showPopover();
      place(anchor.current, box.current, 'center');
    }, delay);
  }
  function hide() {
    clearTimeout(timer.current);
    box.current?.hidePopover();
  }
  function escape(event: KeyboardEvent) {
    if (event.key === 'Escape') hide();
  }

  return (
    <span
      ref={anchor}
      className="inline-flex max-w-full"
      role="presentation"
      onMouseEnter={() => show(300)}
      onMouseLeave={hide}
      onFocus={() => show(0)}
      onBlur={hide}
      onKeyDown={escape}
    >
      {children}
      <span
        ref={box}
        id={id}
        popover="manual"
        role="tooltip"
        className="fixed max-w-64 rounded-md bg-gray-900 px-2 py-1 text-xs text-white"
      >
        {content}
      </span>
    </span>
  );
}
