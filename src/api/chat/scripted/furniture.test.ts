import { expect, test } from 'vitest';
import { measure, readFurniture, readItems, withFurniture } from './furniture.ts';

const read = (text: string) => {
  const { items, without } = readFurniture(text);
  return [
    ...items.map(({ quantity, item }) => `${quantity} ${item}`).toSorted(),
    ...without.map((item) => `no ${item}`),
  ].join(', ');
};

test.each([
  ['a couch', '1 Sofa'],
  ['two queen beds and a dresser', '1 Dresser, 2 Queen bed'],
  ['2 queen size beds, 3 nightstands', '2 Queen bed, 3 Nightstand'],
  ['a dining table with six chairs', '1 Dining table, 6 Dining chair'],
  ['about 20 boxes and 5 large boxes', '20 Medium box, 5 Large box'],
  ['our big old leather couch', '1 Sofa'],
  ['washer, dryer and a fridge', '1 Dryer, 1 Refrigerator, 1 Washer'],
  ['an upright piano', '1 Upright piano'],
  ['a baby grand piano', '1 Grand piano'],
  ['three office chairs and two desks', '2 Desk, 3 Office chair'],
  ['a couple of bookshelves', '2 Bookcase'],
  ['a bed, a TV, a tv stand', '1 Full bed, 1 TV, 1 TV stand'],
  ['sofa bed', '1 Sofa bed'],
  ['tool boxes and wardrobe boxes', '1 Tool chest, 1 Wardrobe box'],
  ['no piano, but a couch', '1 Sofa, no Upright piano'],
  ['remove the desk', 'no Desk'],
  ['a 55 inch tv, 65" flat screen and two 32-inch TVs', '4 TV'],
  ['a 4-drawer dresser, two five drawer filing cabinets', '1 Dresser, 2 File cabinet'],
  ['three-seater sofa, 2 three seat sofas', '3 Sofa'],
  ['an 8x10 rug and two 9 by 12 ft rugs', '3 Rug'],
  ['6’ couch, 3 6 foot bookshelves', '1 Sofa, 3 Bookcase'],
  ['a 20 gallon fish tank, 300 lb safe, 65in tv', '1 Aquarium, 1 Safe, 1 TV'],
  ['12 boxes in the garage, 2 doors, 3 sofas', '12 Medium box, 3 Sofa'],
  ['hello, how are you', ''],
  ['we ranged far', ''],
])('"%s"', (text, expected) => expect(read(text)).toBe(expected));

test('what is said again counts as said last, and what is left out goes', () => {
  const first = withFurniture([], readFurniture('a couch and 20 boxes'));
  const second = withFurniture(first, readFurniture('no couch, 30 boxes'));
  expect(second.map(({ item, quantity }) => `${quantity} ${item}`)).toEqual(['30 Medium box']);
  expect(measure(second)).toEqual({ cuft: 90, lb: 630 });
});

test('a list of a phone call is read part by part, and what nobody knows is told', () => {
  const { items, unknown } = readItems('king bed, 2 sofas; 12 boxes and a didgeridoo, sofa');
  expect(items.map(({ item, quantity }) => `${quantity} ${item}`).toSorted()).toEqual([
    '1 King bed',
    '12 Medium box',
    '3 Sofa',
  ]);
  expect(unknown).toEqual(['a didgeridoo']);
});
