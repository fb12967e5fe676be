import type { Static } from 'typebox';
import type { Load } from '#src/api/carrier/load.schemas.ts';
import type { RowOf } from '#src/api/database/tables.ts';
import { hrefs } from '#src/api/link/hrefs.ts';
import { letter, longDate } from '#src/api/mail/letter.ts';
import type { Letter } from '#src/api/mail/letter.ts';
import { showWhole } from '#src/machines/amount/amounts.ts';

export type FittingLoad = Pick<
  Static<typeof Load>,
  'id' | 'origin' | 'destination' | 'move_date' | 'distance_miles' | 'weight_lb' | 'distance_from_base'
>;

const cityOf = (place: FittingLoad['origin']): string => (place ? `${place.city}, ${place.state}` : 'Open');
export const routeOf = ({ origin, destination }: FittingLoad): string => `${cityOf(origin)} to ${cityOf(destination)}`;

function about({ move_date, weight_lb, distance_miles, distance_from_base }: FittingLoad): string {
  return [
    move_date && `Pick-up ${longDate(move_date)}`,
    weight_lb !== null && `${showWhole(weight_lb)} lb`,
    distance_miles !== null && `${showWhole(distance_miles)} mi`,
    distance_from_base !== null && `${showWhole(distance_from_base)} mi from your base`,
  ]
    .filter(Boolean)
    .join(', ');
}

type Told = Pick<RowOf<'load_search'>, 'name' | 'truck_id'>;

/** What a load matches: for a truck's search, the name identifies the truck. */
export const searchWords = ({ name, truck_id }: Told): string =>
  truck_id === null ? `your search “${name}”` : `your ${name}`;

/** Each load with its own link. It reveals nothing that the board does not. */
export function newLoadsMail(given: { search: Told; loads: readonly FittingLoad[]; origin: string }): Letter {
  const { search, loads, origin } = given;
  const [first] = loads;
  const isOne = loads.length === 1;
  return letter({
    subject: isOne
      ? `New load: ${routeOf(first!)}`
      : `${loads.length} new loads for ${search.truck_id === null ? `“${search.name}”` : searchWords(search)}`,
    greeting: 'Hello,',
    paragraphs: [`${isOne ? 'A new load fits' : 'New loads fit'} ${searchWords(search)}.`],
    list: loads.map((load) => [routeOf(load), about(load), origin + hrefs.load(load.id)] as const),
    button: {
      label: isOne ? 'See the load' : 'See the load board',
      url: origin + (isOne ? hrefs.load(first!.id) : hrefs.board()),
    },
    after: [
      search.truck_id === null
        ? `You get this email because you saved this search. Change or stop it: ${origin}${hrefs.loadSearches()}`
        : `You get this email because you posted this truck. Change its alerts with your trucks: ${origin}${hrefs.trucks()}`,
    ],
  });
}
