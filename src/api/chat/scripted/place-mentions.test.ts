import { expect, test } from 'vitest';
import { readPlaces } from './place-mentions.ts';

const read = (text: string, asked: 'origin' | 'destination' | null = null) => {
  const { origin, destination, unclear, unknownZips } = readPlaces(text, asked);
  const named = (place: typeof origin) => place && [place.city, place.state, place.zip].filter(Boolean).join(' ');
  return [
    named(origin) ?? '-',
    named(destination) ?? '-',
    ...(unclear ? [`${unclear.end} ${unclear.city}?`] : []),
    ...unknownZips.map((zip) => `no ${zip}`),
  ].join(' > ');
};

test.each([
  ['from 43215 to 78701', 'Columbus OH 43215 > Austin TX 78701'],
  ['I am moving from Columbus, OH to Austin, TX', 'Columbus OH > Austin TX'],
  ['columbus ohio to austin texas', 'Columbus OH > Austin TX'],
  ['to Denver, CO 80202 from Salt Lake City, Utah', 'Salt Lake City UT > Denver CO 80202'],
  ['We live in Portland, ME and want to go to Portland, OR', 'Portland ME > Portland OR'],
  ['from Chicago to Los Angeles', 'Chicago IL > Los Angeles CA'],
  ['12 Main St, Columbus OH 43215', 'Columbus OH 43215 > -'],
  ['43215 -> 60601', 'Columbus OH 43215 > Chicago IL 60601'],
  ['moving to New York', '- > New York NY'],
  ['hello, how are you?', '- > -'],
  ['call me at 614-555-0142', '- > -'],
])('"%s"', (text, expected) => expect(read(text)).toBe(expected));

test.each([
  ['43215', 'origin', 'Columbus OH 43215 > -'],
  ['43215', 'destination', '- > Columbus OH 43215'],
  ['Chicago', 'destination', '- > Chicago IL'],
  ['Springfield', 'origin', '- > - > origin Springfield?'],
  ['00001', 'origin', '- > - > no 00001'],
  ['no, from Dayton, OH', 'destination', 'Dayton OH > -'],
  ['not Dayton, OH but Akron, OH', 'origin', 'Akron OH > -'],
  ['St. Paul, MN', 'origin', 'Saint Paul MN > -'],
  ['I do not know yet', 'destination', '- > -'],
] as const)('"%s" where %s was asked for', (text, asked, expected) => expect(read(text, asked)).toBe(expected));
