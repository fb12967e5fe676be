import type { Api } from '#src/api/http/http.ts';
import type { ApiParts } from '#src/api/parts.ts';
import { problems } from '#src/api/http/schemas.ts';
import { createTotals } from './kept-totals.ts';
import { listShop, shopLeads, shopMap, shopPlaces } from './shop.ts';
import { placePage } from './place-page.ts';
import { shopCounts } from './shop.filter.ts';
import {
  IdsQuery,
  PlaceQuery,
  PlacesQuery,
  ShopCounts,
  ShopFilter,
  ShopLeads,
  ShopMap,
  ShopPage,
  ShopPlacePage,
  ShopPlaces,
  ShopQuery,
} from './shop.schemas.ts';

/** What is for sale, for everyone: lists, the map, and its places. Nothing here reveals who a household is. */
export function shopRoutes(app: Api, parts: ApiParts): void {
  const { kysely } = parts.database;
  const totals = createTotals();

  app.get(
    '/shop-lead/',
    { schema: { summary: 'Leads for sale', querystring: ShopQuery, response: { 200: ShopPage, ...problems } } },
    async (request) => listShop(kysely, parts, request.query, totals),
  );

  app.get(
    '/shop-lead/leads-map',
    {
      schema: {
        summary: 'How many leads are for sale where',
        querystring: ShopFilter,
        response: { 200: ShopMap, ...problems },
      },
    },
    async (request) => shopMap(kysely, parts, request.query),
  );

  app.get(
    '/shop-lead/states-cities',
    {
      schema: {
        summary: 'The states where leads are for sale, and the cities of those named',
        querystring: PlacesQuery,
        response: { 200: ShopPlaces, ...problems },
      },
    },
    async (request) => shopPlaces(kysely, parts, request.query.states?.split(',') ?? []),
  );

  app.get(
    '/shop-lead/place',
    {
      schema: {
        summary: 'What is true of a state or a city now: who asked, what is for sale, where they go',
        querystring: PlaceQuery,
        response: { 200: ShopPlacePage, ...problems },
      },
    },
    async (request) => placePage(kysely, parts, request.query.state, request.query.city),
  );

  app.get(
    '/shop-lead/counts',
    {
      schema: {
        summary: 'How many leads each further filter would leave',
        querystring: ShopFilter,
        response: { 200: ShopCounts, ...problems },
      },
    },
    async (request) => shopCounts(kysely, parts, request.query),
  );

  app.get(
    '/shop-lead/lead',
    {
      schema: {
        summary: 'The leads of a cart; those that are not for sale any more are marked',
        querystring: IdsQuery,
        response: { 200: ShopLeads, ...problems },
      },
    },
    async (request) => shopLeads(kysely, parts, [...new Set(request.query.ids.split(','))]),
  );
}
