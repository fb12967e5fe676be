import { expect, test } from 'vitest';
import { docketNumber, missingInProfile } from './profile.ts';
import type { ProfileFacts } from './profile.ts';

const complete: ProfileFacts = {
  legalName: 'Swift Vans LLC',
  usdot: '1234567',
  contactName: 'Sam Swift',
  phone: '+16145550100',
  address: '1 Depot Road',
  city: 'Columbus',
  state: 'OH',
  zip: '43215',
  equipment: ['26 ft box truck'],
  serviceStates: ['OH'],
};

test('a complete profile lacks nothing', () => {
  expect(missingInProfile(complete)).toEqual([]);
});

test.each<[Partial<ProfileFacts>, string]>([
  [{ legalName: ' ' }, 'the legal name'],
  [{ usdot: '' }, 'the USDOT number'],
  [{ usdot: '123456789' }, 'the USDOT number'],
  [{ contactName: '' }, 'a contact person'],
  [{ phone: null }, 'a phone number'],
  [{ address: '' }, 'the street address'],
  [{ city: '' }, 'city, state and ZIP'],
  [{ state: '' }, 'city, state and ZIP'],
  [{ zip: '' }, 'city, state and ZIP'],
  [{ equipment: [] }, 'the equipment that you run'],
  [{ serviceStates: [] }, 'the states that you serve'],
])('without %o it lacks %s', (part, phrase) => {
  expect(missingInProfile({ ...complete, ...part })).toEqual([phrase]);
});

test('what a new registration lacks is said in the order of the form', () => {
  expect(
    missingInProfile({
      ...complete,
      phone: null,
      address: '',
      city: '',
      state: '',
      zip: '',
      equipment: [],
      serviceStates: [],
    }),
  ).toEqual([
    'a phone number',
    'the street address',
    'city, state and ZIP',
    'the equipment that you run',
    'the states that you serve',
  ]);
});

test.each([
  ['MC-123456', 'MC-123456'],
  ['mc 123456', 'MC-123456'],
  ['MC#123456', 'MC-123456'],
  [' ff123 ', 'FF-123'],
  ['mx-99', 'MX-99'],
  ['123456', 'MC-123456'],
  ['', null],
  ['MC', null],
  ['US-12', null],
  ['MC-123456789', null],
])('the docket number %o is %o', (typed, written) => {
  expect(docketNumber(typed)).toBe(written);
});
