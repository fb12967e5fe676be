import { expect, test } from 'vitest';
import { dueReminder } from './insurance-reminder.ts';

/**
 * Walks through the days before the end; `runs` determines whether the daily job ran. Returns when reminders were sent.
 */
function walk(
  from: number,
  runs: (daysLeft: number) => boolean = () => true,
  sent: number | null = null,
): [daysLeft: number, reminder: number][] {
  const out: [number, number][] = [];
  for (let left = from; left >= -5; left -= 1) {
    if (!runs(left)) continue;
    const due = dueReminder(left, sent);
    if (due === null) continue;
    out.push([left, due]);
    sent = due;
  }
  return out;
}

test('one reminder 30, 14, 7 and 1 day before the end, and none after it', () => {
  expect(walk(60)).toEqual([
    [30, 30],
    [14, 14],
    [7, 7],
    [1, 1],
  ]);
});

test('days without a run are made up for, each reminder once', () => {
  expect(walk(60, (left) => ![30, 29, 7].includes(left))).toEqual([
    [28, 30],
    [14, 14],
    [6, 7],
    [1, 1],
  ]);
  expect(walk(60, (left) => left < 10)).toEqual([
    [9, 14],
    [7, 7],
    [1, 1],
  ]);
  expect(walk(60, (left) => left === 0)).toEqual([[0, 1]]);
});

test('what is known to have been told is not told again', () => {
  expect(walk(12, () => true, 14)).toEqual([
    [7, 7],
    [1, 1],
  ]);
});
