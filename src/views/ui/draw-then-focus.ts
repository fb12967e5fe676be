import { flushSync } from 'react-dom';

/** Renders a change immediately, and focuses what it added: a new row, whose first field is filled in next. */
export function drawThenFocus(change: () => void, find: () => HTMLElement | null | undefined): void {
  flushSync(change);
  find()?.focus();
}

/** As the `ref` of what appears after a button press: on a phone it may be far below the button. */
export const intoView = (element: HTMLElement | null): void => element?.scrollIntoView({ block: 'nearest' });

/** As the `ref` of what replaces an element that was just used: otherwise the focus would be lost with it. */
export const takeFocus = (element: HTMLElement | null): void => element?.focus();
