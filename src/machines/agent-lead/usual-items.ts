/** Commonly moved items, with their volumes in ft³ as estimated by movers. */
export const USUAL_ITEMS: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  'Living room': {
    'Sofa, 3 seats': 50,
    'Sofa, 2 seats': 35,
    Armchair: 20,
    'Coffee table': 8,
    'TV, large': 12,
    'TV stand': 10,
    Bookcase: 20,
    'Floor lamp': 5,
    Rug: 8,
    'Piano, upright': 70,
  },
  Bedroom: {
    'Bed, king': 70,
    'Bed, queen': 60,
    'Bed, single': 40,
    Crib: 10,
    Dresser: 30,
    'Chest of drawers': 20,
    Nightstand: 5,
    Wardrobe: 40,
    Mirror: 3,
  },
  Kitchen: { Refrigerator: 45, Stove: 25, Dishwasher: 20, Microwave: 3, 'Kitchen table': 15, 'Kitchen chair': 5 },
  'Dining room': { 'Dining table': 30, 'Dining chair': 5, 'China cabinet': 35, Sideboard: 25 },
  Office: { Desk: 30, 'Office chair': 8, 'Filing cabinet': 10, Computer: 4 },
  Laundry: { Washer: 25, Dryer: 25 },
  'Garage and yard': {
    Bicycle: 10,
    'Lawn mower': 15,
    'Tool chest': 15,
    Grill: 12,
    'Patio table': 15,
    'Patio chair': 6,
    Motorcycle: 60,
  },
  Boxes: { 'Box, small': 1.5, 'Box, medium': 3, 'Box, large': 4.5, 'Box, wardrobe': 10, 'Box, dish pack': 5 },
};

const volumes: Readonly<Record<string, number>> = Object.assign({}, ...Object.values(USUAL_ITEMS)) as Record<
  string,
  number
>;

export const ITEM_NAMES = Object.keys(volumes);
export const ROOM_NAMES = Object.keys(USUAL_ITEMS);

export const volumeOf = (item: string): number | undefined => volumes[item];
export const roomOf = (item: string): string | undefined => ROOM_NAMES.find((room) => item in USUAL_ITEMS[room]!);
