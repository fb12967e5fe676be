import { expect, test } from 'vitest';
import { bareText, fillMask, fillNumber, readNumber } from './mask.ts';

test('a mask takes what fits and writes the rest itself', () => {
  expect(fillMask('(###) ###-####', '5551234567')).toBe('(555) 123-4567');
  expect(fillMask('(###) ###-####', '(555) 123-4567')).toBe('(555) 123-4567');
  expect(fillMask('(###) ###-####', '555.12')).toBe('(555) 12');
  expect(fillMask('@@-****', 'mc12x9zzz')).toBe('mc-12x9');
  expect(fillMask('#####', 'ab1')).toBe('1');
  expect(fillMask('###', '')).toBe('');
});

test('the bare text is what was typed', () => {
  expect(bareText('(###) ###-####', '(555) 123-4')).toBe('5551234');
});

test('numbers are grouped, cut to their fraction, and signed only where allowed', () => {
  expect(fillNumber({ fraction: 2, unsigned: true }, '1234567.891')).toBe('1,234,567.89');
  expect(fillNumber({ fraction: 0, unsigned: true }, '12.9')).toBe('12');
  expect(fillNumber({ fraction: 2, unsigned: true }, '-5')).toBe('-5');
  expect(fillNumber({ fraction: 2, unsigned: false }, '-5.')).toBe('-5.');
  expect(fillNumber({ fraction: 2, unsigned: true }, '.5')).toBe('0.5');
  expect(fillNumber({ fraction: 2, unsigned: true }, '99999999999999')).toBe('999,999,999,999');
  expect(fillNumber({ fraction: 2, unsigned: true }, '$ 4,250.00 USD')).toBe('4,250.00');
  expect(readNumber('-1,234.50')).toBe(-1234.5);
  expect(readNumber('-')).toBeNull();
  expect(readNumber('-5', true)).toBeNull();
  expect(readNumber('5', true)).toBe(5);
});
