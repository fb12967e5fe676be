/** As the `ref` of what appears after a button was pressed: on a phone the button may be far below it. */
export const intoView = (element: HTMLElement | null): void => element?.scrollIntoView({ block: 'nearest' });
