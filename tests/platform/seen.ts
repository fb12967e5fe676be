import { expect } from '@playwright/test';

/**
 * What a page shows, looked for until it is there. How fast that is, is measured in `bench/`; the limit here is one that
 * a busy machine keeps, too.
 */
export const seen = expect.configure({ timeout: 15_000 });
