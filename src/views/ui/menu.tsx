import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef } from 'react';
import { type MenuAction, MenuItem } from './menu-item.tsx';
import { follow } from './placement.ts';

export type MenuEntry = MenuAction | 'separator';

interface MenuProps {
  /** What the button shows. With only an icon, `label` is required to name it. */
  children: ReactNode;
  label?: string;
  items: readonly MenuEntry[];
  align?: 'start' | 'end';
  className?: string;
  /** Shown above the items, such as the signed-in person. */
  heading?: ReactNode;
  /** Opens as soon as it is mounted. */
  startsOpen?: boolean;
}

/**
 * A menu button following the ARIA pattern. Custom, because a disabled item must remain reachable so that its reason is
 * read aloud, and because it is in every portal's frame, where size matters.
 */
export function Menu({ children, label, items, align = 'end', className, heading, startsOpen = false }: MenuProps) {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const typed = useRef({ text: '', at: 0 });
  const opensAtOnce = useRef(startsOpen);
  const stopFollowing = useRef<() => void>(undefined);
  useEffect(() => {
    if (opensAtOnce.current) list.current?.showPopover();
    // A menu unmounted while open must stop following its button.
    return () => stopFollowing.current?.();
  }, []);
  const rows = () => [...(list.current?.querySelectorAll<HTMLElement>('[role=menuitem]') ?? [])];

  function keys(event: KeyboardEvent) {
    const all = rows();
    const at = all.indexOf(document.activeElement as HTMLElement);
    // When no row has the focus, Up goes to the last one.
    const to = { ArrowDown: at + 1, ArrowUp: at < 0 ? all.length - 1 : at - 1, Home: 0, End: all.length - 1 }[
      event.key
    ];
    if (to !== undefined) {
      event.preventDefault();
      all.at(to % all.length)?.focus();
    } else if (event.key === 'Tab') {
      list.current?.hidePopover();
    } else if (event.key.length === 1 && event.key !== ' ' && !event.ctrlKey && !event.metaKey) {
      event.stopPropagation();
      const { timeStamp } = event;
      typed.current = {
        text: (timeStamp - typed.current.at < 600 ? typed.current.text : '') + event.key.toLowerCase(),
        at: timeStamp,
      };
      all.find((row) => row.textContent.toLowerCase().startsWith(typed.current.text))?.focus();
    }
  }

  return (
    <>
      <button
        ref={button}
        type="button"
        popoverTarget={id}
        aria-haspopup="menu"
        aria-label={label}
        title={label}
        className={className ?? 'btn btn-ghost btn-icon'}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
          event.preventDefault();
          if (list.current?.matches(':popover-open')) rows()[0]?.focus();
          else list.current?.showPopover();
        }}
      >
        {children}
      </button>
      <div
        ref={list}
        id={id}
        popover="auto"
        role="menu"
        tabIndex={-1}
        aria-label={label}
        className="fixed min-w-44 max-w-72 overflow-y-auto rounded-lg bg-white p-1 text-gray-900 shadow-float"
        onKeyDown={keys}
        onBeforeToggle={(event) => {
          // The browser focuses it as the menu opens, before `toggle` is reported: no key pressed right away is lost.
          // React would drop the attribute.
          if (event.newState === 'open') rows()[0]?.toggleAttribute('autofocus', true);
        }}
        onToggle={(event) => {
          stopFollowing.current?.();
          if (event.newState !== 'open' || !button.current) return;
          stopFollowing.current = follow(button.current, event.currentTarget, align);
        }}
      >
        {heading && <div className="border-b border-gray-200 px-2 pt-1 pb-2 mb-1">{heading}</div>}
        {items.map((item, index) =>
          item === 'separator' ? (
            <hr key={index} className="my-1 border-gray-200" />
          ) : (
            <MenuItem key={index} action={item} onDone={() => list.current?.hidePopover()} />
          ),
        )}
      </div>
    </>
  );
}
