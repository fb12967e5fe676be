import { expect, test } from 'vitest';
import { firstName } from './first-name.ts';

test.each([
  ['  Casey van Client ', 'Casey'],
  ['Müller, Jörg', 'Jörg'],
  ['de la Cruz, Ana Maria', 'Ana'],
  ['Dr. Ann Smith', 'Ann'],
  ['Smith, Dr. Ann', 'Dr. Ann'],
  ['Mrs Smith', 'Mrs Smith'],
  ['Sam Smith, Jr.', 'Sam'],
  ['Smith Movers, Inc.', 'Smith'],
  ['Müller,', 'Müller'],
  ['', ''],
])('"%s" is called "%s"', (name, called) => {
  expect(firstName(name)).toBe(called);
});
