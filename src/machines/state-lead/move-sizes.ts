/** Sizes of a household's move, and their usual weight in lb if nobody has given one. */
export const MOVE_SIZES = {
  'few-items': { name: 'A few items', lb: 800 },
  studio: { name: 'Studio', lb: 2000 },
  'one-bedroom': { name: '1 bedroom', lb: 3500 },
  'two-bedroom': { name: '2 bedrooms', lb: 5500 },
  'three-bedroom': { name: '3 bedrooms', lb: 8000 },
  'four-bedroom': { name: '4 bedrooms', lb: 11_000 },
  'five-bedroom': { name: '5 bedrooms or more', lb: 14_000 },
  office: { name: 'Office', lb: 5000 },
} as const;

export type MoveSize = keyof typeof MOVE_SIZES;
export const moveSizes = Object.keys(MOVE_SIZES) as MoveSize[];
