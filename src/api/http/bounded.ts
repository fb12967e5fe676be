import { problem } from './problem.ts';
import { currentRequester } from './requester.ts';

interface Bounds {
  /** How many run at once. */
  readonly atOnce: number;
  /** How many may wait; beyond that, new work is refused. */
  readonly waiting: number;
  /** How long one may wait. */
  readonly seconds: number;
}

interface Waiting {
  start: () => void;
  refuse: () => void;
}

/**
 * Limits how much expensive work runs at once. Waiting work is served round-robin by requester, so that nobody waits
 * behind another requester's entire burst; the work of one requester runs in order. A full queue refuses the newest
 * work of the requester who has most in it. Work that waits too long is refused, too: its requester has given up by
 * then.
 *
 * @throws Problem 503 with Retry-After
 */
export function createBounded({
  atOnce,
  waiting,
  seconds,
}: Bounds): <T>(work: () => Promise<T>, requester?: string) => Promise<T> {
  let running = 0;
  let queued = 0;
  /** The first key is served next. */
  const queues = new Map<string, Waiting[]>();

  function remove(key: string, one: Waiting): void {
    const queue = queues.get(key)!;
    queue.splice(queue.indexOf(one), 1);
    if (queue.length === 0) queues.delete(key);
    queued -= 1;
  }

  function next(): Waiting | undefined {
    const [first] = queues;
    if (!first) return undefined;
    const [key, queue] = first;
    const one = queue[0]!;
    // Moves to the end, with what is left.
    queues.delete(key);
    queues.set(key, queue);
    remove(key, one);
    return one;
  }

  /** @returns whether there is room for one more of `key` */
  function makeRoom(key: string): boolean {
    if (queued < waiting) return true;
    const [longest, queue] = [...queues].reduce((most, one) => (one[1].length > most[1].length ? one : most));
    if (queue.length <= (queues.get(key)?.length ?? 0) + 1) return false;
    const last = queue.at(-1)!;
    remove(longest, last);
    last.refuse();
    return true;
  }

  async function turn(key: string): Promise<void> {
    if (running < atOnce) return void (running += 1);
    if (!makeRoom(key)) throw busy();
    await new Promise<void>((resolve, reject) => {
      const late = setTimeout(() => {
        remove(key, one);
        reject(busy());
      }, seconds * 1000);
      const ended = (end: () => void) => () => {
        clearTimeout(late);
        end();
      };
      const one: Waiting = { start: ended(resolve), refuse: ended(() => reject(busy())) };
      const queue = queues.get(key) ?? [];
      queue.push(one);
      queues.set(key, queue);
      queued += 1;
    });
  }

  return async (work, requester = currentRequester()) => {
    await turn(requester);
    try {
      return await work();
    } finally {
      // The slot goes to the next one, or is free.
      const following = next();
      if (following) following.start();
      else running -= 1;
    }
  };
}

const busy = () => problem(503, 'We’re busy right now. Try again in a moment.', { retryAfter: 5 });
