/** Replaces XState's connection to a browser extension, since `inspect` is never used. */
export const devToolsAdapter = (): void => {};
