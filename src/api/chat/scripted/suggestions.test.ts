import { expect, test } from 'vitest';
import { interview, TOPICS } from './interview.ts';
import { suggestionsFor } from './suggestions.ts';

const known = {
  origin: { city: 'Columbus', state: 'OH', zip: null, lat: 39.96, lng: -83 },
  destination: { city: 'Austin', state: 'TX', zip: null, lat: 30.27, lng: -97.74 },
  move_date: { earliest: '2026-06-14', latest: '2026-06-14' },
  name: 'Ann Lee',
  email: 'ann@known.test',
};
const cases = TOPICS.flatMap((topic) => suggestionsFor(topic).map((text) => [topic, text] as const));

test.each(cases)('to %s, "%s" is understood: the question is not asked again', (topic, text) => {
  const { text: answer, asked } = interview({
    text,
    photos: 0,
    known: topic === 'size' ? known : { ...known, size: 'two-bedroom' },
    asked: topic,
    askedBefore: TOPICS.slice(0, TOPICS.indexOf(topic) + 1),
    today: '2026-03-11',
    brokerage: { name: 'Evergreen Brokerage', phone: '+1 614 555 0142' },
  });
  expect(answer).not.toContain('not sure I understood');
  expect(asked).not.toBe(topic);
});

test('"a week either way" is read as two weeks around the day', () => {
  const { fills } = interview({
    text: 'A week either way',
    photos: 0,
    known,
    asked: 'flexibility',
    askedBefore: ['flexibility'],
    today: '2026-03-11',
    brokerage: { name: 'Evergreen Brokerage', phone: '+1 614 555 0142' },
  });
  expect(fills.move_date).toEqual({ earliest: '2026-06-07', latest: '2026-06-21' });
});

test('a city of several states offers each of them, and the reply is understood', () => {
  const turn = { photos: 0, known: {}, askedBefore: ['origin'] as const, today: '2026-03-11' };
  const brokerage = { name: 'Evergreen Brokerage', phone: '+1 614 555 0142' };
  const { text, asked, unclear } = interview({ ...turn, text: 'to Columbus', asked: 'origin', brokerage });
  expect(text).toContain('which state, Ohio, Georgia, Mississippi, or Indiana?');
  const replies = suggestionsFor(asked, unclear);
  expect(replies).toEqual(['Columbus, OH', 'Columbus, GA', 'Columbus, MS', 'Columbus, IN']);
  const { fills, unclear: after } = interview({ ...turn, text: replies[1]!, asked, unclear, brokerage });
  expect([fills.destination?.state, fills.origin, after]).toEqual(['GA', undefined, []]);
});
