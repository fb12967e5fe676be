import { AsyncLocalStorage } from 'node:async_hooks';

/** Whose request is being processed: an account, a link, or an address. Queued work waits under this key. */
const requester = new AsyncLocalStorage<string>();

/** Runs `act` on behalf of `key`. */
export const onBehalfOf = <T>(key: string, act: () => T): T => requester.run(key, act);

/** Empty for work without a requester: jobs, the first start. */
export const currentRequester = (): string => requester.getStore() ?? '';
