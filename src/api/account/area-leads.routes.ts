import { sql } from 'kysely';
import { Type } from 'typebox';
import { DAY } from '#src/machines/calendar/durations.ts';
import type { Api } from '#src/api/http/http.ts';
import { needs } from '#src/api/http/principal.ts';
import { Count, Strict, problems } from '#src/api/http/schemas.ts';
import type { ApiParts } from '#src/api/parts.ts';
import { withinSql } from '#src/api/place/distance-sql.ts';
import { inTurn } from '#src/api/place/place-search.ts';
import { cityNamed, listCities } from '#src/api/place/places.ts';
import { portals } from '#src/api/session/portals.ts';
import { wrong } from './account.schemas.ts';
import { City, LEAST_MILES, MOST_MILES, StateCodes } from './top-city.routes.ts';

/** The number of past days whose leads a business gets once it has chosen its places. */
const DAYS = 30;
const POPULAR = 8;
const MOST_CITIES = 50;

/** What a moving business can expect from the places that it is about to choose. */
export function areaLeadRoutes(app: Api, parts: ApiParts): void {
  const { kysely } = parts.database;
  const since = () => new Date(parts.now().getTime() - DAYS * DAY).toISOString();

  app.get(
    '/user/settings/area-leads',
    {
      schema: {
        summary: 'How many leads of the last 30 days start in states, or near cities',
        querystring: Strict({
          cities: Type.Optional(
            Type.String({
              pattern: '^[^,;]+,[A-Z]{2}(;[^,;]+,[A-Z]{2})*$',
              maxLength: 4000,
              description: '"Columbus,OH;Dayton,OH"; 50 at most',
            }),
          ),
          radius_miles: Type.Optional(Type.String({ pattern: '^\\d{1,3}$', maxLength: 3, description: '5 to 250' })),
          states: Type.Optional(StateCodes),
        }),
        response: { 200: Type.Object({ leads: Count, days: Count }), ...problems },
      },
    },
    async (request) => {
      needs(request, ...portals.user);
      const { cities: names = '', states = '', radius_miles = '50' } = request.query;
      const radius = Math.min(MOST_MILES, Math.max(LEAST_MILES, Number(radius_miles)));
      const named = names === '' ? [] : names.split(';');
      if (named.length > MOST_CITIES) throw wrong('cities', `Choose at most ${MOST_CITIES} cities.`, 400);
      const cities = named.flatMap((one) => {
        const [city, state] = one.split(',') as [string, string];
        return cityNamed(city, state) ?? [];
      });
      const columns = { lat: sql<number>`origin_lat`, lng: sql<number>`origin_lng` };
      const codes = states === '' ? [] : states.split(',');
      const isThere = [
        ...cities.map((city) => withinSql(city, radius, columns)),
        ...(codes.length > 0 ? [sql<boolean>`origin_state = any(${codes}::text[])`] : []),
      ];
      if (isThere.length === 0) return { leads: 0, days: DAYS };
      const { leads } = await kysely
        .selectFrom('state_lead')
        .select(({ fn }) => fn.countAll<number>().as('leads'))
        .where('received_at', '>', since())
        .where(sql<boolean>`(${sql.join(isThere, sql` or `)})`)
        .executeTakeFirstOrThrow();
      return { leads: Number(leads), days: DAYS };
    },
  );

  app.get(
    '/user/settings/popular-cities',
    {
      schema: {
        summary: 'Cities with the most leads of the last 30 days, filled up with the largest',
        response: { 200: Type.Array(City, { maxItems: POPULAR }), ...problems },
      },
    },
    async (request) => {
      needs(request, ...portals.user);
      const rows = await kysely
        .selectFrom('state_lead')
        .select(['origin_city', 'origin_state'])
        .where('received_at', '>', since())
        .groupBy(['origin_city', 'origin_state'])
        .orderBy(({ fn }) => fn.countAll(), 'desc')
        .orderBy('origin_city')
        .orderBy('origin_state')
        .limit(POPULAR)
        .execute();
      const asked = rows.flatMap((row) => cityNamed(row.origin_city, row.origin_state) ?? []);
      const largest = await inTurn(() => listCities({ limit: POPULAR }));
      const all = new Map([...asked, ...largest].map((city) => [`${city.city},${city.state}`, city]));
      return [...all.values()].slice(0, POPULAR);
    },
  );
}
