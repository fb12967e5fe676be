import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';

interface Modal {
  open: boolean;
  onClose: () => void;
  /** Opened by an address of its own, which Back leaves anyway. */
  hasAddress?: boolean;
}

/** The modals that Back closes, the topmost last. */
const stack: object[] = [];

/**
 * What every modal does besides being one; `close` is for Headless UI, `panel` for its panel. It opens one step after it is mounted: one
 * that is mounted already open does not know yet what lies behind it, and would leave that alive for the keyboard and
 * for screen readers.
 */
export function useModal({ open, onClose, hasAddress = false }: Modal): {
  isOpen: boolean;
  panel: RefObject<HTMLDivElement | null>;
  close: () => void;
} {
  const panel = useRef<HTMLDivElement>(null);
  const [isMounted, setIsMounted] = useState(false);
  // It is about the mounting itself; there is nothing to derive it from.
  // oxlint-disable-next-line react/set-state-in-effect
  useEffect(() => setIsMounted(true), []);
  useReturnedFocus(open);
  useClosedByBack(open && !hasAddress, onClose);
  return { isOpen: open && isMounted, panel, close: () => isShown(panel.current) && onClose() };
}

/**
 * Whether the panel of an open modal is on the screen. A page that is left is hidden while the next one loads, and its
 * refs are empty; Headless UI takes that for a wish to close the modal, which would lead back.
 */
const isShown = (panel: HTMLElement | null): boolean => panel !== null && panel.getClientRects().length > 0;

/** Headless UI gives the focus back to what it saw having it; it sees nothing before its code is loaded, with the first modal. */
function useReturnedFocus(open: boolean): void {
  useEffect(() => {
    if (!open) return;
    const before = document.activeElement;
    return () => {
      setTimeout(() => {
        if (document.activeElement === document.body && before instanceof HTMLElement && before.isConnected)
          before.focus();
      });
    };
  }, [open]);
}

/**
 * Back closes what is on top, and not the page below. Only where the browser lets a page hold it up (Navigation API);
 * it lets that happen once for each time that the person did something in the page, so nobody is held for good.
 */
function useClosedByBack(active: boolean, onClose: () => void): void {
  const close = useEffectEvent(onClose);
  useEffect(() => {
    const { navigation } = window as { navigation?: EventTarget };
    if (!active || !navigation) return;
    const own = {};
    stack.push(own);
    const hold = (event: Event) => {
      const { navigationType } = event as Event & { navigationType: string };
      if (navigationType !== 'traverse' || !event.cancelable || stack.at(-1) !== own) return;
      event.preventDefault();
      close();
    };
    navigation.addEventListener('navigate', hold);
    return () => {
      navigation.removeEventListener('navigate', hold);
      stack.splice(stack.indexOf(own), 1);
    };
  }, [active]);
}
