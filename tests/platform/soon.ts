import { vi } from 'vitest';

/**
 * Resolves as soon as `expectation` holds; rejects with its failure after ten seconds, which a busy machine may need.
 */
export async function soon(expectation: () => unknown): Promise<void> {
  await vi.waitFor(expectation, { timeout: 10_000, interval: 10 });
}
