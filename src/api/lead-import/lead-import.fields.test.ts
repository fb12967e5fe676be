import { expect, test } from 'vitest';
import { guessed, leadOfRow } from './lead-import.fields.ts';

const HEADERS = ['Customer', 'Phone', 'From', 'To', 'When'];
const row = (from: string) =>
  leadOfRow(['Ann', '614-555-0181', from, 'Denver, CO', '12/20/2099'], guessed(HEADERS), '2026-11-25');

test('usual headers are known', () => {
  expect(guessed(HEADERS)).toEqual(['name', 'phone', 'from-city', 'to-city', 'move-date']);
});

test.each([
  ['pickup_zip', 'dropoff_zip', 'pickup_date'],
  ['PickupZip', 'DropOffZip', 'MoveDate'],
  ['Pick-up ZIP Code', 'Drop-off ZIP code', 'Pick up date'],
  ['Origin zipcode', 'Destination Postal Code', 'Date'],
])('"%s", "%s", and "%s" are known, however they are written', (...headers) => {
  expect(guessed(headers)).toEqual(['from-zip', 'to-zip', 'move-date']);
});

test.each([
  ['Austin, TX', 'Austin', 'TX'],
  ['Austin TX', 'Austin', 'TX'],
  ['Austin TX 78701', 'Austin', 'TX'],
  ['Austin, Texas 78701-1234', 'Austin', 'TX'],
  ['Charleston, West Virginia', 'Charleston', 'WV'],
])('%s is a place', (text, city, state) => {
  const { lead, problems } = row(text);
  expect(problems).toBeNull();
  expect(lead!.stops[0]).toMatchObject({ city, state });
});

test.each(['Austin', 'Port Washington', 'Austin XX'])('%s says no state', (text) => {
  expect(row(text).problems).toEqual([{ field: 'from-city', message: 'Enter a ZIP code, or a city and its state.' }]);
});

test('the extension of a phone number goes into the notes', () => {
  const headers = [...HEADERS, 'Notes'];
  const read = (phone: string, notes: string) =>
    leadOfRow(['Ann', phone, 'Austin, TX', 'Denver, CO', '12/20/2099', notes], guessed(headers), '2026-11-25').lead;
  expect(read('(614) 555-0100 ext. 12', 'Two cats')).toMatchObject({
    client: { phone: '+16145550100' },
    notes: 'Two cats\nPhone extension: 12',
  });
  expect(read('614-555-0100x12', '')).toMatchObject({
    client: { phone: '+16145550100' },
    notes: 'Phone extension: 12',
  });
});
