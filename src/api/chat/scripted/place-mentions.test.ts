import { expect, test } from 'vitest';
import { inNamedState, readPlaces } from './place-mentions.ts';

const read = (text: string, asked: 'origin' | 'destination' | null = null) => {
  const { origin, destination, unclear, unknownZips } = readPlaces(text, asked);
  const named = (place: typeof origin) => place && [place.city, place.state, place.zip].filter(Boolean).join(' ');
  return [
    named(origin) ?? '-',
    named(destination) ?? '-',
    ...unclear.map(({ end, city, states }) => `${end} ${city} ${states.join('/')}?`),
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
  ['Springfield', 'origin', '- > - > origin Springfield IL/MA/MO/VA?'],
  ['Columbus', 'origin', '- > - > origin Columbus OH/GA/MS/IN?'],
  ['Kansas City', 'destination', '- > - > destination Kansas City MO/KS?'],
  ['Portland to Austin', 'origin', '- > Austin TX > origin Portland OR/ME/CT/NY?'],
  ['Austin', 'origin', 'Austin TX > -'],
  ['00001', 'origin', '- > - > no 00001'],
  ['no, from Dayton, OH', 'destination', 'Dayton OH > -'],
  ['not Dayton, OH but Akron, OH', 'origin', 'Akron OH > -'],
  ['St. Paul, MN', 'origin', 'Saint Paul MN > -'],
  ['I do not know yet', 'destination', '- > -'],
] as const)('"%s" where %s was asked for', (text, asked, expected) => expect(read(text, asked)).toBe(expected));

test.each([
  ['OH', 'OH'],
  ['oh', 'OH'],
  ['Ohio', 'OH'],
  ['in Ohio.', 'OH'],
  ['it’s the one in ohio, please', 'OH'],
  ['Georgia', 'GA'],
  ['Texas', 'TX'],
  ['Alaska', null],
  ['ok', null],
  ['hi', null],
  ['I don’t know', null],
  ['Columbus, GA', null],
])('"%s" as the answer to which Columbus is %s', (text, state) => {
  const unclear = { end: 'origin' as const, city: 'Columbus', states: ['OH', 'GA'] };
  expect(inNamedState(unclear, text)?.state ?? null).toBe(state);
});
