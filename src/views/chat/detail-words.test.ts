import { expect, test } from 'vitest';
import { readPlace } from './detail-words.ts';

test.each([
  ['43215', { zip: '43215' }],
  ['Columbus, OH 43215', { zip: '43215' }],
  ['43215-1234', { zip: '43215' }],
  ['Columbus, OH', { city: 'Columbus', state: 'OH' }],
  ['columbus oh', { city: 'columbus', state: 'OH' }],
  ['Salt Lake City, Utah', { city: 'Salt Lake City', state: 'UT' }],
  ['Raleigh North Carolina', { city: 'Raleigh', state: 'NC' }],
  ['Charleston, West Virginia', { city: 'Charleston', state: 'WV' }],
  ['Richmond, Virginia', { city: 'Richmond', state: 'VA' }],
  ['Washington, District of Columbia', { city: 'Washington', state: 'DC' }],
  ['Washington DC', { city: 'Washington', state: 'DC' }],
  ['Columbus', null],
  ['Ohio', null],
  ['1234', null],
  ['432151', null],
  ['', null],
])('%s', (text, place) => expect(readPlace(text)).toEqual(place));
