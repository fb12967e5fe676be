import { AsyncLocalStorage } from 'node:async_hooks';

/** Whose request is being answered: an account, a link or an address. Work that waits for its turn waits by it. */
const requester = new AsyncLocalStorage<string>();

/** Runs what follows on behalf of `key`. */
export const onBehalfOf = <T>(key: string, act: () => T): T => requester.run(key, act);

/** The empty name for work that nobody waits for: jobs, the first start. */
export const currentRequester = (): string => requester.getStore() ?? '';
