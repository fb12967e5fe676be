import { Type } from 'typebox';
import type { Static } from 'typebox';
import { moveSizes } from '#src/machines/state-lead/move-sizes.ts';
import {
  Named,
  CalendarDate,
  Count,
  Cursor,
  Instant,
  LimitText,
  Nullable,
  OneOf,
  PositiveCents,
  Strict,
  UsState,
  Uuid,
} from '#src/api/http/schemas.ts';

/** Several values of a query parameter, separated by commas. */
const many = (one: string, limit: number, maxLength: number, description: string) =>
  Type.String({ pattern: `^${one}(,${one}){0,${limit - 1}}$`, maxLength, description });
const MilesText = Type.String({ pattern: '^[0-9]{1,5}$', maxLength: 5 });
const StatesText = many('[A-Z]{2}', 51, 153, 'such as OH,TX');

const Size = OneOf(moveSizes);
export const SHOP_SORTS = ['newest', 'cheapest', 'soonest'] as const;

const filter = {
  states: Type.Optional(StatesText),
  cities: Type.Optional(
    many(
      '[A-Z]{2}:[^,:\\u0000]{1,100}',
      50,
      5000,
      'such as OH:Columbus,TX:Austin; a state with cities means these cities of it',
    ),
  ),
  sizes: Type.Optional(many(`(${moveSizes.join('|')})`, moveSizes.length, 200, 'such as studio,office')),
  from: Type.Optional(CalendarDate),
  to: Type.Optional(CalendarDate),
  min_miles: Type.Optional(MilesText),
  max_miles: Type.Optional(MilesText),
};

export const ShopFilter = Strict(filter);
export type ShopFilter = Static<typeof ShopFilter>;

export const ShopQuery = Strict({
  ...filter,
  sort: Type.Optional(OneOf(SHOP_SORTS)),
  after: Type.Optional(Cursor),
  limit: Type.Optional(LimitText),
});
export type ShopQuery = Static<typeof ShopQuery>;

export const PlacesQuery = Strict({ states: Type.Optional(StatesText) });
export const IdsQuery = Strict({
  ids: many('[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}', 50, 1849, 'of at most 50 leads'),
});

const Place = Type.Object({ city: Type.String({ maxLength: 100 }), state: UsState });

/** What of a lead is known before it is bought: nothing that tells who it is. */
export const ShopLead = Named('ShopLead', {
  id: Uuid,
  origin: Place,
  destination: Place,
  miles: Type.Number({ minimum: 0, maximum: 99_999 }),
  size: Size,
  weight_lb: Type.Integer({ minimum: 1, maximum: 200_000 }),
  move_date: Nullable(CalendarDate),
  is_flexible: Type.Boolean(),
  received_at: Instant,
  price: PositiveCents,
  shares_left: Count,
  shares: Count,
});

export const ShopPage = Type.Object({
  items: Type.Array(ShopLead, { maxItems: 100 }),
  next: Nullable(Cursor),
  total: Count,
});

/** The places of pins are those of cities, never of households. */
export const ShopMap = Type.Object({
  states: Type.Array(Type.Object({ state: UsState, count: Count }), { maxItems: 60 }),
  cities: Type.Array(
    Type.Object({
      city: Type.String({ maxLength: 100 }),
      state: UsState,
      lat: Type.Number({ minimum: -90, maximum: 90 }),
      lng: Type.Number({ minimum: -180, maximum: 180 }),
      count: Count,
    }),
    { maxItems: 1000 },
  ),
});

export const ShopPlaces = Type.Object({
  states: Type.Array(
    Type.Object({
      state: UsState,
      name: Type.String({ maxLength: 40 }),
      count: Count,
      cities: Type.Array(Type.Object({ city: Type.String({ maxLength: 100 }), count: Count }), {
        maxItems: 1000,
        description: 'Only of states that were asked for.',
      }),
    }),
    { maxItems: 60 },
  ),
});

export const ShopLeads = Type.Object({
  items: Type.Array(
    Type.Object({
      id: Uuid,
      gone: Type.Boolean({ description: 'Sold, moved, or never for sale.' }),
      lead: Nullable(ShopLead),
    }),
    { maxItems: 50 },
  ),
});
