import { expect, test } from 'vitest';
import { middleZipOf } from '#src/api/place/places.ts';
import { presentClient } from '#src/api/agent-lead/agent-lead.present.ts';
import { GUESSED } from '#src/api/agent-lead/guessed-zip.ts';
import { changesOf, leadEdit } from './chat.lead.ts';

const zip = middleZipOf('Columbus', 'OH')!;
const lead = (origin: { city: string; state: string; zip: string; note?: string }) =>
  ({
    stops: [
      { role: 'pick-up', ...origin },
      { role: 'drop-off', city: 'Chicago', state: 'IL', zip: middleZipOf('Chicago', 'IL')! },
    ],
  }) as unknown as Parameters<typeof changesOf>[0];
const at = { lat: 40, lng: -83 };
const cities = {
  origin: { city: 'Columbus', state: 'OH', zip: null, ...at },
  destination: { city: 'Chicago', state: 'IL', zip: null, ...at },
};

test('a lead that was made of cities alone does not differ from the conversation in the ZIP codes that were filled in', () => {
  expect(changesOf(lead({ city: 'Columbus', state: 'OH', zip }), cities)).toEqual([]);
});

test('another city, another ZIP code that the client named, and nothing else, are differences', () => {
  expect(changesOf(lead({ city: 'Dayton', state: 'OH', zip: '45402' }), cities)).toMatchObject([
    { detail: 'origin', before: 'Dayton, OH 45402', after: 'Columbus, OH' },
  ]);
  expect(
    changesOf(lead({ city: 'Columbus', state: 'OH', zip }), {
      origin: { city: 'Columbus', state: 'OH', zip: '43229', ...at },
    }),
  ).toMatchObject([{ detail: 'origin', after: 'Columbus, OH 43229' }]);
});

test('a client who names the ZIP code that was guessed confirms it', () => {
  const guessed = lead({ city: 'Columbus', state: 'OH', zip, note: `Ring twice. ${GUESSED}` });
  const said = { origin: { city: 'Columbus', state: 'OH', zip, ...at } };
  expect(changesOf(guessed, said)).toMatchObject([
    { detail: 'origin', before: 'Columbus, OH', after: `Columbus, OH ${zip}` },
  ]);
  expect(leadEdit(guessed, said, ['origin']).stops![0]).toMatchObject({ zip, note: 'Ring twice.' });
});

test('a detail of the client that is taken over leaves everything else of the client as it is', () => {
  const before = {
    ...lead({ city: 'Columbus', state: 'OH', zip }),
    client_name: 'Casey',
    client_email: 'casey@mail.example',
    client_phone: '+16145550111',
    client_zone: 'America/Denver',
  };
  expect(leadEdit(before, { phone: '+16145550122', email: 'new@mail.example' }, ['phone'])).toEqual({
    client: { ...presentClient(before), phone: '+16145550122' },
  });
});

const way = {
  address: '125 Main Street',
  floor: 3,
  stairs: null,
  has_elevator: false,
  long_carry_ft: null,
  needs_shuttle: true,
  note: 'Permit needed',
};
const known = { ...cities, origin_access: way };

test('the way to a door becomes fields of its stop; what was not said stays as the lead has it', () => {
  const before = {
    stops: [
      { role: 'pick-up', city: 'Columbus', state: 'OH', zip, long_carry_ft: 120, note: 'Ring twice.' },
      { role: 'drop-off', city: 'Chicago', state: 'IL', zip: '60601', floor: 2 },
    ],
  } as unknown as Parameters<typeof changesOf>[0];
  expect(changesOf(before, known)).toMatchObject([
    {
      detail: 'origin_access',
      before: '120 ft carry, Ring twice.',
      after: '125 Main Street, floor 3, no elevator, 120 ft carry, shuttle truck needed, Permit needed',
    },
  ]);
  const { stops } = leadEdit(before, known, ['origin_access']);
  expect(stops).toEqual([
    {
      role: 'pick-up',
      city: 'Columbus',
      state: 'OH',
      zip,
      address: '125 Main Street',
      floor: 3,
      has_elevator: false,
      long_carry_ft: 120,
      needs_shuttle: true,
      note: 'Ring twice. Permit needed',
    },
    { role: 'drop-off', city: 'Chicago', state: 'IL', zip: '60601', floor: 2 },
  ]);
  expect(changesOf({ ...before, stops } as Parameters<typeof changesOf>[0], known)).toEqual([]);
});
