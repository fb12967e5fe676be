/** Stands in for XState's way to a browser extension: `inspect` is asked for nowhere. */
export const devToolsAdapter = (): void => {};
