import { expect, test } from 'vitest';
import { NO_ACCESS } from '#src/machines/chat/chat-access.ts';
import { corrections, withCorrections } from './chat.details.ts';

const at = (city: string, state: string) => ({ city, state, zip: null, lat: 40, lng: -83 });
const noted = <T>(value: T) => ({ value, by: 'assistant' as const, message: 3 });
const before = {
  origin: noted(at('Columbus', 'OH')),
  destination: noted(at('Austin', 'TX')),
  origin_access: noted({ ...NO_ACCESS, address: '125 Main Street', floor: 3 }),
  destination_access: noted({ ...NO_ACCESS, floor: 1 }),
};

test('another home is reached in another way: what was known of the one before is forgotten', () => {
  const after = withCorrections(before, { origin: at('Dayton', 'OH') }, 'client', null);
  expect(after.origin_access).toBeUndefined();
  expect(after.destination_access).toEqual(before.destination_access);
});

test('the same city with its ZIP code is the same home', () => {
  const after = withCorrections(before, { origin: { ...at('Columbus', 'OH'), zip: '43215' } }, 'client', null);
  expect(after.origin_access).toEqual(before.origin_access);
});

test('what the client types of the way to the door is kept whole', () => {
  const typed = corrections({ origin_access: { floor: 2, has_elevator: true } }, '2026-03-11');
  expect(withCorrections(before, typed, 'client', null).origin_access).toEqual({
    value: { ...NO_ACCESS, floor: 2, has_elevator: true },
    by: 'client',
    message: null,
  });
});
