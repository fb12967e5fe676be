import { setImmediate } from 'node:timers/promises';
import { createBounded } from '#src/api/http/bounded.ts';
import { WORK } from '#src/api/http/ceilings.ts';

const bounded = createBounded(WORK.places);

/**
 * Queues a search for places: other requests are served between two searches, however many arrive at once.
 *
 * @throws Problem 503 when too many wait
 */
export const inTurn = async <T>(search: () => T): Promise<T> =>
  await bounded(async () => {
    await setImmediate();
    return search();
  });
