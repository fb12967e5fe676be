import { expect, test } from 'vitest';
import { bareText, fillMask, fillNumber, numberProblem, valueOf } from './mask.ts';

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

const money = { fraction: 2, unsigned: true };
const whole = { fraction: 0, unsigned: true };

test('numbers are grouped', () => {
  expect(fillNumber(money, '1234567.89')).toBe('1,234,567.89');
  expect(fillNumber(money, '-5')).toBe('-5');
  expect(fillNumber({ fraction: 2, unsigned: false }, '-5.')).toBe('-5.');
  expect(fillNumber(money, '.5')).toBe('0.5');
  expect(fillNumber(money, '007')).toBe('7');
  expect(fillNumber(money, '$ 4,250.00 USD')).toBe('4,250.00');
  expect(fillNumber(money, '')).toBe('');
});

test.each([
  ['1,234', '1,2345', '12,345'],
  ['1,234', '1,23', '123'],
  ['1,234', '11,234', '11,234'],
  ['1,234', '234', '234'],
  ['', '56,', '56,'],
  ['56,', '56,0', '56,0'],
  ['56,00', '56,000', '56,000'],
  ['1,700', '56,00', '56,00'],
  ['12', '12e', '12e'],
  ['12e', '12e3', '12e3'],
])('%o edited to %o is %o', (before, text, shown) => {
  expect(fillNumber(money, text, before)).toBe(shown);
});

test.each(['12e3', '1.710,45', '56,00', '99999999999999', '1710.456', '5 or 6'])(
  '%o stays as it is, and is refused',
  (text) => {
    expect(fillNumber(money, text)).toBe(text);
    expect(numberProblem(money, text)).toBe('Enter an amount such as 1,710.45.');
    expect(valueOf(money, text)).toBeNull();
  },
);

test('a number is refused with its reason', () => {
  expect(numberProblem(money, '')).toBeNull();
  expect(numberProblem(money, '1,710.45')).toBeNull();
  expect(numberProblem(whole, '12.9')).toBe('Enter a whole number such as 1,710.');
  expect(numberProblem({ ...whole, fraction: 1 }, '1.25')).toBe('Enter a number such as 12.5.');
  expect(numberProblem(money, '-5')).toBe('This cannot be below zero.');
  expect(numberProblem({ ...whole, longest: 3 }, '1,250')).toBe('This number is too long.');
  expect([valueOf(money, '-5'), valueOf({ ...money, unsigned: false }, '-1,234.50')]).toEqual([null, -1234.5]);
  expect([valueOf(money, ' '), valueOf(money, '5')]).toEqual([null, 5]);
});
