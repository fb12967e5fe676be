import type { Chance } from './chance.ts';

interface Thing {
  item: string;
  cuft: number;
  most?: number;
}

const ROOMS = {
  'Living room': [
    { item: 'Sofa, 3 seats', cuft: 50 },
    { item: 'Armchair', cuft: 20, most: 2 },
    { item: 'Coffee table', cuft: 12 },
    { item: 'TV, 55 inch', cuft: 15 },
    { item: 'TV stand', cuft: 14 },
    { item: 'Bookcase', cuft: 20, most: 3 },
    { item: 'Rug, rolled', cuft: 8, most: 2 },
    { item: 'Floor lamp', cuft: 4, most: 2 },
    { item: 'Box, medium', cuft: 3, most: 8 },
  ],
  'Dining room': [
    { item: 'Dining table', cuft: 30 },
    { item: 'Dining chair', cuft: 5, most: 8 },
    { item: 'China cabinet', cuft: 40 },
    { item: 'Box, dishes', cuft: 5.2, most: 5 },
  ],
  Kitchen: [
    { item: 'Refrigerator', cuft: 45 },
    { item: 'Microwave oven', cuft: 5 },
    { item: 'Kitchen table', cuft: 15 },
    { item: 'Kitchen chair', cuft: 4, most: 4 },
    { item: 'Box, dishes', cuft: 5.2, most: 8 },
    { item: 'Box, medium', cuft: 3, most: 6 },
  ],
  'Primary bedroom': [
    { item: 'Bed, queen', cuft: 55 },
    { item: 'Dresser', cuft: 30, most: 2 },
    { item: 'Night stand', cuft: 5, most: 2 },
    { item: 'Wardrobe box', cuft: 15, most: 5 },
    { item: 'Mirror', cuft: 6 },
    { item: 'Box, large', cuft: 4.5, most: 5 },
  ],
  'Second bedroom': [
    { item: 'Bed, full', cuft: 45 },
    { item: 'Chest of drawers', cuft: 25 },
    { item: 'Desk, small', cuft: 18 },
    { item: 'Toy chest', cuft: 5 },
    { item: 'Box, medium', cuft: 3, most: 8 },
  ],
  'Third bedroom': [
    { item: 'Bed, twin', cuft: 35, most: 2 },
    { item: 'Bookcase', cuft: 20 },
    { item: 'Box, medium', cuft: 3, most: 8 },
  ],
  'Home office': [
    { item: 'Desk', cuft: 32 },
    { item: 'Office chair', cuft: 12 },
    { item: 'File cabinet, 2 drawers', cuft: 10, most: 2 },
    { item: 'Computer with screen', cuft: 8 },
    { item: 'Box, books', cuft: 1.5, most: 12 },
  ],
  Garage: [
    { item: 'Bicycle', cuft: 10, most: 3 },
    { item: 'Lawn mower', cuft: 15 },
    { item: 'Tool chest', cuft: 15 },
    { item: 'Shelf, metal', cuft: 8, most: 3 },
    { item: 'Box, large', cuft: 4.5, most: 8 },
  ],
  Patio: [
    { item: 'Grill', cuft: 12 },
    { item: 'Patio table', cuft: 15 },
    { item: 'Patio chair', cuft: 6, most: 6 },
  ],
} satisfies Record<string, Thing[]>;

type Room = keyof typeof ROOMS;

const SIZES: Record<string, Room[]> = {
  Studio: ['Living room', 'Kitchen'],
  '1 bedroom': ['Living room', 'Kitchen', 'Primary bedroom'],
  '2 bedrooms': ['Living room', 'Kitchen', 'Primary bedroom', 'Second bedroom'],
  '3 bedrooms': [
    'Living room',
    'Dining room',
    'Kitchen',
    'Primary bedroom',
    'Second bedroom',
    'Third bedroom',
    'Garage',
  ],
  '4 bedrooms': [
    'Living room',
    'Dining room',
    'Kitchen',
    'Primary bedroom',
    'Second bedroom',
    'Third bedroom',
    'Home office',
    'Garage',
    'Patio',
  ],
};

export const MOVE_SIZES = Object.keys(SIZES);

export interface Item {
  room: string;
  item: string;
  quantity: number;
  volume_cuft: number;
}

/** The items in a home of this size. */
export function inventoryOf(chance: Chance, size: string): Item[] {
  return SIZES[size]!.flatMap((room) => {
    const things: Thing[] = ROOMS[room];
    return chance
      .some(things, Math.max(2, things.length - chance.between(0, 3)))
      .map(({ item, cuft, most = 1 }) => ({ room, item, quantity: chance.between(1, most), volume_cuft: cuft }));
  });
}

/** The items in an office, or on a shipper's pallets. */
export function businessInventoryOf(chance: Chance, kind: 'commercial' | 'freight'): Item[] {
  if (kind === 'freight')
    return [{ room: 'Dock', item: 'Pallet, wrapped', quantity: chance.between(4, 14), volume_cuft: 64 }];
  return [
    { room: 'Open office', item: 'Desk', quantity: chance.between(6, 22), volume_cuft: 32 },
    { room: 'Open office', item: 'Office chair', quantity: chance.between(6, 22), volume_cuft: 12 },
    { room: 'Open office', item: 'Computer with screen', quantity: chance.between(6, 22), volume_cuft: 8 },
    { room: 'Archive', item: 'File cabinet, 4 drawers', quantity: chance.between(2, 8), volume_cuft: 20 },
    { room: 'Meeting room', item: 'Conference table', quantity: 1, volume_cuft: 60 },
  ];
}
