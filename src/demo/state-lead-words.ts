/** Where the leads of the demo's movers begin: Columbus, Cincinnati, Dayton, and their surroundings. */
export const OHIO_ZIPS = [
  '43215',
  '43201',
  '43085',
  '43017',
  '43026',
  '43081',
  '43230',
  '43123',
  '43055',
  '45202',
  '45208',
  '45242',
  '45040',
  '45011',
  '45140',
  '45402',
  '45419',
  '45429',
  '45324',
  '45373',
  '45459',
] as const;

/** Comments of households in their requests. */
export const CLIENT_COMMENTS = [
  'Third floor without an elevator.',
  'We have an upright piano.',
  'The new place can be entered from noon on.',
  'Packing of the kitchen, too, please.',
  'Storage for two weeks may be needed.',
  'Please call after six.',
  'Two cats travel with us in the car.',
] as const;

/** Movers' notes after a call. */
export const CALL_NOTES = [
  'Called, left a message.',
  'Wants a price for packing as well.',
  'Parking in front of the house is reserved for the truck.',
  'Compares us with two others, decides on Friday.',
  'Date may move by a week, depends on the closing.',
  'Sent the list of boxes by mail.',
  'Piano is on the ground floor, four people are enough.',
] as const;

export const QUOTE_MESSAGES = [
  'Four people and one truck, all blankets and straps included.',
  'The price holds for the list that you gave us on the phone.',
  'We can keep the day free for you until the end of the week.',
  null,
] as const;

/** Why clients decline. */
export const NO_THANKS = [
  'We found somebody cheaper.',
  'Our move is put off until spring.',
  'The day did not fit after all.',
] as const;
