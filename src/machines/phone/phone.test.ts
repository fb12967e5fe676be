import { expect, it } from 'vitest';
import { showPhone } from './phone.ts';
import { isWholePhone, readPhone, splitExtension } from './read-phone.ts';

it.each([
  ['+15555550123', '(555) 555-0123'],
  ['tel:+15555550123', '(555) 555-0123'],
  ['+1 614 555 0142', '(614) 555-0142'],
  ['6145550142', '(614) 555-0142'],
  ['1-614-555-0142', '(614) 555-0142'],
  ['+442071838750', '+442071838750'],
  ['555-0142', '555-0142'],
])('%s is shown as %s', (phone, shown) => {
  expect(showPhone(phone)).toBe(shown);
});

it.each([
  ['(614) 555-0100', '+16145550100'],
  ['1 614 555 0100', '+16145550100'],
  ['+44 20 7183 8750', '+442071838750'],
  ['call me', 'call me'],
])('%s is kept as %s', (written, kept) => {
  expect(readPhone(written)).toBe(kept);
});

it.each([
  ['(614) 555-0100 ext. 12', '(614) 555-0100', '12'],
  ['614-555-0100 x12', '614-555-0100', '12'],
  ['6145550100x12', '6145550100', '12'],
  ['614 555 0100, extension 1234', '614 555 0100', '1234'],
  ['614 555 0100 (ext 9)', '614 555 0100', '9'],
  ['614 555 0100 Ext:9', '614 555 0100', '9'],
  ['614 555 0100 #9', '614 555 0100', '9'],
  ['+16145550100;ext=12', '+16145550100', '12'],
])('%s has an extension', (written, number, extension) => {
  expect(splitExtension(written)).toEqual({ number, extension });
});

it.each(['(614) 555-0100', 'ext. 12', 'call x12 at noon', ''])('%o has no extension', (written) => {
  expect(splitExtension(written)).toEqual({ number: written, extension: null });
});

it.each([
  ['+16145550142', true],
  ['+442079460958', true],
  ['+1614555', false],
  ['+161455501421', false],
  ['+44207', false],
  ['', false],
])('%s is complete: %s', (phone, isWhole) => {
  expect(isWholePhone(phone)).toBe(isWhole);
});
