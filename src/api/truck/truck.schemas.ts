import { Type } from 'typebox';
import type { Static } from 'typebox';
import { PlaceText } from '#src/api/carrier/load.filter.ts';
import { ShownFilter } from '#src/api/load-search/load-search.schemas.ts';
import type { SearchFilter } from '#src/api/load-search/load-search.schemas.ts';
import {
  CalendarDate,
  Instant,
  Named,
  Nullable,
  OneOf,
  Strict,
  Text,
  UsState,
  Uuid,
  Version,
  problems,
} from '#src/api/http/schemas.ts';
import type { RowOf } from '#src/api/database/tables.ts';
import { LOAD_ALERTS, LOAD_CHANNELS } from '#src/machines/load-search/load-search.ts';
import { MOST_TRUCKS } from '#src/machines/truck/truck.lifecycle.ts';

const ShortText = Type.String({ maxLength: 300 });
const Radius = Type.Integer({ minimum: 1, maximum: 500, description: 'How far it would drive empty to a pick-up' });
const Pounds = Type.Integer({ minimum: 1, maximum: 999_999, description: 'lb that still fit' });
/** A state, a ZIP code, or a city with its state. */
const Destination = Type.String({
  pattern: '^([A-Z]{2}|[0-9]{5}|[^,\\u0000]{1,80}, [A-Z]{2})$',
  maxLength: 90,
  description: 'ZIP code, "City, ST", or a state: "TX"',
});

const posted = {
  place: PlaceText,
  first_day: CalendarDate,
  last_day: CalendarDate,
  destination: Type.Optional(Nullable(Destination)),
  radius_miles: Type.Optional(Radius),
  weight_lb: Type.Optional(Nullable(Pounds)),
  note: Type.Optional(Nullable(Text(300))),
  alert: Type.Optional(OneOf(LOAD_ALERTS)),
  channel: Type.Optional(OneOf(LOAD_CHANNELS)),
};
export const PostBody = Strict(posted);
export const ChangeBody = Strict({ version: Version, ...posted });
export type PostedTruck = Static<typeof PostBody>;

const Truck = Named('Truck', {
  id: Uuid,
  version: Version,
  place: ShortText,
  city: ShortText,
  state: UsState,
  first_day: CalendarDate,
  last_day: CalendarDate,
  destination: Nullable(ShortText),
  radius_miles: Radius,
  weight_lb: Nullable(Pounds),
  note: Nullable(ShortText),
  posted_at: Instant,
  alert: OneOf(LOAD_ALERTS),
  channel: OneOf(LOAD_CHANNELS),
  filter: ShownFilter,
  fitting: Nullable(
    Type.Integer({
      minimum: 0,
      maximum: 100,
      description: 'Loads of the board that fit, counted up to 100; null while the board is not open to the carrier',
    }),
  ),
});
export const Trucks = Type.Object({ trucks: Type.Array(Truck, { maxItems: MOST_TRUCKS }) });
export type Trucks = Static<typeof Trucks>;
export const answer = { 200: Trucks, ...problems };

/** The loads on the board that a truck could carry: picked up near it on its days, and not too heavy. */
export function filterOf(
  truck: Pick<RowOf<'truck'>, 'place' | 'first_day' | 'last_day' | 'destination' | 'radius_miles' | 'weight_lb'>,
): SearchFilter {
  const { place, first_day, last_day, destination, radius_miles, weight_lb } = truck;
  return {
    near: place,
    radius_miles,
    move_date_from: first_day,
    move_date_to: last_day,
    ...(weight_lb === null ? {} : { weight_max: weight_lb }),
    ...(destination === null
      ? {}
      : /^[A-Z]{2}$/.test(destination)
        ? { destination_state: destination }
        : { drop_near: destination, drop_radius_miles: radius_miles }),
  };
}
