import { Type } from 'typebox';
import type { Static } from 'typebox';
import { FRESH_DAYS, SHOP_CONTACTS, SOLD_SHARES } from '#src/machines/marketplace/shop-filters.ts';
import { US_STATES } from '#src/machines/place/us-states.ts';
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

const CitiesText = many(
  '[A-Z]{2}:[^,:\\u0000]{1,100}',
  50,
  5000,
  'such as OH:Columbus,TX:Austin; a state with cities means these cities of it',
);

const filter = {
  states: Type.Optional(StatesText),
  cities: Type.Optional(CitiesText),
  to_states: Type.Optional(StatesText),
  to_cities: Type.Optional(CitiesText),
  near: Type.Optional(
    Type.String({
      pattern: '^([0-9]{5}|[^,\\u0000]{1,80}, [A-Z]{2})$',
      maxLength: 90,
      description: 'Where moves begin: within `radius` of a ZIP code, or of "City, ST"',
    }),
  ),
  radius: Type.Optional(Type.String({ pattern: '^[1-9][0-9]{0,2}$', maxLength: 3, description: 'miles, 1 to 999' })),
  verified: Type.Optional(many(`(${SHOP_CONTACTS.join('|')})`, 2, 11, 'such as phone,email: of each, by the source')),
  max_age_days: Type.Optional(
    Type.String({ pattern: '^([1-9]|[12][0-9]|30)$', maxLength: 2, description: 'Asked so many days ago at most' }),
  ),
  max_sold: Type.Optional(
    Type.String({ pattern: '^[0-9]$', maxLength: 1, description: 'So many shares are sold or held at most' }),
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

/** What is public about a lead before it is bought: nothing that identifies the household. */
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
  has_phone: Type.Boolean(),
  has_email: Type.Boolean(),
  has_comment: Type.Boolean(),
  phone_verified: Type.Boolean({ description: 'By the source, and no buyer has reported it since.' }),
  email_verified: Type.Boolean({ description: 'By the source, and no buyer has reported it since.' }),
});

export const ShopPage = Type.Object({
  items: Type.Array(ShopLead, { maxItems: 100 }),
  next: Nullable(Cursor),
  total: Count,
});

/** Pins are located at cities, never at households. */
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
  may_buy: Type.Boolean({ description: 'False while no payment provider is set up' }),
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

/** How many of the listed leads each further filter would keep. */
export const ShopCounts = Type.Object({
  destinations: Type.Array(Type.Object({ state: UsState, name: Type.String({ maxLength: 40 }), count: Count }), {
    maxItems: 60,
  }),
  phone_verified: Count,
  email_verified: Count,
  ages: Type.Array(Type.Object({ days: Count, count: Count }), { maxItems: FRESH_DAYS.length }),
  sold: Type.Array(Type.Object({ most: Count, count: Count }), { maxItems: SOLD_SHARES.length }),
});

export const PlaceQuery = Strict({
  state: OneOf(Object.keys(US_STATES)),
  city: Type.Optional(
    Type.String({ pattern: '^[a-z0-9-]{1,100}$', maxLength: 100, description: 'as in an address: kansas-city' }),
  ),
});

/** Current facts about a place. */
export const ShopPlacePage = Named('ShopPlacePage', {
  state: UsState,
  name: Type.String({ maxLength: 40 }),
  city: Nullable(Type.String({ maxLength: 100 })),
  for_sale: Count,
  asked: Type.Integer({ minimum: 0, maximum: 2_000_000_000, description: 'Households, in the last 30 days.' }),
  price_from: Nullable(PositiveCents),
  destinations: Type.Array(Type.Object({ state: UsState, name: Type.String({ maxLength: 40 }), count: Count }), {
    maxItems: 60,
  }),
  cities: Type.Array(Type.Object({ city: Type.String({ maxLength: 100 }), for_sale: Count, asked: Count }), {
    maxItems: 200,
    description: 'Of the state, those where somebody asked in the last 90 days.',
  }),
  leads: Type.Array(ShopLead, { maxItems: 10 }),
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
