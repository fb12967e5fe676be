import type { Page } from '@playwright/test';

interface Timer {
  milliseconds: number;
  isRepeated: boolean;
  act: () => void;
}
declare global {
  var ringTimers: (milliseconds: number, ahead: number) => number;
}

/**
 * Stops timers of these lengths in a page opened afterwards: they fire only when a test says so, however slow the
 * machine is. Requests never time out.
 */
export async function holdTime(page: Page, lengths: readonly number[]) {
  await page.addInitScript((held: readonly number[]) => {
    const timers = new Map<number, Timer>();
    const clear = globalThis.clearTimeout.bind(globalThis);
    const real = {
      setTimeout: globalThis.setTimeout.bind(globalThis),
      setInterval: globalThis.setInterval.bind(globalThis),
    };
    // Far from the ids that the browser assigns.
    let last = 1e9;
    const stopped = (name: keyof typeof real) =>
      ((handler: (...given: unknown[]) => void, milliseconds = 0, ...given: unknown[]): number => {
        if (!held.includes(milliseconds)) return real[name](handler, milliseconds, ...given) as unknown as number;
        timers.set((last += 1), { milliseconds, isRepeated: name === 'setInterval', act: () => handler(...given) });
        return last;
      }) as never;
    globalThis.setTimeout = stopped('setTimeout');
    globalThis.setInterval = stopped('setInterval');
    globalThis.clearTimeout = globalThis.clearInterval = (timer) =>
      void (timers.delete(timer as unknown as number) || clear(timer));
    const now = Date.now.bind(Date);
    let later = 0;
    Date.now = () => now() + later;
    globalThis.ringTimers = (milliseconds, ahead) => {
      later = ahead;
      const due = [...timers].filter(([, timer]) => timer.milliseconds === milliseconds);
      for (const [number, { isRepeated, act }] of due) {
        if (!isRepeated) timers.delete(number);
        act();
      }
      return due.length;
    };
    AbortSignal.timeout = () => new AbortController().signal;
  }, lengths);

  return {
    /** Fires the timers of this length once. `ahead`: by how many ms the page's clock runs ahead from then on. */
    async ring(milliseconds: number, ahead = 0): Promise<void> {
      const count = await page.evaluate((given) => ringTimers(...given), [milliseconds, ahead] as const);
      if (count === 0) throw new Error(`The page does not wait ${milliseconds} ms for anything.`);
    },
  };
}

export type HeldTime = Awaited<ReturnType<typeof holdTime>>;
