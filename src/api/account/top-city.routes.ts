import type { Kysely } from 'kysely';
import { Type } from 'typebox';
import { US_STATES } from '#src/machines/place/us-states.ts';
import type { Api } from '#src/api/http/http.ts';
import type { ApiParts } from '#src/api/parts.ts';
import { inTurn } from '#src/api/place/place-search.ts';
import { citiesByState, cityNamed, listCities, placeOfZip } from '#src/api/place/places.ts';
import { needs } from '#src/api/http/principal.ts';
import { Count, Nullable, Strict, Text, UsState, Zip, problems } from '#src/api/http/schemas.ts';
import type { Tables } from '#src/api/database/tables.ts';
import { write } from '#src/api/database/write.ts';
import { readCurrentUser } from '#src/api/session/current-user.ts';
import { portals } from '#src/api/session/portals.ts';
import { CurrentUser } from '#src/api/session/session-schemas.ts';
import { offerBacklog } from '#src/api/state-lead/state-lead.intake.ts';
import { openAccount } from './account.repository.ts';
import { wrong } from './account.schemas.ts';

const CITIES = 100;
const TOP_CITIES = 50;
/** All states: a long-distance mover may work everywhere. */
const TOP_STATES = Object.keys(US_STATES).length;
export const City = Type.Object({
  city: Type.String({ maxLength: 100 }),
  state: UsState,
  lat: Type.Number(),
  lng: Type.Number(),
  zips: Count,
});
export const LEAST_MILES = 5;
export const MOST_MILES = 250;
const RadiusMiles = Type.Integer({ minimum: LEAST_MILES, maximum: MOST_MILES });

export const StateCodes = Type.String({
  pattern: '^[A-Z]{2}(,[A-Z]{2})*$',
  maxLength: 180,
  description: 'Two-letter codes with commas between them',
});
/** Tenths of a degree would suffice: nobody needs to be located more precisely. */
const Degrees = Type.String({ pattern: '^-?\\d{1,3}(\\.\\d{1,6})?$', maxLength: 12, description: 'Decimal degrees' });

/** Where a moving business works, and the places it can choose from. */
export function topCityRoutes(app: Api, parts: ApiParts): void {
  const { kysely } = parts.database;

  app.get(
    '/user/settings/available-states',
    {
      schema: {
        response: {
          200: Type.Array(Type.Object({ code: UsState, name: Type.String({ maxLength: 40 }), cities: Count }), {
            maxItems: 60,
          }),
          ...problems,
        },
      },
      config: { for: 'anyone' },
    },
    async () => {
      const counts = citiesByState();
      return Object.entries(US_STATES).map(([code, name]) => ({ code, name, cities: counts.get(code) ?? 0 }));
    },
  );

  app.get(
    '/user/settings/cities',
    {
      schema: {
        summary: 'Cities to choose from: the largest first, or the nearest to a ZIP code or a point',
        querystring: Strict({
          states: Type.Optional(StateCodes),
          query: Type.Optional(Text(100)),
          near_zip: Type.Optional(Zip),
          near_lat: Type.Optional(Degrees),
          near_lng: Type.Optional(Degrees),
        }),
        response: { 200: Type.Array(City, { maxItems: CITIES }), ...problems },
      },
      config: { for: 'anyone' },
    },
    async (request) => {
      const { states, query, near_zip: zip, near_lat: lat, near_lng: lng } = request.query;
      if ((lat === undefined) !== (lng === undefined))
        throw wrong(lat === undefined ? 'near_lat' : 'near_lng', 'Give both or neither.', 400);
      const here = lat === undefined ? undefined : { lat: Number(lat), lng: Number(lng) };
      const near = zip === undefined ? here : placeOfZip(zip);
      if (zip !== undefined && !near) throw wrong('near_zip', 'There is no such ZIP code.', 400);
      return await inTurn(() => listCities({ states: states?.split(','), query, near, limit: CITIES }));
    },
  );

  app.get(
    '/user/settings/top-cities',
    {
      schema: {
        response: {
          200: Type.Object({
            cities: Type.Array(City, { maxItems: TOP_CITIES }),
            radius_miles: Nullable(RadiusMiles),
            states: Type.Array(UsState, { maxItems: TOP_STATES, description: 'Chosen as a whole, by name' }),
          }),
          ...problems,
        },
      },
    },
    async (request) => {
      const { accountId } = needs(request, ...portals.user);
      const { business_id } = await kysely
        .selectFrom('account')
        .select('business_id')
        .where('id', '=', accountId)
        .executeTakeFirstOrThrow();
      const rows = await kysely
        .selectFrom('top_city')
        .select(['city', 'state', 'lat', 'lng', 'radius_miles'])
        .where('business_id', '=', business_id)
        .orderBy('state')
        .orderBy('city')
        .execute();
      const cities = rows.map(({ city, state, lat, lng }) => ({
        city,
        state,
        lat,
        lng,
        zips: cityNamed(city, state)?.zips ?? 0,
      }));
      const states = await topStates(kysely, business_id!);
      return { cities, radius_miles: rows[0]?.radius_miles ?? null, states };
    },
  );

  app.post(
    '/user/settings/top-cities',
    {
      schema: {
        summary: 'The cities and states in which the business works, instead of those before',
        body: Strict({
          cities: Type.Array(Strict({ city: Text(100), state: UsState }), { maxItems: TOP_CITIES }),
          radius_miles: Type.Optional({ ...RadiusMiles, description: 'Around each city; needed with cities' }),
          states: Type.Optional(
            Type.Array(UsState, { maxItems: TOP_STATES, description: 'As a whole; left out, they stay as they are' }),
          ),
        }),
        response: { 200: CurrentUser, ...problems },
      },
    },
    async (request, reply) => {
      const principal = needs(request, ...portals.user);
      const { radius_miles, states } = request.body;
      const chosen = knownCities(request.body.cities);
      const chosenStates = states && knownStates(states);
      if (chosen.length > 0 && radius_miles === undefined)
        throw wrong('radius_miles', 'Say how many miles around each city you work.');
      return write(parts.database, request, reply, principal.accountId, async (tx) => {
        const { business_id } = await openAccount(tx, principal.accountId);
        const now = parts.now().toISOString();
        // Lock the business, so that two concurrent choices are not mixed.
        await tx
          .updateTable('business')
          .set(({ eb, fn }) => ({
            top_cities_chosen_at: fn.coalesce('top_cities_chosen_at', eb.val(now)),
            version: eb('version', '+', 1),
          }))
          .where('id', '=', business_id)
          .execute();
        await tx.deleteFrom('top_city').where('business_id', '=', business_id).execute();
        const cities = chosen.map((city) => ({ ...city, business_id: business_id!, radius_miles: radius_miles! }));
        if (cities.length > 0) await tx.insertInto('top_city').values(cities).execute();
        if (chosenStates) {
          await tx.deleteFrom('top_state').where('business_id', '=', business_id).execute();
          const rows = chosenStates.map((state) => ({ business_id: business_id!, state }));
          if (rows.length > 0) await tx.insertInto('top_state').values(rows).execute();
        }
        if (cities.length === 0 && (await topStates(tx, business_id!)).length === 0)
          throw wrong('cities', 'Choose at least one city or state.');
        await offerBacklog(tx, parts, business_id!);
        return readCurrentUser({ kysely: tx }, principal, parts.now());
      });
    },
  );
}

/** The codes of the states that were chosen as a whole, ordered by name. */
async function topStates(db: Kysely<Tables>, businessId: string): Promise<string[]> {
  const rows = await db.selectFrom('top_state').select('state').where('business_id', '=', businessId).execute();
  return rows.map(({ state }) => state).toSorted((a, b) => US_STATES[a]!.localeCompare(US_STATES[b]!));
}

/** The states without duplicates. @throws Problem 422 beside one that does not exist */
function knownStates(given: string[]): string[] {
  const unknown = given.findIndex((code) => !US_STATES[code]);
  if (unknown >= 0) throw wrong(`states/${unknown}`, `There is no state with the code ${given[unknown]}.`);
  return [...new Set(given)];
}

/** The cities without duplicates, spelled as on the map. @throws Problem 422 beside one that is not on it */
function knownCities(given: { city: string; state: string }[]) {
  const known = given.map((one, index) => {
    const found = cityNamed(one.city, one.state);
    if (!found) throw wrong(`cities/${index}`, `There is no ${one.city} in ${one.state} on our map.`);
    return { city: found.city, state: found.state, lat: found.lat, lng: found.lng };
  });
  return [...new Map(known.map((city) => [`${city.city},${city.state}`, city])).values()];
}
