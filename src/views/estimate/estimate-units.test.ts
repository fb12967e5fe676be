import { expect, test } from 'vitest';
import { freeCode } from './estimate-units.ts';

test('lines of their own keep codes of their own, also after one was removed', () => {
  const lines: { code: string }[] = [{ code: 'LH' }];
  const add = () => lines.push({ code: freeCode(lines) });
  add();
  add();
  add();
  lines.splice(1, 1);
  add();
  add();
  expect(new Set(lines.map(({ code }) => code)).size).toBe(lines.length);
});
