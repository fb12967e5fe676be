import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';

interface Modal {
  open: boolean;
  onClose: () => void;
  /** Opened by its own URL, which Back leaves anyway. */
  hasAddress?: boolean;
}

/** The modals that Back closes, the topmost last. */
const stack: object[] = [];

/**
 * What all modals have in common; `close` is for Headless UI, `panel` for its panel. It opens one step after it is
 * mounted: a modal mounted already open does not yet know what is behind it, and would leave that accessible to the
 * keyboard and to screen readers.
 */
export function useModal({ open, onClose, hasAddress = false }: Modal): {
  isOpen: boolean;
  panel: RefObject<HTMLDivElement | null>;
  close: () => void;
} {
  const panel = useRef<HTMLDivElement>(null);
  const [isMounted, setIsMounted] = useState(false);
  // It depends on the mounting itself; there is nothing to derive it from.
  // oxlint-disable-next-line react/set-state-in-effect
  useEffect(() => setIsMounted(true), []);
  useReturnedFocus(open);
  useClosedByBack(open && !hasAddress, onClose);
  return { isOpen: open && isMounted, panel, close: () => isShown(panel.current) && onClose() };
}

/**
 * Whether the panel of an open modal is visible. A page being left is hidden while the next one loads, and its refs are
 * empty; Headless UI would take that for a request to close the modal, which would navigate back.
 */
const isShown = (panel: HTMLElement | null): boolean => panel !== null && panel.getClientRects().length > 0;

/**
 * Headless UI returns the focus to the element that it saw having it; before its code is loaded, with the first modal,
 * it sees none.
 */
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
 * Back closes the topmost modal instead of leaving the page. Only where the browser lets a page intercept it
 * (Navigation API); it allows that once per user activation, so nobody can be trapped.
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
