import { flushSync } from 'react-dom';

/** Draws a change at once, and puts the focus into what came with it: a new row, whose first field is typed next. */
export function drawThenFocus(change: () => void, find: () => HTMLElement | null | undefined): void {
  flushSync(change);
  find()?.focus();
}

/** As the `ref` of what appears after a button was pressed: on a phone the button may be far below it. */
export const intoView = (element: HTMLElement | null): void => element?.scrollIntoView({ block: 'nearest' });

/** As the `ref` of what takes the place of something that was used: without it the focus would be lost with that. */
export const takeFocus = (element: HTMLElement | null): void => element?.focus();
