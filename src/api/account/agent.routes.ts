import { Type } from 'typebox';
import { agentOf } from '#src/api/agent-lead/lead-write.ts';
import type { Api } from '#src/api/http/http.ts';
import type { ApiParts } from '#src/api/parts.ts';
import { inTurn } from '#src/api/place/place-search.ts';
import { placeOfZip, searchCities } from '#src/api/place/places.ts';
import { problem } from '#src/api/http/problem.ts';
import { Name, Nullable, Phone, Strict, Text, UsState, Uuid, Version, problems } from '#src/api/http/schemas.ts';
import { write } from '#src/api/database/write.ts';

const Profile = Type.Object({
  id: Uuid,
  name: Type.String({ maxLength: 120 }),
  email: Type.String({ maxLength: 254 }),
  phone: Nullable(Type.String({ maxLength: 16 })),
  version: Version,
});

/** The agent's own profile, and the places that forms offer. */
export function agentRoutes(app: Api, parts: ApiParts): void {
  const { kysely } = parts.database;
  const profileOf = (id: string) =>
    kysely
      .selectFrom('account')
      .select(['id', 'name', 'email', 'phone', 'version'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow();

  app.get('/agent/profile', { schema: { response: { 200: Profile, ...problems } } }, async (request) =>
    profileOf(agentOf(request).id),
  );

  app.patch(
    '/agent/',
    {
      schema: {
        body: Strict({
          name: Type.Optional(Name(120)),
          phone: Type.Optional(Nullable(Phone)),
          version: Type.Optional(Version),
        }),
        response: { 200: Profile, ...problems },
      },
    },
    async (request, reply) => {
      const { id } = agentOf(request);
      const { version, ...changes } = request.body;
      return write(parts.database, request, reply, id, async (tx) => {
        const before = await tx
          .selectFrom('account')
          .select('version')
          .where('id', '=', id)
          .forNoKeyUpdate()
          .executeTakeFirstOrThrow();
        if (version !== undefined && version !== before.version)
          throw problem(409, 'Your profile was changed in another window. Nothing was changed.', {
            current: await profileOf(id),
          });
        return tx
          .updateTable('account')
          .set({ ...changes, version: before.version + 1 })
          .where('id', '=', id)
          .returning(['id', 'name', 'email', 'phone', 'version'])
          .executeTakeFirstOrThrow();
      });
    },
  );

  app.get(
    '/places',
    {
      schema: {
        summary: 'ZIP codes and cities that match what was typed',
        querystring: Strict({ query: Text(100) }),
        response: {
          200: Type.Array(
            Type.Object({
              city: Type.String({ maxLength: 100 }),
              state: UsState,
              zip: Type.String({ maxLength: 5 }),
              lat: Type.Number(),
              lng: Type.Number(),
            }),
            { maxItems: 10 },
          ),
          ...problems,
        },
      },
      config: { for: 'anyone' },
    },
    async (request) => {
      const typed = request.query.query.trim();
      if (/^\d{5}$/.test(typed)) {
        const found = placeOfZip(typed);
        return found ? [found] : [];
      }
      return (await inTurn(() => searchCities(typed, { limit: 10 }))).map(({ city, state, lat, lng }) => ({
        city,
        state,
        zip: '',
        lat,
        lng,
      }));
    },
  );
}
