import { expect, test } from 'vitest';
import { keptShare } from './track-record.ts';

test.each([
  [{ completed: 0, declined: 0, dropped: 0 }, null],
  [{ completed: 3, declined: 1, dropped: 0 }, 0.75],
  [{ completed: 3, declined: 1, dropped: 2 }, 0.5],
  [{ completed: 0, declined: 2, dropped: 0 }, 0],
  [{ completed: 7, declined: 0, dropped: 0 }, 1],
])('%o keeps %s', (record, share) => expect(keptShare(record)).toBe(share));
