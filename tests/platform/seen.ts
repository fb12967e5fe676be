import { expect } from '@playwright/test';

/**
 * Waits until a page shows something. Speed is measured in `bench/`; this timeout is one that even a busy machine
 * meets.
 */
export const seen = expect.configure({ timeout: 15_000 });
