import { Type } from 'typebox';
import type { Static } from 'typebox';
import { Kind } from '#src/api/agent-lead/agent-lead.schemas.ts';
import { loadFilters } from '#src/api/carrier/load.filter.ts';
import type { LoadFilters } from '#src/api/carrier/load.filter.ts';
import { CalendarDate, Name, Named, Nullable, OneOf, Strict, Uuid, Version, problems } from '#src/api/http/schemas.ts';
import { LOAD_ALERTS, LOAD_CHANNELS, MOST_SEARCHES } from '#src/machines/load-search/load-search.ts';

const Whole = (minimum: number, maximum: number) => Type.Integer({ minimum, maximum });
const { origin_state, destination_state, near, drop_near, box } = loadFilters;

/** The filters of the board, with numbers as numbers. */
const filter = {
  origin_state,
  destination_state,
  near,
  radius_miles: Type.Optional(Whole(1, 9999)),
  drop_near,
  drop_radius_miles: Type.Optional(Whole(1, 9999)),
  box,
  move_date_from: Type.Optional(CalendarDate),
  move_date_to: Type.Optional(CalendarDate),
  weight_min: Type.Optional(Whole(0, 999_999)),
  weight_max: Type.Optional(Whole(0, 999_999)),
  distance_min: Type.Optional(Whole(0, 9999)),
  distance_max: Type.Optional(Whole(0, 9999)),
  kind: Type.Optional(Kind),
};
export const SearchFilter = Strict(filter);
export type SearchFilter = Static<typeof SearchFilter>;

/** The same, as in responses. */
export const ShownFilter = Named('LoadSearchFilter', {
  origin_state: Nullable(Type.String({ maxLength: 200 })),
  destination_state: Nullable(Type.String({ maxLength: 2 })),
  near: Nullable(Type.String({ maxLength: 90 })),
  radius_miles: Nullable(Whole(1, 9999)),
  drop_near: Nullable(Type.String({ maxLength: 90 })),
  drop_radius_miles: Nullable(Whole(1, 9999)),
  box: Nullable(Type.String({ maxLength: 50 })),
  move_date_from: Nullable(CalendarDate),
  move_date_to: Nullable(CalendarDate),
  weight_min: Nullable(Whole(0, 999_999)),
  weight_max: Nullable(Whole(0, 999_999)),
  distance_min: Nullable(Whole(0, 9999)),
  distance_max: Nullable(Whole(0, 9999)),
  kind: Nullable(Kind),
});
const NOTHING = {
  origin_state: null,
  destination_state: null,
  near: null,
  radius_miles: null,
  drop_near: null,
  drop_radius_miles: null,
  box: null,
  move_date_from: null,
  move_date_to: null,
  weight_min: null,
  weight_max: null,
  distance_min: null,
  distance_max: null,
  kind: null,
};
export const presentFilter = (saved: SearchFilter): Static<typeof ShownFilter> => ({ ...NOTHING, ...saved });

const LoadSearch = Named('LoadSearch', {
  id: Uuid,
  version: Version,
  name: Type.String({ maxLength: 80 }),
  alert: OneOf(LOAD_ALERTS),
  channel: OneOf(LOAD_CHANNELS),
  filter: ShownFilter,
});
export const LoadSearches = Type.Object({ searches: Type.Array(LoadSearch, { maxItems: MOST_SEARCHES }) });
export type LoadSearches = Static<typeof LoadSearches>;

export const answer = { 200: LoadSearches, ...problems };
export const SaveBody = Strict({
  name: Name(80),
  alert: OneOf(LOAD_ALERTS),
  channel: Type.Optional(OneOf(LOAD_CHANNELS)),
  ...filter,
});
export const ChangeBody = Strict({
  version: Version,
  name: Type.Optional(Name(80)),
  alert: Type.Optional(OneOf(LOAD_ALERTS)),
  channel: Type.Optional(OneOf(LOAD_CHANNELS)),
});

/** The same, as a query of the board. */
export const asQuery = (saved: SearchFilter): LoadFilters =>
  Object.fromEntries(
    Object.entries(saved).map(([name, value]) => [name, typeof value === 'number' ? String(value) : value]),
  );
