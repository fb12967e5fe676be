import { expect, test } from 'vitest';
import { fillMask } from './mask.ts';
import { national } from '#src/machines/phone/phone.ts';

test.each([
  '5555550123',
  '(555) 555-0123',
  '555.555.0123',
  '+1 555 555 0123',
  '1-555-555-0123',
  '1 (555) 555-0123',
  'tel:+15555550123',
  ' +1 (555) 555-0123',
])('however it was pasted, %s is the same number', (pasted) => {
  expect(fillMask('(###) ###-####', national(pasted))).toBe('(555) 555-0123');
});

test.each([
  ['', ''],
  ['1', ''],
  ['15', '(5'],
  ['(555) 12', '(555) 12'],
])('half typed, %s is shown as %s', (typed, shown) => {
  expect(fillMask('(###) ###-####', national(typed))).toBe(shown);
});
